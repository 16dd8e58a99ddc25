import { Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import type { AccountNumbers } from '../bank/month-end/account-numbers.js'
import { PaymentOrder } from '../bank/payments/payment.entity.js'
import { adjustableAccounts, type AdjustableAccount } from '../bank/savings/settlement/post-adjustment.js'
import { ledgerAccountEnum } from '../bank/ledger/ledger.types.js'
import type { LedgerAccount } from '../bank/ledger/chart.js'
import { keyOfAnyId, newId } from '../kernel/ids.js'
import { market } from '../kernel/market.js'
import { parseAmount } from '../kernel/money.js'
import { Refusal } from '../kernel/refusal.js'
import { selectOne } from '../platform/database/rows.js'
import { proposers } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { inputOf } from '../platform/graphql/filters.js'
import { costOfWriting } from '../platform/graphql/limits.js'
import { InputArg } from '../platform/graphql/mutation.js'
import { MoneyScalar } from '../platform/graphql/scalars.js'
import type { ActionDeps } from './action.js'
import { proposing, type Reasoned } from './approval-mutations.types.js'
import { proposeAs } from './propose-as.js'

const voiding = proposing(
  'ProposeVoidDeposit',
  'proposing to void a deposit whose payment was reversed',
  { deposit: { type: () => ID, isRequired: true, description: 'The deposit, `PMT-...`, or its order.' } },
  ['INVALID_REFERENCE', 'PAYMENTS_UNDER_WAY', 'ACCOUNT_CLOSING', 'CLOCK_ADVANCING'],
)

const lineInput = inputOf('AdjustmentLineInput', 'A line of a journal that two people post.', {
  account: {
    type: () => ledgerAccountEnum,
    isRequired: true,
    description: `One of ${adjustableAccounts.join(', ')}.`,
  },
  amount: {
    type: () => MoneyScalar,
    isRequired: true,
    description: `In ${market.currency}: a debit is positive, a credit negative.`,
  },
})

const adjusting = proposing(
  'ProposeAdjustment',
  'proposing a journal',
  {
    lines: { type: () => [lineInput], isRequired: true, description: 'The lines, which must sum to zero.' },
    deposit: {
      type: () => ID,
      description: 'The voided deposit whose debt is reduced, where customer_receivable is among the lines.',
    },
  },
  ['INVALID_REFERENCE', 'CLOCK_ADVANCING'],
)

const closing = proposing(
  'ProposeCloseMonth',
  'proposing to close a month',
  { month: { type: () => ID, isRequired: true, description: 'The month: `2026-03`.' } },
  ['MONTH_NOT_READY'],
)

const explaining = proposing(
  'ProposeExplainLine',
  "explaining a line of the provider's settlement file",
  { line: { type: () => ID, isRequired: true, description: 'The `transactionId` of the line.' } },
  ['INVALID_REFERENCE'],
)

interface AdjustmentArgs extends Reasoned {
  readonly lines: readonly { readonly account: LedgerAccount; readonly amount: string }[]
  readonly deposit?: string | null
}

const accountOf = (account: LedgerAccount): AdjustableAccount => {
  const found = adjustableAccounts.find((adjustable) => adjustable === account)
  if (!found)
    throw new Refusal(
      'INVALID_ARGUMENT',
      `${account} cannot be adjusted: it follows from what customers have`,
    )
  return found
}

/** The amount in minor units as a text; a minus sign means a credit. */
const signedMinor = (text: string): string => {
  const isCredit = text.startsWith('-')
  const amount = parseAmount(isCredit ? text.slice(1) : text, market.currency)
  if (amount === undefined)
    throw new Refusal('INVALID_ARGUMENT', `"${text}" is no amount in ${market.currency}`)
  return String(isCredit ? -amount : amount)
}

@Resolver()
export class MoneyApprovalsResolver {
  constructor(private readonly deps: ActionDeps & { readonly accountNumbers: AccountNumbers }) {}

  @Authorized(proposers)
  @Mutation(() => voiding.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to void a deposit whose payment the provider reversed; another person approves. The books are then as if it had never ' +
      'been made: a payout on hold of its position is cancelled first, and what was paid out of it is owed to us.',
  })
  proposeVoidDeposit(
    @Ctx() context: RequestContext,
    @InputArg(voiding.input) input: Reasoned & { readonly deposit: string },
  ) {
    return voiding.answer(
      proposeAs(this.deps, context, {
        act: 'proposeVoidDeposit',
        args: input,
        input: async () => {
          const { id, customerId } = await this.orderOf(context, input.deposit)
          return { kind: 'VOID_DEPOSIT', customerId, depositId: id }
        },
      }),
    )
  }

  @Authorized(proposers)
  @Mutation(() => adjusting.payload, {
    complexity: costOfWriting,
    description:
      'Proposes a journal between accounts that belong to no customer, or to reduce a debt; another person approves.',
  })
  proposeAdjustment(@Ctx() context: RequestContext, @InputArg(adjusting.input) input: AdjustmentArgs) {
    return adjusting.answer(
      proposeAs(this.deps, context, {
        act: 'proposeAdjustment',
        args: input,
        input: async () => {
          const order = input.deposit == null ? undefined : await this.orderOf(context, input.deposit)
          return {
            kind: 'POST_ADJUSTMENT',
            customerId: order?.customerId ?? null,
            adjustmentId: `ADJ-${newId(context.call.now)}`,
            depositId: order?.id ?? null,
            lines: input.lines.map(({ account, amount }) => ({
              account: accountOf(account),
              amount: signedMinor(amount),
            })),
          }
        },
      }),
    )
  }

  @Authorized(proposers)
  @Mutation(() => closing.payload, {
    complexity: costOfWriting,
    description:
      'Proposes to close a month of the books; another person approves. Nothing more is booked in it then: what comes later is ' +
      'booked on the first open day.',
  })
  proposeCloseMonth(
    @Ctx() context: RequestContext,
    @InputArg(closing.input) input: Reasoned & { readonly month: string },
  ) {
    return closing.answer(
      proposeAs(this.deps, context, {
        act: 'proposeCloseMonth',
        args: input,
        input: () => ({
          kind: 'CLOSE_MONTH',
          month: input.month,
          proposedBy: context.call.actor.name,
          numbers: this.deps.accountNumbers,
        }),
      }),
    )
  }

  @Authorized(proposers)
  @Mutation(() => explaining.payload, {
    complexity: costOfWriting,
    description:
      "Explains, in the reason, a line of the provider's settlement file that belongs to none of our orders; another person approves. " +
      'It posts nothing.',
  })
  proposeExplainLine(
    @Ctx() context: RequestContext,
    @InputArg(explaining.input) input: Reasoned & { readonly line: string },
  ) {
    return explaining.answer(
      proposeAs(this.deps, context, {
        act: 'proposeExplainLine',
        args: input,
        input: () => ({ kind: 'EXPLAIN_LINE', transactionId: input.line }),
      }),
    )
  }

  /** Refuses: INVALID_REFERENCE. */
  private async orderOf({ read }: RequestContext, id: string): Promise<PaymentOrder> {
    const key = keyOfAnyId(id)
    const order = await selectOne(read, PaymentOrder, 'WHERE id = ?', [key])
    if (order?.id !== key || order.kind !== 'COLLECT')
      throw new Refusal('INVALID_REFERENCE', 'There is no deposit of this id')
    return order
  }
}
