import { brief, count, nameOfCurrency } from '../../shared/format.js'
import { translate } from '../words.js'

/** A series with a value for each label. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
  /** The number of the colour; by default the place of the series. */
  readonly colour?: number
}

export type Drawing =
  | {
      readonly kind: 'bars' | 'lines'
      readonly labels: readonly string[]
      readonly series: readonly Series[]
      /** The unit of the values: `%`, `min`. */
      readonly unit?: string
      readonly isMoney?: boolean
    }
  | {
      /** A funnel compares each step with the one before it; the steps of a list are independent. */
      readonly kind: 'funnel' | 'list'
      readonly steps: readonly { readonly name: string; readonly value: number }[]
      readonly isMoney?: boolean
    }
  | {
      readonly kind: 'grid'
      readonly labels: readonly string[]
      readonly rows: readonly { readonly name: string; readonly shares: readonly (number | undefined)[] }[]
    }

/** On a phone the drawing is as wide as its card, so that its text has the font size of the style. */
const width = Math.min(420, innerWidth - 66)
const height = 230
const room = { left: 52, right: 16, top: 18, bottom: 24 }
const [plotWidth, plotHeight] = [width - room.left - room.right, height - room.top - room.bottom]
const ticksMax = 4
const labelsMax = Math.floor(plotWidth / 51)
const coloursMax = 6
const barWidthMax = 48

/** The next round number: 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (([1, 2, 5, 10] as const).find((step) => step * power >= value) ?? 10) * power
}

const colour = (at: number, { colour = at }: Partial<Series> = {}): string =>
  `of-${(colour + coloursMax) % coloursMax}`

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul class="legend">
    {series.map((one, at) => (
      <li key={one.name}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect width="10" height="10" class={colour(at, one)} />
        </svg>
        {one.name}
      </li>
    ))}
  </ul>
)

interface DrawingTexts {
  readonly title: string
  /** The currency's name after a space; empty for a drawing without money. */
  readonly money: string
}

const Chart = ({
  drawing,
  title,
  money,
}: {
  drawing: Extract<Drawing, { labels: readonly string[]; series: unknown }>
} & DrawingTexts) => {
  const { kind, labels, series, unit = '' } = drawing
  const tops = labels.map((_, at) => {
    const values = series.map(({ values: of }) => of[at] ?? 0)
    return kind === 'bars' ? values.reduce((sum, one) => sum + one, 0) : Math.max(0, ...values)
  })
  const step = roundUp(Math.max(1, ...tops) / ticksMax)
  const top = step * Math.max(1, Math.ceil(Math.max(1, ...tops) / step))
  const y = (value: number): number => room.top + plotHeight * (1 - value / top)
  const slot = plotWidth / Math.max(1, labels.length)
  const barWidth = Math.min(slot * 0.72, barWidthMax)
  const every = Math.ceil(labels.length / labelsMax)
  const middle = (at: number): number => room.left + slot * (at + 0.5)
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        <text y={10}>{money}</text>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step).map((value) => (
          <g key={value}>
            <line class="rule" x1={room.left} x2={width - room.right} y1={y(value)} y2={y(value)} />
            <text x={room.left - 6} y={y(value) + 4} text-anchor="end">
              {brief(value)}
              {unit}
            </text>
          </g>
        ))}
        {labels.map((label, at) =>
          at % every === 0 ? (
            <text key={label} x={middle(at)} y={height - 8} text-anchor="middle">
              {label}
            </text>
          ) : null,
        )}
        {kind === 'lines'
          ? series.map(({ name, values }, at) => (
              <g key={name}>
                <polyline
                  class={`line ${colour(at)}`}
                  points={values
                    .map((value, place) => `${middle(place).toFixed(1)},${y(value).toFixed(1)}`)
                    .join(' ')}
                />
                {/* A single period is drawn as a point, since a line needs two. */}
                {values.length === 1 ? (
                  <circle class={colour(at)} cx={middle(0)} cy={y(values[0] ?? 0)} r={4} />
                ) : null}
              </g>
            ))
          : labels.map((label, at) => {
              let below = 0
              return series.map((one, which) => {
                const { name, values } = one
                const value = values[at] ?? 0
                below += value
                return value === 0 ? null : (
                  <rect
                    key={label + name}
                    class={colour(which, one)}
                    x={middle(at) - barWidth / 2}
                    width={barWidth}
                    y={y(below)}
                    height={Math.max(0.5, y(below - value) - y(below))}
                  >
                    <title>{`${label} · ${name}: ${count(Math.round(value))}${unit}${money}`}</title>
                  </rect>
                )
              })
            })}
      </svg>
      <Legend series={series} />
    </>
  )
}

