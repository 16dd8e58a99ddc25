import type { CharacteristicDescription } from '../../../scoring-contract/characteristics.rules.js'

/** A value gets the points of the first bin whose bound it reaches. With `above` it must exceed the bound. */
export interface Bin {
  readonly bound: number
  readonly points: number
  readonly above?: true
}

/** A line of a points table. Bins run from the best to the worst, so that points only fall as the value gets worse. */
export interface Characteristic<Name extends string> extends CharacteristicDescription {
  readonly name: Name
  /** `more`: a bin contains the values from its bound upwards; `less`: those up to its bound. */
  readonly better: 'more' | 'less'
  readonly bins: readonly Bin[]
  /** The points of a value that is in no bin. */
  readonly otherwise: number
  readonly reason: { readonly code: string; readonly text: string }
}

export interface ScoredCharacteristic<Name extends string> {
  readonly characteristic: Characteristic<Name>
  /** Null if the statements do not show the value, which then gives no points. */
  readonly value: number | null
  readonly bin: string
  readonly points: number
  /** How many points the value has less than the best bin; the largest losses become reasons. */
  readonly lost: number
}

const percent = (value: number): string => `${Number((value * 100).toFixed(2))} %`

export const boundText = <Name extends string>({ unit }: Characteristic<Name>, value: number): string =>
  unit === 'share' ? percent(value) : String(value)

const signs = { more: '>=', less: '<=' } as const

export const binText = <Name extends string>(
  characteristic: Characteristic<Name>,
  bin: Bin | undefined,
): string => {
  if (!bin) return 'otherwise'
  return `${bin.above ? '>' : signs[characteristic.better]} ${boundText(characteristic, bin.bound)}`
}

const reaches = (better: 'more' | 'less', { bound, above }: Bin, value: number): boolean => {
  if (better === 'less') return value <= bound
  return above ? value > bound : value >= bound
}

export const bestPoints = <Name extends string>({ bins, otherwise }: Characteristic<Name>): number =>
  Math.max(otherwise, ...bins.map(({ points }) => points))

export const scoreCharacteristic = <Name extends string>(
  characteristic: Characteristic<Name>,
  value: number | null,
): ScoredCharacteristic<Name> => {
  if (value === null) return { characteristic, value, bin: 'not known', points: 0, lost: 0 }
  const bin = characteristic.bins.find((each) => reaches(characteristic.better, each, value))
  const points = bin?.points ?? characteristic.otherwise
  return {
    characteristic,
    value,
    bin: binText(characteristic, bin),
    points,
    lost: bestPoints(characteristic) - points,
  }
}
