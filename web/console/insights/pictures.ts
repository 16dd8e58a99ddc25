import { brief } from '../../shared/format.js'
import { language } from '../../shared/language.js'
import type { Row } from '../lists.js'
import { nameOf, type translate } from '../words.js'
import { byDecision, colourOfDecision } from './decisions.js'
import type { Drawing, Series } from './drawing.js'
import { InsightsBalances } from './insights-balances.graphql'
import { InsightsCohorts } from './insights-cohorts.graphql'
import { InsightsCustomers } from './insights-customers.graphql'
import { InsightsDeposits } from './insights-deposits.graphql'
import { InsightsFailures } from './insights-failures.graphql'
import { InsightsFunnel } from './insights-funnel.graphql'
import { InsightsInterest } from './insights-interest.graphql'
import { InsightsLiabilities } from './insights-liabilities.graphql'
import { InsightsPayouts } from './insights-payouts.graphql'
import { InsightsProjection } from './insights-projection.graphql'
import { InsightsRateChange } from './insights-rate-change.graphql'
import { InsightsRenewal } from './insights-renewal.graphql'
import { InsightsScores } from './insights-scores.graphql'
import { InsightsTickets } from './insights-tickets.graphql'
import { InsightsWithdrawals } from './insights-withdrawals.graphql'

export interface Insight {
  readonly insights: {
    readonly currency: string
    readonly isForRelease: boolean
    readonly completeTo: string | null
    readonly rows: readonly Row[]
  }
}

export interface Picture {
  readonly title: Parameters<typeof translate>[0]
  readonly document: TrustedDocument<Insight, never>
  /** Which variables the query gets from the shown months. */
  readonly variables: 'periods' | 'dates' | 'on' | 'nothing'
  /** The columns of the table below the drawing. */
  readonly columns: string
  readonly draw: (
    rows: readonly Row[],
    onPeriod: (row: Row) => string,
    /** The codes of all products, the oldest first. */
    products: readonly string[],
  ) => Drawing
}

/** Rows grouped by a key; the groups in the order in which their keys first occur. */
const grouped = (rows: readonly Row[], by: (row: Row) => string): Map<string, Row[]> => {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(by(row), [...(found.get(by(row)) ?? []), row])
  return found
}

const numberOf = (value: unknown): number => Number(value ?? 0)
const textOf = (value: unknown): string => String(value ?? '')

/** A month: `mars 26` for `2026-03-01`. */
const period = (day: unknown): string =>
  new Intl.DateTimeFormat(language.value === 'fr' ? 'fr-CM' : 'en-GB', {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${textOf(day)}T00:00:00Z`))

const dayOf = (day: unknown): string =>
  new Intl.DateTimeFormat(language.value === 'fr' ? 'fr-CM' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${textOf(day)}T00:00:00Z`))

/** The sums of rows by label and series, with labels in the order in which they first occur. */
const pivot = (
  rows: readonly Row[],
  {
    label,
    series,
    value,
  }: {
    readonly label: (row: Row) => string
    readonly series: (row: Row) => string
    readonly value: (row: Row) => number
  },
): { readonly labels: string[]; readonly series: Series[] } => {
  const labels = [...new Set(rows.map(label))]
  const found = new Map<string, number[]>()
  for (const row of rows) {
    const values = found.get(series(row)) ?? labels.map(() => 0)
    const at = labels.indexOf(label(row))
    values[at] = (values[at] ?? 0) + value(row)
    found.set(series(row), values)
  }
  const inOrder = [...found].toSorted(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }))
  return { labels, series: inOrder.map(([name, values]) => ({ name, values })) }
}

/** Reads the word in this column of a row, as a readable name. */
const by =
  (name: string) =>
  (row: Row): string =>
    nameOf(textOf(row[name]))
/** Reads the number in this column of a row. */
const of =
  (name: string) =>
  (row: Row): number =>
    numberOf(row[name])

