import { useState } from 'preact/hooks'
import { session } from '../shared/session.js'
import { act, newKeys } from './requests.js'
import { ConsoleApprove } from './console-approve.graphql'
import { ConsoleReject } from './console-reject.graphql'
import { ConsoleWithdraw } from './console-withdraw.graphql'
import { translate } from './words.js'

interface OpenProposal {
  readonly id: string
  /** Whether the signed-in person made the proposal: then they may only withdraw it. */
  readonly isMine: boolean
  readonly then: () => void
}

/** The decisions that the person may take on an open proposal; rejecting or withdrawing needs a reason. */
export const Deciding = ({ id, isMine, then }: OpenProposal) => {
  const [refusal, setRefusal] = useState<string | undefined>()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [keyOf] = useState(newKeys)
  if (!isMine && !session.value?.roles.includes('APPROVER')) return null
  const send = async (what: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true)
    const problem = await what()
    setBusy(false)
    if (problem === undefined) then()
    else setRefusal(problem)
  }
  const approve = () => act(ConsoleApprove, { input: { id, idempotencyKey: keyOf({ approve: id }) } })
  const end = () => {
    const input = { id, reason, idempotencyKey: keyOf({ end: reason }) }
    return isMine ? act(ConsoleWithdraw, { input }) : act(ConsoleReject, { input })
  }
  return (
    <>
      {refusal === undefined ? null : (
        <p class="trouble" role="alert">
          {refusal}
        </p>
      )}
      <div class="acts deciding">
        {isMine ? null : (
          <button type="button" class="main" disabled={isBusy} onClick={() => void send(approve)}>
            {translate('approve')}
          </button>
        )}
        <div class="field">
          <label for={`reason-${id}`}>{translate('reason')}</label>
          <input
            id={`reason-${id}`}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        <button type="button" disabled={isBusy || reason.trim() === ''} onClick={() => void send(end)}>
          {translate(isMine ? 'withdraw' : 'reject')}
        </button>
      </div>
    </>
  )
}
