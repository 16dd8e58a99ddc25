import { brief, count } from '../../shared/format.js'
import { say } from '../words.js'

/** A series with a value for each label. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
}

export type Drawing =
  | {
      readonly kind: 'bars' | 'lines'
      readonly labels: readonly string[]
      readonly series: readonly Series[]
      /** The unit of the values: `%`, `min`. */
      readonly unit?: string
    }
  | {
      /** Whether each step is compared with the one before it, or stands for itself. */
      readonly kind: 'funnel' | 'list'
      readonly steps: readonly { readonly name: string; readonly value: number }[]
    }
  | {
      readonly kind: 'grid'
      readonly labels: readonly string[]
      readonly rows: readonly { readonly name: string; readonly shares: readonly (number | undefined)[] }[]
    }

const [width, height] = [420, 220]
const room = { left: 52, right: 6, top: 8, bottom: 24 }
const [innerWidth, innerHeight] = [width - room.left - room.right, height - room.top - room.bottom]
const ticksMax = 4
const labelsMax = 7
const coloursMax = 6
const barWidthMax = 48

/** The smallest of 1, 2 and 5 times a power of ten that is at least the value. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (([1, 2, 5, 10] as const).find((step) => step * power >= value) ?? 10) * power
}

const colour = (at: number): string => `of-${at % coloursMax}`

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul class="legend">
    {series.map(({ name }, at) => (
      <li key={name}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect width="10" height="10" class={colour(at)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

const Chart = ({
  drawing,
  title,
}: {
  drawing: Extract<Drawing, { labels: readonly string[]; series: unknown }>
  title: string
}) => {
  const { kind, labels, series, unit = '' } = drawing
  const tops = labels.map((_, at) => {
    const values = series.map(({ values: of }) => of[at] ?? 0)
    return kind === 'bars' ? values.reduce((sum, one) => sum + one, 0) : Math.max(0, ...values)
  })
  const step = roundUp(Math.max(1, ...tops) / ticksMax)
  const top = step * Math.max(1, Math.ceil(Math.max(1, ...tops) / step))
  const y = (value: number): number => room.top + innerHeight * (1 - value / top)
  const slot = innerWidth / Math.max(1, labels.length)
  const barWidth = Math.min(slot * 0.72, barWidthMax)
  const every = Math.ceil(labels.length / labelsMax)
  const middle = (at: number): number => room.left + slot * (at + 0.5)
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
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
                {/* Of one period a line would be nothing. */}
                {values.length === 1 ? (
                  <circle class={colour(at)} cx={middle(0)} cy={y(values[0] ?? 0)} r={4} />
                ) : null}
              </g>
            ))
          : labels.map((label, at) => {
              let below = 0
              return series.map(({ name, values }, which) => {
                const value = values[at] ?? 0
                below += value
                return value === 0 ? null : (
                  <rect
                    key={label + name}
                    class={colour(which)}
                    x={middle(at) - barWidth / 2}
                    width={barWidth}
                    y={y(below)}
                    height={Math.max(0.5, y(below - value) - y(below))}
                  >
                    <title>{`${label} · ${name}: ${count(Math.round(value))}${unit}`}</title>
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
}: {
  drawing: Extract<Drawing, { steps: unknown }>
  title: string
}) => {
  const isList = kind === 'list'
  const left = isList ? 170 : 90
  const most = Math.max(1, ...steps.map(({ value }) => value))
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${steps.length * stepHeight}`} role="img" aria-label={title}>
      {steps.map(({ name, value }, at) => {
        // What stands behind the longest bar: `1 234 (100 %)`.
        const wide = Math.max(2, (width - left - (isList ? 60 : 100)) * (value / most))
        const before = steps[at - 1]?.value
        const share = before && !isList ? ` (${Math.round((100 * value) / before)} %)` : ''
        return (
          <g key={name}>
            <text x={0} y={at * stepHeight + 25}>
              {name}
            </text>
            <rect
              class={colour(isList ? 0 : at)}
              x={left}
              y={at * stepHeight + 6}
              width={wide}
              height={stepHeight - 14}
            />
            <text x={left + 6 + wide} y={at * stepHeight + 25}>
              {brief(value) + share}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const Grid = ({ drawing, title }: { drawing: Extract<Drawing, { kind: 'grid' }>; title: string }) => {
  const { labels, rows } = drawing
  const cell = (width - 70) / Math.max(1, labels.length)
  return (
    <svg class="chart grid" viewBox={`0 0 ${width} ${(rows.length + 1) * 22}`} role="img" aria-label={title}>
      {labels.map((label, at) => (
        <text key={label} x={70 + cell * (at + 0.5)} y={14} text-anchor="middle">
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
                  x={71 + cell * at}
                  y={(row + 1) * 22 + 1}
                  width={cell - 2}
                  height={20}
                  fill-opacity={0.08 + 0.36 * share}
                />
                <text x={70 + cell * (at + 0.5)} y={(row + 1) * 22 + 15} text-anchor="middle">
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

export const DrawingOf = ({ drawing, title }: { drawing: Drawing; title: string }) => {
  if ('steps' in drawing)
    return drawing.steps.length === 0 ? (
      <p class="note">{say('nothing')}</p>
    ) : (
      <Funnel drawing={drawing} title={title} />
    )
  if (drawing.labels.length === 0) return <p class="note">{say('nothing')}</p>
  if (drawing.kind === 'grid') return <Grid drawing={drawing} title={title} />
  return <Chart drawing={drawing} title={title} />
}