/** A product's colour is that of its place among all products, so it is the same in every drawing. */
const byProduct =
  (name: string, own?: (row: Row) => string): Picture['draw'] =>
  (rows, onPeriod, products) => {
    const shown = { label: own ?? onPeriod, series: by('product'), value: of(name) }
    const { labels, series } = pivot(rows, shown)
    const coloured = series.map((one) => ({ ...one, colour: products.indexOf(one.name) }))
    return { kind: 'bars', isMoney: true, labels, series: coloured }
  }

/** How the period of a row is written, by days or by months. */
export const periodLabel =
  (isByDay: boolean) =>
  ({ period: day }: Row): string =>
    isByDay ? dayOf(day) : period(day)

const sum = (rows: readonly Row[], name: string): number =>
  rows.reduce((total, row) => total + numberOf(row[name]), 0)

/** A line for each of the columns `names`, over the labels of the rows. */
const lines = (rows: readonly Row[], label: (row: Row) => string, names: readonly string[]): Drawing => {
  const labels = [...new Set(rows.map(label))]
  return {
    kind: 'lines',
    labels,
    series: names.map((name) => ({
      name: nameOf(name),
      values: labels.map((one) =>
        sum(
          rows.filter((row) => label(row) === one),
          name,
        ),
      ),
    })),
  }
}

const band = ({ from, below }: Row): string =>
  below === null ? `≥ ${brief(numberOf(from))}` : `< ${brief(numberOf(below))}`

/** A bar for each band of amounts, in rising order. */
const inBands = (rows: readonly Row[], name: string): Drawing => {
  const sorted = rows.toSorted((a, b) => numberOf(a['from']) - numberOf(b['from']))
  return { kind: 'bars', ...pivot(sorted, { label: band, series: () => nameOf(name), value: of(name) }) }
}

const funnel = (rows: readonly Row[]): Drawing => {
  const deposits = rows.filter(({ operation }) => operation === 'DEPOSIT')
  return {
    kind: 'funnel',
    steps:
      deposits.length === 0
        ? []
        : ['asked', 'shown', 'confirmed', 'paid'].map((name) => ({
            name: nameOf(name),
            value: sum(deposits, name),
          })),
  }
}

const reasonsMax = 8

