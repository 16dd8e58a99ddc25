import type { Instant } from '../../kernel/clock.js'
import { walletDelayMs, type DemoBank } from './bank.js'
import type { Random } from './random.js'
import { columns, text } from '../../platform/database/read-row.js'

const paymentFailures = [
  ['NOT_ENOUGH_FUNDS', 40],
  ['APPROVAL_REJECTED', 25],
  ['EXPIRED', 20],
  ['PAYER_LIMIT_REACHED', 10],
  ['PAYER_NOT_FOUND', 5],
] as const
const payoutFailures = [
  ['PAYEE_LIMIT_REACHED', 50],
  ['PAYEE_NOT_FOUND', 25],
  ['EXPIRED', 25],
] as const

const minuteMs = 60_000

export interface DemoWallet {
  /** Dispatches everything that is due and settles it, except what the provider delays. */
  readonly settle: () => Promise<void>
}

const sentOf = columns({ id: text, kind: text })

/** The outcomes of payments: mostly success, some refused, some late, and a few without an answer. */
export const createWallet = (bank: DemoBank, random: Random): DemoWallet => {
  const late: { readonly id: string; readonly at: Instant }[] = []
  let chosenUntil: Instant = 0

  const sentSince = () =>
    bank.rows(
      `SELECT id, kind FROM payment_orders WHERE created_at > ? AND status = 'SUBMITTED' ORDER BY created_at, id`,
      [chosenUntil],
    )

  const chooseEnds = async (): Promise<void> => {
    for (const { id, kind } of (await sentSince()).map(sentOf)) {
      const isPayment = kind === 'COLLECT'
      const luck = random.next() * 1000
      if (luck < (isPayment ? 70 : 25)) {
        const reason = random.weighted<string>(isPayment ? paymentFailures : payoutFailures)
        await bank.end(id, { status: 'FAILED', reason })
      } else if (luck > (isPayment ? 997 : 992)) {
        await bank.end(id, { status: 'PENDING' })
      } else if (luck > 940) {
        await bank.end(id, { status: 'PENDING' })
        late.push({ id, at: bank.now() + random.whole(3, 240) * minuteMs })
      }
    }
    chosenUntil = bank.now()
  }

  const endLate = async (): Promise<void> => {
    const due = late.filter(({ at }) => at <= bank.now())
    for (const one of due) {
      late.splice(late.indexOf(one), 1)
      await bank.end(one.id, { status: 'SUCCESSFUL' })
    }
  }

  return {
    settle: async () => {
      await endLate()
      await bank.work('leave-savings', 'release-holds', 'dispatch-orders')
      await chooseEnds()
      bank.wait(walletDelayMs + random.whole(1, 40) * 1000)
      await bank.work('poll-orders', 'leave-savings', 'dispatch-orders')
    },
  }
}
