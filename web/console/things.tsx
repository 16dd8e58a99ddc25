import { useState } from 'preact/hooks'
import { moment, money, msisdn } from '../shared/format.js'
import { act, useAnswer } from './ask.js'
import { Cell } from './cell.js'
import { ConsoleApprovals, type ConsoleApprovalsResult } from './console-approvals.graphql'
import { ConsoleApprove } from './console-approve.graphql'
import { ConsoleCustomer } from './console-customer.graphql'
import { ConsoleOrder } from './console-order.graphql'
import { ConsoleReject } from './console-reject.graphql'
import { ConsoleSearch } from './console-search.graphql'
import { ConsoleTrialBalance } from './console-trial-balance.graphql'
import { ConsoleWithdraw } from './console-withdraw.graphql'
import type { Row } from './lists.js'
import { go, route } from './route.js'
import { session } from '../shared/session.js'
import { Table, Trouble } from './table.js'
import { nameOf, say } from './words.js'

const Loading = () => (
  <p class="note" role="status">
    {say('loading')}
  </p>
)

/** Everything that one row says of itself, in its order. */
const Facts = ({ row }: { row: Row }) => (
  <dl class="facts">
    {Object.keys(row)
      .filter((name) => row[name] !== null && name !== 'currency' && name !== '__typename')
      .map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Cell column={name} row={row} />
          </dd>
        </div>
      ))}
  </dl>
)

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

export const CustomerPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleCustomer, { id })
  const customer = answer.data?.customerById
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  if (!customer) return <p>{say('noCustomer')}</p>
  const { account, accounts, positions, orders, payouts, statements, quotes, ...rest } = customer
  const section = (title: Parameters<typeof say>[0], columns: string, rows: readonly Row[]) => (
    <section>
      <h2>{say(title)}</h2>
      <Table columns={columns.split(' ')} rows={rows} label={say(title)} />
    </section>
  )
  return (
    <>
      <h1>{msisdn(customer.msisdn)}</h1>
      <Facts row={rest} />
      {section(
        'positions',
        'label status startDate maturityDate left principal currentBalance accrued',
        positions.nodes.map((one) => {
          const left = daysBetween(one.asOf, one.maturityDate)
          return {
            ...one,
            left: one.status === 'CLOSED' ? '' : left > 0 ? say('daysLeft', { count: left }) : say('matured'),
          }
        }),
      )}
      {section(
        'orders',
        'createdAt id kind amount status failureReason',
        orders.nodes.map((one) => ({ ...one, sends: 0 })),
      )}
      {section('payouts', 'exitedOn id amount status', payouts.nodes)}
      {section('statements', 'requestedAt reference status from to', statements.nodes)}
      {section('shown', 'createdAt reference amount', quotes.nodes)}
      {section('accounts', 'id status openedOn closedOn email', accounts.nodes)}
      {section('blocks', 'scope cause endsOn liftedAt', account?.blocks ?? [])}
    </>
  )
}

export const OrderPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleOrder, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { order } = answer.data
  if (!order) return <p>{say('noOrder')}</p>
  return (
    <>
      <h1>
        {nameOf(order.kind)} · {money(order.amount, order.currency)}
      </h1>
      <Facts row={order} />
    </>
  )
}

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
        {hits.map(({ customer, found }) => {
          const isOrder = found.__typename === 'PaymentOrder'
          const address = isOrder
            ? `/console/orders/${encodeURIComponent(found.id)}`
            : `/console/customers/${encodeURIComponent(customer.id)}`
          const { __typename: kind, ...facts } = found
          return (
            <li key={JSON.stringify(found) + customer.id} class="card">
              <a href={address}>{msisdn(customer.msisdn)}</a> <span class="tag">{kind}</span>{' '}
              {Object.values(facts).filter(Boolean).join(' · ')}
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
  const answer = useAnswer(ConsoleTrialBalance, { asOf, book })
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
          <Table
            columns={['account', 'currency', 'debit', 'credit']}
            rows={balance.accounts}
            label={say('ledger')}
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
          <p>
            <a href={`/console/entries?book=${encodeURIComponent(book)}`}>{say('entries')}</a>
          </p>
        </>
      ) : answer.trouble ? null : (
        <Loading />
      )}
    </>
  )
}