const failures = (rows: readonly Row[]): Drawing => {
  const reasons = grouped(rows, ({ reason }) => textOf(reason))
  const steps = [...reasons]
    .map(([reason, those]) => ({ name: nameOf(reason), value: sum(those, 'count') }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, reasonsMax)
  return { kind: 'list', steps }
}

const cohorts = (rows: readonly Row[]): Drawing => {
  const months = Math.max(0, ...rows.map(({ monthsSince }) => numberOf(monthsSince)))
  return {
    kind: 'grid',
    labels: rows.length === 0 ? [] : Array.from({ length: months + 1 }, (_, at) => String(at)),
    rows: [...grouped(rows, ({ cohort }) => textOf(cohort))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([cohort, those]) => ({
        name: period(cohort),
        shares: Array.from({ length: months + 1 }, (_, at) => {
          const row = those.find(({ monthsSince }) => numberOf(monthsSince) === at)
          return row ? numberOf(row['saving']) / Math.max(1, numberOf(row['joined'])) : undefined
        }),
      })),
  }
}

const payouts: Picture['draw'] = (rows, onPeriod) => {
  const periods = [
    ...grouped(
      rows.filter(({ outcome }) => outcome === 'PAID'),
      onPeriod,
    ),
  ]
  return {
    kind: 'lines',
    labels: periods.map(([label]) => label),
    series: ['medianMinutes', 'p95Minutes'].map((name) => ({
      name: nameOf(name),
      values: periods.map(([, those]) => Math.max(...those.map(of(name)))),
    })),
    unit: ' min',
  }
}

const renewal: Picture['draw'] = (rows, onPeriod) => {
  const months = [...grouped(rows, onPeriod)]
  return {
    kind: 'lines',
    labels: months.map(([month]) => month),
    series: [
      {
        name: nameOf('renewed'),
        values: months.map(([, those]) => (100 * sum(those, 'renewed')) / Math.max(1, sum(those, 'matured'))),
      },
    ],
    unit: ' %',
  }
}

/** The score requests of each period by decision. The failed ones are one group here; the table lists the reasons. */
const scores: Picture['draw'] = (rows, label) => {
  const word = ({ decision, failure }: Row): string => textOf(decision ?? (failure && 'FAILED'))
  const { labels, series } = pivot(rows, { label, series: word, value: of('count') })
  return {
    kind: 'bars',
    labels,
    series: series
      .toSorted((a, b) => byDecision(a.name, b.name))
      .map(({ name, values }) => ({ name: nameOf(name), values, colour: colourOfDecision(name) })),
  }
}

const rateChange = (rows: readonly Row[]): Drawing => ({
  kind: 'list',
  isMoney: true,
  steps: rows.flatMap((row) =>
    ['amountBefore', 'amountAfter'].map((name) => ({
      name: `${textOf(row['product'])} v${numberOf(row['version'])}, ${nameOf(name).toLowerCase()}`,
      value: numberOf(row[name]),
    })),
  ),
})

const picture = (
  title: Picture['title'],
  document: Picture['document'],
  columns: string,
  draw: Picture['draw'],
  variables: Picture['variables'] = 'periods',
): Picture => ({ title, document, variables, columns, draw })

/** All charts of the page, in their order. */
export const pictures: readonly Picture[] = [
  picture('insightDeposits', InsightsDeposits, 'period product basis count amount', byProduct('amount')),
  picture('insightFunnel', InsightsFunnel, 'period operation asked shown confirmed paid', funnel),
  picture('insightFailures', InsightsFailures, 'period operation reason count', failures),
  picture(
    'insightWithdrawals',
    InsightsWithdrawals,
    'period product basis event count principal interest forfeited',
    // What was given back has left before, and left once.
    (rows, label) => ({
      kind: 'bars',
      isMoney: true,
      ...pivot(
        rows.filter(({ event }) => event === 'LEFT'),
        { label, series: by('basis'), value: of('principal') },
      ),
    }),
  ),
  picture(
    'insightPayouts',
    InsightsPayouts,
    'period outcome purpose reason count amount medianMinutes p95Minutes',
    payouts,
  ),
  picture(
    'insightCustomers',
    InsightsCustomers,
    'week joined returned active gone',
    (rows) => lines(rows, ({ week }) => dayOf(week), ['joined', 'active', 'gone']),
    'dates',
  ),
  picture('insightCohorts', InsightsCohorts, 'cohort monthsSince joined saving balance', cohorts, 'dates'),
  picture(
    'insightLiabilities',
    InsightsLiabilities,
    'product maturesIn monthsToMaturity savings principal',
    (rows, ...more) =>
      byProduct('principal', ({ maturesIn }) => period(maturesIn))(
        rows.toSorted((a, b) => (textOf(a['maturesIn']) < textOf(b['maturesIn']) ? -1 : 1)),
        ...more,
      ),
    'on',
  ),
  picture(
    'insightProjection',
    InsightsProjection,
    'on product savings principal',
    byProduct('principal', ({ on }) => dayOf(on)),
    'nothing',
  ),
  picture(
    'insightInterest',
    InsightsInterest,
    'month product accrued expense',
    byProduct('expense', ({ month }) => period(month)),
    'dates',
  ),
  picture(
    'insightBalances',
    InsightsBalances,
    'from below customers balance',
    (rows) => inBands(rows, 'customers'),
    'on',
  ),
  picture('insightTickets', InsightsTickets, 'period product from below count amount', (rows) =>
    inBands(rows, 'count'),
  ),
  picture(
    'insightRenewal',
    InsightsRenewal,
    'period product matured renewed principal renewedPrincipal',
    renewal,
  ),
  picture(
    'insightRateChange',
    InsightsRateChange,
    'product version publishedOn rate days countBefore countAfter amountBefore amountAfter',
    rateChange,
    'dates',
  ),
  picture(
    'insightScores',
    InsightsScores,
    'period product decision riskBand failure count medianMinutes p95Minutes',
    scores,
  ),
]
