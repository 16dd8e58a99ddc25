import { money } from '../shared/format.js'
import { knowsCustomers, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './ask.js'
import { ConsoleNotes } from './console-notes.graphql'
import { ConsoleOrder } from './console-order.graphql'
import { ConsolePayout } from './console-payout.graphql'
import { ConsoleReview } from './console-review.graphql'
import { Facts, Loading } from './facts.js'
import type { Row } from './lists.js'
import { Section, Trouble } from './table.js'
import { nameOf, say } from './words.js'

/** What the wallet was asked and what it said, by attempt. */
const attempts =
  'attempt part amount status failureReason providerReason providerTransactionId sends polls sentAt settledAt id'

/** What others wrote down about the thing, for who knows customers. */
const Notes = ({ subject }: { subject: string }) => {
  const answer = useAnswer(ConsoleNotes, { subject })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  return <Section title="notes" columns="at author text" rows={answer.data.notes.nodes} />
}

const knows = (): boolean => knowsCustomers(session.value?.roles ?? [])

const asTransfers = (rows: readonly Row[]): Row[] => rows.map((one) => ({ ...one, sends: one['sends'] ?? 0 }))

export const OrderPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleOrder, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { order, reviewCases } = answer.data
  if (!order) return <p>{say('noOrder')}</p>
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
      <Section
        title="attempts"
        columns={attempts}
        rows={asTransfers(payout && payout.transfers.length > 0 ? payout.transfers : [order])}
      />
      <Section title="reviews" columns="openedAt id kind state detail resolution" rows={reviewCases.nodes} />
      {knows() ? <Notes subject={order.id} /> : null}
    </>
  )
}

export const PayoutPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsolePayout, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { payout } = answer.data
  if (!payout) return <p>{say('noOrder')}</p>
  const { transfers, ...facts } = payout
  return (
    <>
      <h1>
        {say('payout')} · {money(payout.amount, payout.currency)}
      </h1>
      <Facts row={facts} />
      <Actions
        list={[
          ['note', { about: 'PAYOUT', subject: payout.id }],
          ...(payout.status === 'ON_HOLD' ? ([['cancelPayout', { payout: payout.id }]] as const) : []),
        ]}
        then={answer.again}
      />
      <Section title="attempts" columns={attempts} rows={asTransfers(transfers)} />
      {knows() ? <Notes subject={payout.id} /> : null}
    </>
  )
}

export const ReviewPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleReview, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const review = answer.data.node
  if (!review || !('state' in review)) return <p>{say('nothing')}</p>
  const { order, resolution, customer, ...facts } = review
  return (
    <>
      <h1>
        {say('review')} · {nameOf(review.kind)}
      </h1>
      <Facts row={{ ...facts, customer }} />
      <Actions
        list={[
          ['note', { about: 'REVIEW_CASE', subject: review.id }],
          ...(review.state === 'OPEN' ? ([['resolve', { caseId: review.id }]] as const) : []),
        ]}
        then={answer.again}
      />
      {resolution ? (
        <section>
          <h2>{say('proposed')}</h2>
          <Facts row={resolution} />
          {review.state === 'PROPOSED' ? <a href="/console/approvals">{say('approvals')}</a> : null}
        </section>
      ) : null}
      {order ? <Section title="attempts" columns={attempts} rows={asTransfers([order])} /> : null}
      {knows() ? <Notes subject={review.id} /> : null}
    </>
  )
}
