import { msisdn } from '../shared/format.js'
import { knowsCustomers, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './ask.js'
import { ConsoleCustomer } from './console-customer.graphql'
import { ConsoleUnderWay } from './console-under-way.graphql'
import { Facts, Loading } from './facts.js'
import { History } from './history.js'
import { Section, Table, Trouble } from './table.js'
import { nameOf, say } from './words.js'

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** For who knows the customer: what is under way, and what others wrote down. */
const Known = ({ id, number }: { id: string; number: string }) => {
  const answer = useAnswer(ConsoleUnderWay, { id, msisdn: number })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { moneyUnderWay, approvals, notes } = answer.data
  return (
    <>
      <Section title="underWay" columns="on kind amount standing heldUntil message" rows={moneyUnderWay} />
      {approvals.nodes.length === 0 ? null : (
        <Section
          title="approvals"
          columns="proposedAt kind status proposedBy reason"
          rows={approvals.nodes}
        />
      )}
      <Section title="notes" columns="at author about text" rows={notes.nodes} />
    </>
  )
}

export const CustomerPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleCustomer, { id })
  const customer = answer.data?.customerById
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  if (!customer) return <p>{say('noCustomer')}</p>
  const {
    account,
    accounts,
    positions,
    orders,
    payouts,
    statements,
    quotes,
    reviewCases,
    msisdn: number,
    ...rest
  } = customer
  const knows = knowsCustomers(session.value?.roles ?? [])
  const { again } = answer
  const blocks = account?.blocks ?? []
  return (
    <>
      <h1>{msisdn(number)}</h1>
      <Facts row={rest} />
      <Actions
        list={[
          ['note', { about: 'CUSTOMER', subject: customer.id }],
          ...(account
            ? ([
                ['block', { customer: customer.id }],
                ['changeMsisdn', { customer: customer.id }],
                ['email', { msisdn: number }],
                ['optOut', { msisdn: number }],
              ] as const)
            : []),
        ]}
        then={again}
      />
      {knows ? <Known id={customer.id} number={number} /> : null}
      {blocks.length === 0 ? null : (
        <section>
          <h2>{say('blocks')}</h2>
          <Table
            columns={['cause', 'scope', 'placedAt', 'endsOn', 'fallsAt']}
            rows={blocks}
            label={say('blocks')}
          />
          <Actions
            list={blocks.map(({ id: block, cause }) => ['unblock', { block }, nameOf(cause)] as const)}
            then={again}
          />
        </section>
      )}
      <Section
        title="positions"
        columns="label status startDate maturityDate left principal currentBalance accrued"
        rows={positions.nodes.map((one) => {
          const left = daysBetween(one.asOf, one.maturityDate)
          return {
            ...one,
            left: one.status === 'CLOSED' ? '' : left > 0 ? say('daysLeft', { count: left }) : say('matured'),
          }
        })}
      />
      <Section
        title="orders"
        columns="createdAt id kind amount status failureReason"
        rows={orders.nodes.map((one) => ({ ...one, sends: 0 }))}
      />
      <Section title="payouts" columns="exitedOn id amount status" rows={payouts.nodes} />
      {reviewCases.nodes.length === 0 ? null : (
        <Section title="reviews" columns="openedAt id kind state detail" rows={reviewCases.nodes} />
      )}
      <Section title="statements" columns="requestedAt reference status from to" rows={statements.nodes} />
      <Section title="shown" columns="createdAt reference amount" rows={quotes.nodes} />
      <Section title="accounts" columns="id status openedOn closedOn email" rows={accounts.nodes} />
      {knows ? <History id={customer.id} /> : null}
    </>
  )
}
