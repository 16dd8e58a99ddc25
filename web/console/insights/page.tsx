import { date, dayFromNow } from '../../shared/format.js'
import { useAnswer } from '../requests.js'
import { ConsoleProducts } from '../console-products.graphql'
import { Loading } from '../facts.js'
import { isFilteredAt, KnownRows } from '../list-page.js'
import { go, route } from '../route.js'
import { TroubleNotice } from '../table.js'
import { translate } from '../words.js'
import { DrawingOf } from './drawing.js'
import { periodLabel, pictures, type Picture } from './pictures.js'

/** The first and the last month that are shown. */
interface Range {
  readonly from: string
  readonly to: string
  /** Whether the figures are those that may be published: small groups are left out. */
  readonly forRelease: boolean
}

const monthsShown = 12

const monthFrom = (month: string, by: number): string => {
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + by)
  return day.toISOString().slice(0, 7)
}

const rangeOf = (query: URLSearchParams): Range => {
  const asked = query.get('to') ?? ''
  const to = /^\d{4}-(0[1-9]|1[012])$/.test(asked) ? asked : dayFromNow().slice(0, 7)
  return { from: query.get('from') ?? monthFrom(to, 1 - monthsShown), to, forRelease: query.has('release') }
}

const dayFrom = (from: string, by: number): string => {
  const day = new Date(from)
  day.setUTCDate(day.getUTCDate() + by)
  return day.toISOString().slice(0, 10)
}

const lastDayOf = (month: string): string => dayFrom(`${monthFrom(month, 1)}-01`, -1)

/** The date at whose end the service shows what is held: closed, and for release the last one of a month. */
const shownOn = (on: string, completeTo: string, isForRelease: boolean): string => {
  const last = completeTo < on ? completeTo : on
  return isForRelease ? dayFrom(`${dayFrom(last, 1).slice(0, 7)}-01`, -1) : last
}

const variablesOf = ({ variables }: Picture, { from, to, forRelease }: Range): object => {
  if (variables === 'on') return { forRelease, on: lastDayOf(to) }
  if (variables === 'nothing') return { forRelease }
  const dates = { from: `${from}-01`, before: `${monthFrom(to, 1)}-01` }
  return variables === 'dates'
    ? { forRelease, dates }
    : { forRelease, dates, by: from === to ? 'DAY' : 'MONTH' }
}

interface Shown {
  readonly picture: Picture
  readonly range: Range
  readonly products: readonly string[]
}

const Figure = ({ picture, range, products }: Shown) => {
  const variables = variablesOf(picture, range)
  const answer = useAnswer(picture.document, variables as never)
  const title = translate(picture.title)
  const { rows = [], currency, isForRelease = false, completeTo } = answer.data?.insights ?? {}
  return (
    <section class={isForRelease ? 'card picture' : 'card picture of-house'}>
      <h2>{title}</h2>
      {completeTo && picture.variables === 'on' ? (
        <p class="note">
          {translate('asOf')} {date(shownOn(lastDayOf(range.to), completeTo, isForRelease))}
        </p>
      ) : null}
      <TroubleNotice answer={answer} />
      {answer.data ? (
        <DrawingOf
          drawing={picture.draw(rows, periodLabel(range.from === range.to), products)}
          title={title}
          currency={currency}
        />
      ) : answer.trouble ? null : (
        <Loading />
      )}
      {answer.data ? (
        <details open={isFilteredAt(`${picture.title}.`)}>
          <summary>{translate('table')}</summary>
          <KnownRows
            title={picture.title}
            columns={picture.columns}
            rows={rows.map((row) => ({ ...row, currency }))}
            document={picture.document}
            variables={variables}
            place="within"
            isFile={isForRelease}
          />
        </details>
      ) : null}
    </section>
  )
}

/**
 * The charts of the bank, by months or, for a single month, by days. Every figure comes from the service; the page only
 * adds figures up, takes the largest of several, and computes shares.
 */
export const InsightsPage = () => {
  const { query } = route.value
  const range = rangeOf(query)
  const products = useAnswer(ConsoleProducts, { first: 50, sort: 'OLDEST' })
  const codes = products.data && [...new Set(products.data.page.nodes.map(({ code }) => code))]
  const isMonth = range.from === range.to
  const at = (from: string, to: string, forRelease = range.forRelease): string =>
    `/insights?from=${from}&to=${to}${forRelease ? '&release=1' : ''}`
  return (
    <>
      <h1>{translate('insights')}</h1>
      <form
        class="filters"
        key={query.toString()}
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          go(at(String(given.get('from')), String(given.get('to'))))
        }}
      >
        <div class="field">
          <label for="from">{translate('fromMonth')}</label>
          <input id="from" name="from" type="month" required value={range.from} max={range.to} />
        </div>
        <div class="field">
          <label for="to">{translate('toMonth')}</label>
          <input id="to" name="to" type="month" required value={range.to} />
        </div>
        <button>{translate('show')}</button>
        {isMonth ? (
          <>
            <a href={at(monthFrom(range.to, -1), monthFrom(range.to, -1))}>{translate('monthBefore')}</a>
            <a href={at(monthFrom(range.to, 1 - monthsShown), range.to)}>{translate('year')}</a>
          </>
        ) : (
          <a href={at(range.to, range.to)}>{translate('oneMonth')}</a>
        )}
        <a href={at(range.from, range.to, !range.forRelease)}>
          {translate(range.forRelease ? 'forTheHouse' : 'forRelease')}
        </a>
      </form>
      <p class="note">{translate('insightsOf')}</p>
      <TroubleNotice answer={products} />
      <div class="pictures">
        {codes ? (
          pictures.map((picture) => (
            <Figure key={picture.title} picture={picture} range={range} products={codes} />
          ))
        ) : products.trouble ? null : (
          <Loading />
        )}
      </div>
    </>
  )
}
