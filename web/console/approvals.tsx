import { useState } from 'preact/hooks'
import { moment, msisdn } from '../shared/format.js'
import { session } from '../shared/session.js'
import { PreviewOf } from './acting.js'
import { act, newKeys, useAnswer } from './ask.js'
import { ConsoleApprovals, type ConsoleApprovalsResult } from './console-approvals.graphql'
import { ConsoleApprove } from './console-approve.graphql'
import { ConsoleReject } from './console-reject.graphql'
import { ConsoleWithdraw } from './console-withdraw.graphql'
import { Loading } from './facts.js'
import { Below, totalOf } from './list-page.js'
import { route } from './route.js'
import { exploreAddress, Trouble } from './table.js'
import { nameOf, say } from './words.js'

type Approval = ConsoleApprovalsResult['page']['nodes'][number]

const ApprovalCard = ({ approval, again }: { approval: Approval; again: () => void }) => {
  const [said, setSaid] = useState<string | undefined>()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [keyOf] = useState(newKeys)
  const isApprover = session.value?.roles.includes('APPROVER')
  const { id, kind, status, customer, proposedBy, proposedAt, preview } = approval
  const isMine = session.value?.name === proposedBy
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
      <PreviewOf preview={preview} />
      {said === undefined ? null : (
        <p class="trouble" role="alert">
          {said}
        </p>
      )}
      {status === 'OPEN' && (isApprover || isMine) ? (
        <div class="acts">
          {isApprover && !isMine ? (
            <button
              type="button"
              class="main"
              disabled={isBusy}
              onClick={() =>
                void send(() =>
                  act(ConsoleApprove, { input: { id, idempotencyKey: keyOf({ approve: id }) } }),
                )
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
          {isApprover && !isMine ? (
            <button
              type="button"
              disabled={isBusy || reason.trim() === ''}
              onClick={() =>
                void send(() =>
                  act(ConsoleReject, { input: { id, reason, idempotencyKey: keyOf({ reject: reason }) } }),
                )
              }
            >
              {say('reject')}
            </button>
          ) : null}
          {isMine ? (
            <button
              type="button"
              disabled={isBusy || reason.trim() === ''}
              onClick={() =>
                void send(() =>
                  act(ConsoleWithdraw, {
                    input: { id, reason, idempotencyKey: keyOf({ withdraw: reason }) },
                  }),
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

const cardsOfPage = 10

/** Whether an address asks for what waits, and for nothing else of it. */
export const isWorklist = (query: URLSearchParams): boolean =>
  query.get('status') === 'OPEN' && [...query.keys()].every((name) => name === 'status' || name === 'after')

/** What waits for a second person, each with what it would change. */
export const WaitingApprovals = () => {
  const after = route.value.query.get('after')
  const asked = { first: cardsOfPage, after, filter: { status: ['OPEN'] }, sort: 'OLDEST' } as const
  const answer = useAnswer(ConsoleApprovals, asked)
  const page = answer.data?.page
  return (
    <>
      <div class="page-head">
        <h1>{say('approvals')}</h1>
        {page ? <span class="note">{totalOf(page)}</span> : null}
        <a href="/console/approvals">{say('all')}</a>
      </div>
      <Trouble answer={answer} />
      {page || answer.trouble ? null : <Loading />}
      {page?.nodes.length === 0 ? <p class="note">{say('nothing')}</p> : null}
      <ul class="approvals">
        {page?.nodes.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} again={answer.again} />
        ))}
      </ul>
      <Below
        prefix=""
        next={page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined}
        operation={exploreAddress(ConsoleApprovals, asked)}
      />
    </>
  )
}
