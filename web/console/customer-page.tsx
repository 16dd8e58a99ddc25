import { msisdn } from '../shared/format.js'
import { knowsCustomers, readsRecords, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './requests.js'
import { ConsoleCustomer } from './console-customer.graphql'
import {
  ConsoleCustomerMore,
  type ConsoleCustomerMoreResult,
  type ConsoleCustomerMoreVariables,
} from './console-customer-more.graphql'
import { Facts, Loading } from './facts.js'
import { KnownRows, ListPart } from './list-page.js'
import { listOf, parts, type Row } from './lists.js'
import { historyKinds } from './schema-words.js'
import { TroubleNotice } from './table.js'
import { nameIn, nameOf, translate } from './words.js'

const dayMs = 86_400_000

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The days until a position matures, by the date of its own book; none once it is withdrawn. */
const withDaysLeft = (row: Row): Row => {
  const days = daysBetween(String(row['asOf']), String(row['maturityDate']))
  const left = days === 1 ? translate('dayLeft') : translate('daysLeft', { count: days })
  const { status } = row
  return { ...row, left: status === 'ACCRUING' ? left : status === 'MATURED' ? translate('matured') : '' }
}

/**
 * The details of an event in readable words. The detail of a proposal or a case is a word of the schema and then a text,
 * which stays as it is; a note, and what the customer read, is a text alone.
 */
const withReadableDetail = (row: Row): Row => {
  const { detail } = row
  const kind = String(row['kind'])
  if (typeof detail !== 'string' || /NOTE|TEXT/.test(kind)) return row
  const [first = '', ...rest] = detail.split(' ')
  const ofColumn = kind.startsWith('STATEMENT') ? 'period' : 'detail'
  const words = [nameIn(ofColumn, first), ...(/PROPOSED|CASE_O/.test(kind) ? rest : rest.map(nameOf))]
  return { ...row, detail: words.join(' ') }
}

type HistoryKinds = ConsoleCustomerMoreVariables['happened']

/** All kinds of events except reads: those are listed in the access log. */
const happened = Object.keys(historyKinds).filter((kind) => kind !== 'READ') as HistoryKinds[number][]

const CustomerLists = ({ id, data: { of, ...pages } }: { id: string; data: ConsoleCustomerMoreResult }) => (
  <>
    {(['payouts', 'reviews', 'statements', 'shown', 'accounts'] as const).map((name) => (
      <ListPart
        key={name}
        list={listOf(name)}
        filter={{ customer: id }}
        given={{ page: pages[name] }}
        {...(name === 'reviews' ? { sort: 'NEWEST' } : {})}
      />
    ))}
    {of ? (
      <ListPart
        list={parts.history}
        variables={{ id }}
        defaultFilter={{ kind: happened }}
        given={{ of }}
        mapRow={withReadableDetail}
      />
    ) : null}
  </>
)

/** Two queries fetch the whole page; a table that is filtered or paged has its own query. */
export const CustomerPage = ({ id }: { id: string }) => {
  const roles = session.value?.roles ?? []
  const [isRecordReader, knows] = [readsRecords(roles), knowsCustomers(roles)]
  const answer = useAnswer(ConsoleCustomer, { id, isRecordReader })
  const known = answer.data?.customerById
  const asked = { id, happened, isRecordReader, knows, ...(knows && known && { msisdn: known.msisdn }) }
  const more = useAnswer(known ? ConsoleCustomerMore : undefined, asked)
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const { customerById: customer, approvals, notes, blocks, positions, orders } = answer.data
  if (!customer) return <p>{translate('unknown')}</p>
  const { msisdn: number, ...facts } = customer
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
      {more.data?.moneyUnderWay ? (
        <KnownRows
          title="underWay"
          columns="on kind amount standing heldUntil message"
          rows={more.data.moneyUnderWay.map((row) => ({ ...row, customer }))}
          document={ConsoleCustomerMore}
          variables={asked}
        />
      ) : null}
      {approvals ? (
        <ListPart list={listOf('approvals')} filter={theirs} sort="NEWEST" given={{ page: approvals }} />
      ) : null}
      {notes ? <ListPart list={listOf('notes')} filter={theirs} given={{ page: notes }} /> : null}
      <ListPart list={listOf('blocks')} filter={theirs} given={{ page: blocks }} />
      <ListPart
        list={{
          ...listOf('positions'),
          columns: 'label status startDate maturityDate left principal currentBalance accrued'.split(' '),
        }}
        filter={theirs}
        sort="NEWEST"
        mapRow={withDaysLeft}
        given={{ page: positions }}
      />
      <ListPart list={listOf('orders')} filter={theirs} given={{ page: orders }} />
      {more.data ? (
        <CustomerLists id={customer.id} data={more.data} />
      ) : more.trouble ? (
        <TroubleNotice answer={more} />
      ) : (
        <Loading />
      )}
    </>
  )
}
