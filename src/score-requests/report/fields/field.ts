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

type WithoutUnit<T> = T extends { readonly unit: DisplayUnit } ? Omit<T, 'unit'> : never

interface SeriesWithoutUnits extends Omit<SeriesOf, 'values'> {
  readonly values: readonly WithoutUnit<SeriesOf['values'][number]>[]
}

const seriesAt = (path: string, series: SeriesWithoutUnits): SeriesOf => ({
  ...series,
  values: series.values.map(({ key, label, ...options }) => ({
    key,
    label,
    unit: displayUnitAt(`${path}.${key}`),
    ...options,
  })),
})

interface FieldOptions extends Pick<DisplayField, 'absent'> {
  /** Set only to override the contract's unit. */
  readonly unit?: DisplayUnit
  readonly series?: SeriesWithoutUnits
}

/** How a member of a result is displayed. Its unit is from the contract; a chart has the unit of its first value. */
export const field = (
  path: string,
  label: string,
  explanation: string,
  options: FieldOptions = {},
): DisplayField => {
  const { unit: ownUnit, series: seriesWithoutUnits, ...others } = options
  const series = seriesWithoutUnits && seriesAt(path, seriesWithoutUnits)
  const personal = personalKindOf(path)
  const unit = ownUnit ?? series?.values[0]?.unit ?? displayUnitAt(path)
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
export const fieldPanel = (
  display: DisplayType,
  ...[path, label, explanation, options]: Parameters<typeof field>
): DisplayPanel => panel(display, label, field(path, label, explanation, options))
