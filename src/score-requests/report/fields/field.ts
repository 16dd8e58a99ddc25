import { unitAt } from '../../../scoring-contract/result/bodies.js'
import { personalKindOf } from '../display/mask.rules.js'
import type {
  DisplayField,
  DisplayPanel,
  DisplayType,
  DisplayUnit,
  SeriesOf,
} from '../display/display.rules.js'

/** The unit that the contract gives to the member. */
const displayUnitAt = (path: string): DisplayUnit => {
  const unit = unitAt(path)
  return unit === 'count' ? 'number' : unit
}

type Said<T> = T extends { readonly unit: DisplayUnit } ? Omit<T, 'unit'> : never

interface SeriesSaid extends Omit<SeriesOf, 'values'> {
  readonly values: readonly Said<SeriesOf['values'][number]>[]
}

const seriesAt = (path: string, series: SeriesSaid): SeriesOf => ({
  ...series,
  values: series.values.map(({ key, label, ...more }) => ({
    key,
    label,
    unit: displayUnitAt(`${path}.${key}`),
    ...more,
  })),
})

interface More extends Pick<DisplayField, 'absent'> {
  /** Set only to override the contract's unit. */
  readonly unit?: DisplayUnit
  readonly series?: SeriesSaid
}

/** How a member of a result is displayed. Its unit is from the contract; a chart has the unit of its first value. */
export const field = (path: string, label: string, explanation: string, more: More = {}): DisplayField => {
  const { unit: own, series: said, ...others } = more
  const series = said && seriesAt(path, said)
  const personal = personalKindOf(path)
  const unit = own ?? series?.values[0]?.unit ?? displayUnitAt(path)
  return {
    field: path,
    label,
    unit,
    explanation,
    ...(series && { series }),
    ...(personal && { personal }),
    ...(unit === 'word' && { absent: 'None' }),
    ...others,
  }
}

export const panel = (
  display: DisplayType,
  title: string,
  ...fields: readonly DisplayField[]
): DisplayPanel => ({ display, title, fields })

/** A panel with one field, titled with the field's label. */
export const one = (
  display: DisplayType,
  ...[path, label, explanation, more]: Parameters<typeof field>
): DisplayPanel => panel(display, label, field(path, label, explanation, more))