type Approval = ConsoleApprovalsResult['page']['nodes'][number]

const ApprovalCard = ({ approval, again }: { approval: Approval; again: () => void }) => {
  const [said, setSaid] = useState<string | undefined>()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const roles = session.value?.roles ?? []
  const { id, kind, status, customer, proposedBy, proposedAt, preview } = approval
  const send = async (what: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true)
    const refusal = await what()
    setBusy(false)
    if (refusal === undefined) again()
    else setSaid(refusal)
  }
  return (
    <li class="card approval">
      <h2>
        {nameOf(kind)} <span class="tag fair">{nameOf(status)}</span>
      </h2>
      <p class="note">{say('proposedBy', { name: proposedBy, at: moment(proposedAt) })}</p>
      <p>
        {customer ? (
          <a href={`/console/customers/${encodeURIComponent(customer.id)}`}>{msisdn(customer.msisdn)}</a>
        ) : null}
      </p>
      <p>
        {say('reason')}: {approval.reason}
      </p>
      {approval.evidence ? (
        <p>
          {say('evidence')}: {approval.evidence}
        </p>
      ) : null}
      <h3>{say('preview')}</h3>
      <ul>
        {preview.changes.map(({ field, before, after }) => (
          <li key={field}>
            {field}: <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
          </li>
        ))}
        {preview.texts.map(({ language, text }) => (
          <li key={language} lang={language}>
            {text}
          </li>
        ))}
      </ul>
      {preview.journals.map((journal) => (
        <Table
          key={journal.reference}
          columns={['account', 'dimension', 'amount']}
          rows={journal.lines}
          label={journal.reference}
        />
      ))}
      {said === undefined ? null : (
        <p class="trouble" role="alert">
          {said}
        </p>
      )}
      {status === 'OPEN' ? (
        <div class="acts">
          {roles.includes('APPROVER') ? (
            <button
              type="button"
              class="main"
              disabled={isBusy}
              onClick={() =>
                void send(() => act(ConsoleApprove, { input: { id, idempotencyKey: `${key}-approve` } }))
              }
            >
              {say('approve')}
            </button>
          ) : null}
          <div class="field">
            <label for={`reason-${id}`}>{say('reason')}</label>
            <input
              id={`reason-${id}`}
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </div>
          {roles.includes('APPROVER') ? (
            <button
              type="button"
              disabled={isBusy || reason.trim() === ''}
              onClick={() =>
                void send(() =>
                  act(ConsoleReject, { input: { id, reason, idempotencyKey: `${key}-${reason}` } }),
                )
              }
            >
              {say('reject')}
            </button>
          ) : null}
          {session.value?.name === proposedBy ? (
            <button
              type="button"
              disabled={isBusy || reason.trim() === ''}
              onClick={() =>
                void send(() =>
                  act(ConsoleWithdraw, { input: { id, reason, idempotencyKey: `${key}-${reason}` } }),
                )
              }
            >
              {say('withdraw')}
            </button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** What waits for a second person, each with what it would change. */
export const WaitingApprovals = () => {
  const answer = useAnswer(ConsoleApprovals, { first: 10, filter: { status: ['OPEN'] }, sort: 'OLDEST' })
  return (
    <>
      <h1>{say('approvals')}</h1>
      <p>
        <a href="/console/approvals?status=DONE">{say('all')}</a>
      </p>
      <Trouble answer={answer} />
      {answer.data?.page.nodes.length === 0 ? <p class="note">{say('nothing')}</p> : null}
      <ul class="approvals">
        {answer.data?.page.nodes.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} again={answer.again} />
        ))}
      </ul>
    </>
  )
}
