import { money, msisdn } from '../shared/format.js'
import { Actions } from './acting.js'
import { useAnswer } from './ask.js'
import { ConsoleSearch } from './console-search.graphql'
import { ConsoleTrialBalance } from './console-trial-balance.graphql'
import { Loading } from './facts.js'
import { go, route } from './route.js'
import { KnownRows } from './list-page.js'
import { Trouble } from './table.js'
import { nameOf, say } from './words.js'

export const SearchPage = () => {
  const text = route.value.query.get('text') ?? ''
  const answer = useAnswer(ConsoleSearch, { text })
  const hits = answer.data?.search ?? []
  return (
    <>
      <h1>{say('found', { text })}</h1>
      <Trouble answer={answer} />
      {!answer.data && !answer.trouble ? <Loading /> : null}
      {answer.data && hits.length === 0 ? <p class="note">{say('nothing')}</p> : null}
      <ul class="hits">
        {hits.map(({ whose, found }) => {
          const address =
            found.__typename === 'PaymentOrder'
              ? `/console/orders/${encodeURIComponent(found.id)}`
              : found.__typename === 'Payout'
                ? `/console/payouts/${encodeURIComponent(found.id)}`
                : whose && `/console/customers/${encodeURIComponent(whose.id)}`
          const { __typename: kind, ...facts } = found
          return (
            <li key={JSON.stringify(found) + whose?.id} class="card">
              {address && whose ? <a href={address}>{msisdn(whose.msisdn)}</a> : null}{' '}
              <span class="tag">{nameOf(kind)}</span>{' '}
              {Object.values(facts)
                .filter((fact) => fact !== null)
                .map(nameOf)
                .join(' · ')}
            </li>
          )
        })}
      </ul>
    </>
  )
}

export const LedgerPage = () => {
  const { query } = route.value
  const asOf = query.get('asOf') ?? new Date().toISOString().slice(0, 10)
  const book = query.get('book') ?? 'system'
  const asked = { document: ConsoleTrialBalance, variables: { asOf, book } }
  const answer = useAnswer(asked.document, asked.variables)
  const balance = answer.data?.trialBalance
  return (
    <>
      <h1>{say('ledger')}</h1>
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
          <label for="asOf">{say('asOf')}</label>
          <input id="asOf" name="asOf" type="date" required value={asOf} />
        </div>
        <div class="field">
          <label for="book">{say('book')}</label>
          <input id="book" name="book" required value={book} />
        </div>
        <button>{say('show')}</button>
      </form>
      <Trouble answer={answer} />
      {balance ? (
        <>
          <KnownRows
            title="accountsOfLedger"
            columns="account currency debit credit"
            rows={balance.accounts}
            {...asked}
          />
          {balance.totals.map(({ currency, debit, credit, difference }) => (
            <p key={currency} class="totals">
              {say('debit')} <b>{money(debit, currency)}</b> · {say('credit')}{' '}
              <b>{money(credit, currency)}</b> ·{' '}
              <span class={difference === '0' ? 'tag good' : 'tag poor'}>
                {say('difference')} {money(difference, currency)}
              </span>
            </p>
          ))}
          <div class="below">
            <a href={`/console/entries?book=${encodeURIComponent(book)}`}>{say('entries')}</a>
            <a href={`/console/suspense?book=${encodeURIComponent(book)}`}>{say('suspense')}</a>
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
