import { money } from '../shared/format.js'
import { readsRecords, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './requests.js'
import { ConsoleOrder } from './console-order.graphql'
import { ConsolePayout } from './console-payout.graphql'
import { ConsoleReview } from './console-review.graphql'
import { Facts, Loading } from './facts.js'
import { KnownRows, ListPart } from './list-page.js'
import { listOf, type Row } from './lists.js'
import { TroubleNotice } from './table.js'
import { nameOf, translate } from './words.js'

/** The columns of an order's attempts: what we sent to the wallet provider, and what it answered. */
const attempts =
  'attempt part amount status failureReason providerReason providerTransactionId sends polls sentAt settledAt id'

/** Notes by staff about the object. */
const Notes = ({ subject }: { subject: string }) =>
  readsRecords(session.value?.roles ?? []) ? (
    <ListPart list={listOf('notes')} filter={{ subject: [subject] }} />
  ) : null

interface Attempted {
  readonly rows: readonly Row[]
  readonly document: { readonly id: string }
  readonly id: string
}

const Attempts = ({ rows, document, id }: Attempted) => (
  <KnownRows
    title="attempts"
    columns={attempts}
    rows={rows.map((one) => ({ ...one, sends: one['sends'] ?? 0 }))}
    document={document}
    variables={{ id }}
  />
)

export const OrderPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleOrder, { id })
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const { order } = answer.data
  if (!order) return <p>{translate('unknown')}</p>
  const { payout, ...facts } = order
  return (
    <>
      <h1>
        {nameOf(order.kind)} · {money(order.amount, order.currency)}
      </h1>
      <Facts row={{ ...facts, payout: payout && { id: payout.id, exitedOn: payout.exitedOn } }} />
      <Actions
        list={[
          ['note', { about: 'PAYMENT_ORDER', subject: order.id }],
          ...(order.kind === 'COLLECT' && order.status === 'SUCCESSFUL'
            ? ([['voidDeposit', { deposit: order.id }]] as const)
            : []),
        ]}
        then={answer.again}
      />
      <Attempts
        rows={payout && payout.transfers.length > 0 ? payout.transfers : [order]}
        document={ConsoleOrder}
        id={id}
      />
      <ListPart list={listOf('reviews')} filter={{ order: [order.id] }} sort="NEWEST" />
      <Notes subject={order.id} />
    </>
  )
}

export const PayoutPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsolePayout, { id })
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const { payout } = answer.data
  if (!payout) return <p>{translate('unknown')}</p>
  const { transfers, ...facts } = payout
  return (
    <>
      <h1>
        {translate('payout')} · {money(payout.amount, payout.currency)}
      </h1>
      <Facts row={facts} />
      <Actions
        list={[
          ['note', { about: 'PAYOUT', subject: payout.id }],
          ...(payout.status === 'ON_HOLD' ? ([['cancelPayout', { payout: payout.id }]] as const) : []),
        ]}
        then={answer.again}
      />
      <Attempts rows={transfers} document={ConsolePayout} id={id} />
      <Notes subject={payout.id} />
    </>
  )
}

export const ReviewPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleReview, { id })
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const review = answer.data.node
  if (!review || !('state' in review)) return <p>{translate('unknown')}</p>
  const { order, resolution, customer, isMine, ...facts } = review
  const me = session.value?.name
  return (
    <>
      <h1>
        {translate('review')} · {nameOf(review.kind)}
      </h1>
      <Facts row={{ ...facts, customer, order }} />
      <Actions
        list={[
          ['note', { about: 'REVIEW_CASE', subject: review.id }],
          ...(review.state === 'RESOLVED'
            ? []
            : ([
                ...(isMine ? [] : ([['take', { caseId: review.id, to: me }]] as const)),
                ['assign', { caseId: review.id }],
              ] as const)),
          ...(review.state === 'OPEN' ? ([['resolve', { caseId: review.id }]] as const) : []),
        ]}
        then={answer.again}
      />
      {resolution ? (
        <section>
          <h2>{translate('proposed')}</h2>
          <Facts row={resolution} />
          {review.state === 'PROPOSED' ? <a href="/console/approvals">{translate('approvals')}</a> : null}
        </section>
      ) : null}
      {order ? <Attempts rows={[order]} document={ConsoleReview} id={id} /> : null}
      <Notes subject={review.id} />
    </>
  )
}