const stepHeight = 44

const Funnel = ({
  drawing: { kind, steps },
  title,
  money,
}: { drawing: Extract<Drawing, { steps: unknown }> } & DrawingTexts) => {
  const isList = kind === 'list'
  const left = isList ? 0 : 90
  const most = Math.max(1, ...steps.map(({ value }) => value))
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${steps.length * stepHeight}`} role="img" aria-label={title}>
      {steps.map(({ name, value }, at) => {
        // Room for the text after the longest bar, such as `1 234 (100 %)`.
        const wide = Math.max(2, (width - left - 100) * (value / most))
        const before = steps[at - 1]?.value
        const share = before && !isList ? ` (${Math.round((100 * value) / before)} %)` : ''
        return (
          <g key={name}>
            <text x={0} y={at * stepHeight + (isList ? 11 : 25)}>
              {name}
            </text>
            <rect
              class={colour(0)}
              x={left}
              y={at * stepHeight + (isList ? 16 : 6)}
              width={wide}
              height={stepHeight - (isList ? 24 : 14)}
            />
            <text x={left + 6 + wide} y={at * stepHeight + (isList ? 30 : 25)}>
              {brief(value) + share + money}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The left edge of the cells, after the label with month and year. */
const gridLeft = 52

const Grid = ({ drawing, title }: { drawing: Extract<Drawing, { kind: 'grid' }>; title: string }) => {
  const { labels, rows } = drawing
  const cell = (width - gridLeft) / Math.max(1, labels.length)
  return (
    <svg class="chart grid" viewBox={`0 0 ${width} ${(rows.length + 1) * 22}`} role="img" aria-label={title}>
      {labels.map((label, at) => (
        <text key={label} x={gridLeft + cell * (at + 0.5)} y={14} text-anchor="middle">
          {label}
        </text>
      ))}
      {rows.map(({ name, shares }, row) => (
        <g key={name}>
          <text x={0} y={(row + 1) * 22 + 14}>
            {name}
          </text>
          {shares.map((share, at) =>
            share === undefined ? null : (
              <g key={labels[at]}>
                <rect
                  class="of-0"
                  x={gridLeft + 1 + cell * at}
                  y={(row + 1) * 22 + 1}
                  width={cell - 2}
                  height={20}
                  fill-opacity={0.08 + 0.36 * share}
                />
                <text x={gridLeft + cell * (at + 0.5)} y={(row + 1) * 22 + 15} text-anchor="middle">
                  {Math.round(100 * share)}
                </text>
              </g>
            ),
          )}
        </g>
      ))}
    </svg>
  )
}

export const DrawingOf = ({
  drawing,
  title,
  currency = '',
}: {
  drawing: Drawing
  title: string
  currency: string | undefined
}) => {
  const money = 'isMoney' in drawing && drawing.isMoney ? `\u00a0${nameOfCurrency(currency)}` : ''
  if ('steps' in drawing)
    return drawing.steps.length === 0 ? (
      <p class="note">{translate('nothing')}</p>
    ) : (
      <Funnel drawing={drawing} title={title} money={money} />
    )
  if (drawing.labels.length === 0) return <p class="note">{translate('nothing')}</p>
  if (drawing.kind === 'grid') return <Grid drawing={drawing} title={title} />
  return <Chart drawing={drawing} title={title} money={money} />
}
