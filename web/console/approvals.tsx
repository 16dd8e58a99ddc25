import { moment, money, msisdn } from '../shared/format.js'
import { PreviewOf } from './acting.js'
import { useAnswer } from './requests.js'
import { ConsoleApproval } from './console-approval.graphql'
import { ConsoleApprovals, type ConsoleApprovalsResult } from './console-approvals.graphql'
import { toneOf } from './cell.js'
import { Deciding } from './deciding.js'
import { Loading } from './facts.js'
import { Below, totalOf } from './list-page.js'
import { route } from './route.js'
import { exploreAddress, TroubleNotice } from './table.js'
import { countsVersion } from './waiting.js'
import { nameOf, translate } from './words.js'

type Approval = ConsoleApprovalsResult['page']['nodes'][number]

/** One text of a proposal, such as its reason, under its name; nothing when there is no text. */
const NamedText = ({ name, value }: { name: string; value: string | null }) =>
  value ? (
    <p>
      {translate('colon', { name: nameOf(name) })} {value}
    </p>
  ) : null

const ApprovalCard = ({ approval, again }: { approval: Approval; again: () => void }) => {
  const { id, kind, status, customer, proposedBy, proposedAt, expiresAt, decidedBy, decidedAt } = approval
  const isOpen = status === 'OPEN'
  return (
    <li class="card approval">
      <h2>
        <a href={`/console/approvals/${encodeURIComponent(id)}`}>{nameOf(kind)}</a>{' '}
        <span class={toneOf(status)}>{nameOf(status)}</span>
      </h2>
      <p class="note">
        {translate('proposedBy', { name: proposedBy, at: moment(proposedAt) })}
        {isOpen && expiresAt ? ` · ${translate('expires', { at: moment(expiresAt) })}` : ''}
      </p>
      {decidedBy ? (
        <p class="note">
          {translate('decidedBy', { name: decidedBy, at: decidedAt ? moment(decidedAt) : '' })}
        </p>
      ) : null}
      <NamedText name="decisionReason" value={approval.decisionReason} />
      {customer ? (
        <p>
          <a href={`/console/customers/${encodeURIComponent(customer.id)}`}>{msisdn(customer.msisdn)}</a>
        </p>
      ) : null}
      <NamedText name="reason" value={approval.reason && nameOf(approval.reason)} />
      <NamedText name="evidence" value={approval.evidence} />
      <NamedText
        name="amount"
        value={approval.amount && money(approval.amount, approval.currency ?? undefined)}
      />
      <PreviewOf preview={approval.preview} isOpen={isOpen} />
      {isOpen ? <Deciding id={id} isMine={approval.isMine} then={again} /> : null}
    </li>
  )
}

const cardsOfPage = 10

/** Whether an address lists open proposals, all or only those that wait for the person, without any other filter. */
export const isWorklist = (query: URLSearchParams): boolean =>
  query.get('status') === 'OPEN' &&
  [...query.keys()].every((name) => ['status', 'waitingForMe', 'after'].includes(name))

/** The proposals that wait for a second person, each with its changes. */
export const WaitingApprovals = () => {
  const { query } = route.value
  const isMine = query.get('waitingForMe') === 'true'
  const filter = { status: ['OPEN' as const], ...(isMine && { waitingForMe: true }) }
  const asked = { first: cardsOfPage, after: query.get('after'), filter, sort: 'OLDEST' } as const
  const answer = useAnswer(ConsoleApprovals, asked, { refreshKey: countsVersion.value })
  const page = answer.data?.page
  return (
    <>
      <div class="page-head">
        <h1>{translate(isMine ? 'approvalsMine' : 'approvals')}</h1>
        {page ? <span class="note">{totalOf(page)}</span> : null}
        {isMine ? <a href="/console/approvals?status=OPEN">{translate('approvalsOpen')}</a> : null}
        <a href="/console/approvals">{translate('all')}</a>
      </div>
      <TroubleNotice answer={answer} />
      {page || answer.trouble ? null : <Loading />}
      {page?.nodes.length === 0 ? <p class="note">{translate('nothing')}</p> : null}
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

/** One proposal; after its decision also who decided, and why. */
export const ApprovalPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleApproval, { id })
  if (!answer.data) return answer.trouble ? <TroubleNotice answer={answer} /> : <Loading />
  const { approval } = answer.data
  return (
    <>
      <h1>{translate('approvals')}</h1>
      {approval?.__typename === 'Approval' ? (
        <ul class="approvals">
          <ApprovalCard approval={approval} again={answer.again} />
        </ul>
      ) : (
        <p>{translate('unknown')}</p>
      )}
    </>
  )
}
