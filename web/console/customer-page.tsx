import { msisdn } from '../shared/format.js'
import { knowsCustomers, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './ask.js'
import { ConsoleCustomer } from './console-customer.graphql'
import { ConsoleUnderWay } from './console-under-way.graphql'
import { Facts, Loading } from './facts.js'
import { KnownRows, ListPart } from './list-page.js'
import { listOf, parts, type Row } from './lists.js'
import { Trouble } from './table.js'
import { nameOf, say } from './words.js'

const dayMs = 86_400_000

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** How long a position has to go, by the date of its own book. */
const withDaysLeft = (row: Row): Row => {
  const days = daysBetween(String(row['asOf']), String(row['maturityDate']))
  const left = days > 0 ? say('daysLeft', { count: days }) : say('matured')
  return { ...row, left: row['status'] === 'CLOSED' ? '' : left }
}

/** Words of the schema as people say them; of a proposal the first, since a reason follows, and of a note none. */
const told = (row: Row): Row => {
  const { kind, detail } = row
  if (typeof detail !== 'string' || kind === 'NOTE') return row
  const [first = '', ...rest] = detail.split(' ')
  return { ...row, detail: [nameOf(first), ...(kind === 'PROPOSED' ? rest : rest.map(nameOf))].join(' ') }
}

const UnderWay = ({ number }: { number: string }) => {
  const variables = { msisdn: number }
  const answer = useAnswer(ConsoleUnderWay, variables)
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  return (
    <KnownRows
      title="underWay"
      columns="on kind amount standing heldUntil message"
      rows={answer.data.moneyUnderWay}
      document={ConsoleUnderWay}
      variables={variables}
    />
  )
}

export const CustomerPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleCustomer, { id })
  const customer = answer.data?.customerById
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  if (!customer) return <p>{say('noCustomer')}</p>
  const { msisdn: number, ...facts } = customer
  const knows = knowsCustomers(session.value?.roles ?? [])
  const theirs = { customer: customer.id }
  return (
    <>
      <h1>{msisdn(number)}</h1>
      <Facts row={facts} />
      <Actions
        list={[
          ['note', { about: 'CUSTOMER', subject: customer.id }],
          ['print', theirs],
          ...(customer.account
            ? ([
                ['block', theirs],
                ...customer.account.blocks.map(
                  ({ id: block, cause }) => ['unblock', { block }, nameOf(cause)] as const,
                ),
                ['changeMsisdn', theirs],
                ['email', { msisdn: number }],
                ['optOut', { msisdn: number }],
              ] as const)
            : []),
          ...(customer.clock ? ([['reset', { msisdn: number }]] as const) : []),
        ]}
        then={answer.again}
      />
      {knows ? (
        <>
          <UnderWay number={number} />
          <ListPart list={listOf('approvals')} filter={theirs} sort="NEWEST" />
          <ListPart list={listOf('notes')} filter={theirs} />
        </>
      ) : null}
      <ListPart list={listOf('blocks')} filter={theirs} />
      <ListPart
        list={{
          ...listOf('positions'),
          columns: 'label status startDate maturityDate left principal currentBalance accrued'.split(' '),
        }}
        filter={theirs}
        sort="NEWEST"
        tell={withDaysLeft}
      />
      <ListPart list={listOf('orders')} filter={theirs} />
      <ListPart list={listOf('payouts')} filter={theirs} />
      <ListPart list={listOf('reviews')} filter={theirs} sort="NEWEST" />
      <ListPart list={listOf('statements')} filter={theirs} />
      <ListPart list={listOf('shown')} filter={theirs} />
      <ListPart list={listOf('accounts')} filter={theirs} />
      {knows ? <ListPart list={parts.history} variables={{ id: customer.id }} tell={told} /> : null}
    </>
  )
}
