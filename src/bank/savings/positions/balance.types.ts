import { Field, Int, ObjectType } from 'type-graphql'
import { MoneyScalar } from '../../../platform/graphql/scalars.js'
import { formatAmount } from '../../../kernel/money.js'
import type { SavingsBalance } from './balance.read.js'

@ObjectType('SavingsBalance', {
  simpleResolvers: true,
  description:
    'All positions of a number that are not closed, in three groups. Each position is in exactly one of them.',
})
export class SavingsBalanceType {
  @Field(() => MoneyScalar, { description: 'The principal of all groups.' })
  total!: string

  @Field(() => MoneyScalar, { description: 'Principal still earning.' })
  accruing!: string

  @Field(() => MoneyScalar, { description: 'Principal matured and waiting.' })
  due!: string

  @Field(() => MoneyScalar, {
    description: 'Principal that is being paid out, and deposits that are being refunded.',
  })
  pendingWithdrawal!: string

  @Field(() => MoneyScalar, { description: 'Interest earned and not yet paid, net of tax.' })
  interest!: string

  @Field(() => Int, { description: 'Positions still earning.' })
  accruingCount!: number

  @Field(() => Int, { description: 'Positions matured and waiting.' })
  dueCount!: number

  @Field(() => Int, { description: 'Positions that are being paid out.' })
  payingOutCount!: number

  @Field(() => Int, { description: 'All positions that are not closed.' })
  positionCount!: number

  @Field(() => String, { description: 'ISO 4217 code of all amounts.' })
  currency!: string
}

export const toSavingsBalance = (balance: SavingsBalance): SavingsBalanceType => {
  const { currency, accruing, due, payingOut } = balance
  return {
    total: formatAmount(accruing.principal + due.principal + payingOut.principal, currency),
    accruing: formatAmount(accruing.principal, currency),
    due: formatAmount(due.principal, currency),
    pendingWithdrawal: formatAmount(payingOut.principal, currency),
    interest: formatAmount(balance.interest, currency),
    accruingCount: accruing.count,
    dueCount: due.count,
    payingOutCount: payingOut.count,
    positionCount: accruing.count + due.count + payingOut.count,
    currency,
  }
}
