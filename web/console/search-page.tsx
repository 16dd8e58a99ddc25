import { dayFromNow, money, msisdn } from '../shared/format.js'
import { knowsCustomers, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './requests.js'
import { placeOf } from './cell.js'
import { ConsoleFind } from './console-find.graphql'
import { ConsoleSearch } from './console-search.graphql'
import { ConsoleTrialBalance } from './console-trial-balance.graphql'
import { Loading } from './facts.js'
import { go, route } from './route.js'
import { KnownRows } from './list-page.js'
import { TroubleNotice } from './table.js'
import { nameOf, translate } from './words.js'

const placesOfFound: Readonly<Record<string, string>> = {
  Customer: 'customers',
  PaymentOrder: 'orders',
  Payout: 'payouts',
  Statement: 'statements',
  ScoreRequest: 'scores',
  ReviewCase: 'reviews',
  Approval: 'approvals',
  Clock: 'clocks',
}

/** Where an id with this prefix leads; the page that opens checks whether the object exists. */
const placesOfIds: Readonly<Record<string, string>> = { CASE: 'reviews', APR: 'approvals', CLK: 'clocks' }

interface Hit {
  readonly found: { readonly __typename: string }
  readonly whose?: { readonly id: string; readonly msisdn: string } | null
}

const Hits = ({ hits }: { hits: readonly Hit[] }) => (
  <ul class="hits">
    {hits.map(({ whose, found }) => {
      const { __typename: kind, ...facts } = found
      const [id, ...rest] = Object.values(facts).map((fact) => (fact === null ? '' : String(fact)))
      const place = placesOfFound[kind]
      return (
        <li key={JSON.stringify(found) + whose?.id} class="card">
          <span class="tag">{nameOf(kind)}</span> {place ? <a href={placeOf(place, id)}>{id}</a> : id}{' '}
          {rest.filter(Boolean).map(nameOf).join(' · ')}{' '}
          {whose ? <a href={placeOf('customers', whose.id)}>{msisdn(whose.msisdn)}</a> : null}
        </li>
      )
    })}
  </ul>
)

/** The number of results that console-search.graphql requests. */
const hitsMax = 20

const SearchResults = ({ text }: { text: string }) => {
  const answer = useAnswer(ConsoleSearch, { text })
  const hits = answer.data?.search ?? []
  const own = placesOfIds[text.split('-')[0]!]
  return (
    <>
      <TroubleNotice answer={answer} />
      {!answer.data && !answer.trouble ? <Loading /> : null}
      {!answer.data || hits.length > 0 ? null : own ? (
        <p>
          <a href={placeOf(own, text)}>{text}</a>
        </p>
      ) : (
        <p class="note">{translate('nothing')}</p>
      )}
      <Hits hits={hits} />
      {hits.length < hitsMax ? null : <p class="note">{translate('perhapsMore')}</p>}
    </>
  )
}

/** The search for roles that see no customers: by an id that they were shown, never by a person. */
const FoundById = ({ id }: { id: string }) => {
  const isId = /^[A-Z]{1,5}-./.test(id)
  const answer = useAnswer(isId ? ConsoleFind : undefined, { id })
  const node = answer.data?.node
  if (!isId) return <p class="note">{translate('byIdAlone')}</p>
  const { whose, ...found } = { whose: null, ...node }
  return (
    <>
      <TroubleNotice answer={answer} />
      {!answer.data && !answer.trouble ? <Loading /> : null}
      {answer.data && !node ? <p class="note">{translate('nothing')}</p> : null}
      {node ? <Hits hits={[{ found: found as Hit['found'], whose }]} /> : null}
    </>
  )
}

export const SearchPage = () => {
  const text = route.value.query.get('text') ?? ''
  const knows = knowsCustomers(session.value?.roles ?? [])
  return (
    <>
      <h1>{translate('found', { text })}</h1>
      {knows ? <SearchResults text={text} /> : <FoundById id={text.trim()} />}
    </>
  )
}

export const LedgerPage = () => {
  const { query } = route.value
  const asOf = query.get('asOf') ?? dayFromNow()
  const book = query.get('book') ?? 'system'
  const asked = { document: ConsoleTrialBalance, variables: { asOf, book } }
  const answer = useAnswer(asked.document, asked.variables)
  const balance = answer.data?.trialBalance
  return (
    <>
      <h1>{translate('ledger')}</h1>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          go(
            `/console/ledger?asOf=${String(given.get('asOf'))}&book=${encodeURIComponent(String(given.get('book')))}`,
          )
        }}
      >
        <div class="field">
          <label for="asOf">{translate('asOf')}</label>
          <input id="asOf" name="asOf" type="date" required value={asOf} />
        </div>
        <div class="field">
          <label for="book">{translate('book')}</label>
          <input id="book" name="book" required value={book} />
        </div>
        <button>{translate('show')}</button>
      </form>
      <TroubleNotice answer={answer} />
      {balance ? (
        <>
          <KnownRows
            title="accountsOfLedger"
            columns="account debit credit"
            rows={balance.accounts}
            {...asked}
          />
          {balance.totals.map(({ currency, debit, credit, difference }) => (
            <p key={currency} class="totals">
              {translate('debit')} <b>{money(debit, currency)}</b> · {translate('credit')}{' '}
              <b>{money(credit, currency)}</b> ·{' '}
              <span class={Number(difference) === 0 ? 'tag good' : 'tag poor'}>
                {translate('difference')} {money(difference, currency)}
              </span>
            </p>
          ))}
          <div class="below">
            <a href={`/console/entries?book=${encodeURIComponent(book)}`}>{translate('entries')}</a>
            <a href={`/console/suspense?book=${encodeURIComponent(book)}`}>{translate('suspense')}</a>
          </div>
          <Actions list={[['adjust', {}]]} then={answer.again} />
          <KnownRows
            title="owed"
            columns="bucket positions principal"
            rows={answer.data?.owed ?? []}
            {...asked}
          />
        </>
      ) : answer.trouble ? null : (
        <Loading />
      )}
    </>
  )
}
