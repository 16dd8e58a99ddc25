import type { Contents } from '../../src/bank/statements/contents/contents.read.js'
import { partsOf } from './contract.js'
import { hasArrived, type Account, type Facts } from './facts.js'
import { dateOf, dayOf, principalOf, sum } from './figures.js'
import { entriesOf } from '../support/typed.js'

/** Reads the contents of an account's statement for a range of days. */
export type Print = (account: Account, from: string, to: string) => Promise<Contents>

const begin = '2000-01-01'
const end = '2099-12-31'

const textOf = ({ nameOf, ...contents }: Contents): string =>
  JSON.stringify({ ...contents, names: [...nameOf] }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** The last printed statement of each account, which ended with a closed day. */
export type Printed = Map<string, { readonly to: string; readonly text: string; readonly closing: bigint }>

const lastClosedDay = ({ customers, clocks }: Facts, { customer }: Account): string | undefined => {
  const clock = clocks.get(customers.get(customer)?.clock ?? 'system')
  return clock && dateOf(dayOf(clock.nowOn) - 1)
}

/**
 * Prints an account's last statement again, which must not change, and the next one, which must begin with its
 * closing balance.
 */
export const statementProblems = async (
  print: Print,
  facts: Facts,
  account: Account,
  printed: Printed,
  isLast = false,
): Promise<string[]> => {
  const to = lastClosedDay(facts, account)
  if (to === undefined) return []
  const problems: string[] = []
  const before = printed.get(account.id)
  if (before) {
    const again = textOf(await print(account, begin, before.to))
    if (again !== before.text)
      problems.push(`the statement of ${account.id} to ${before.to} was ${before.text} and is ${again}`)
    const next = await print(account, dateOf(dayOf(before.to) + 1), to < before.to ? before.to : to)
    if (next.opening !== before.closing)
      problems.push(
        `the statement of ${account.id} after ${before.to} opens with ${next.opening}, and not ${before.closing}`,
      )
  }
  if (isLast) return problems
  const contents = await print(account, begin, to)
  printed.set(account.id, { to, text: textOf(contents), closing: contents.closing })
  return problems
}

/** Compares a full statement with what was promised, booked and paid. */
export const fullStatementProblems = async (
  print: Print,
  facts: Facts,
  account: Account,
): Promise<string[]> => {
  // Accounts with a voided deposit are left out: the audit of the books checks their figures.
  if ([...facts.voided.keys()].some((id) => facts.orders.get(id)?.account === account.id)) return []
  const { totals, opening, closing, movements } = await print(account, begin, end)
  const orders = [...facts.orders.values()].filter((order) => order.account === account.id)
  const payouts = [...facts.payouts.values()].filter((payout) => payout.account === account.id)
  const taken = orders.filter(({ kind, status }) => kind === 'COLLECT' && status === 'SUCCESSFUL')
  const sent = orders.filter((order) => order.kind === 'PAY_OUT' && hasArrived(order))
  const open = payouts.filter(({ isOpen }) => isOpen)
  const amounts = (all: readonly { readonly amount: bigint }[]) => sum(all.map(({ amount }) => amount))
  const saved = [...facts.savings.values()].filter((saving) => saving.account === account.id)
  const kept = saved.filter(({ id }) => !open.some((payout) => payout.saving === id))
  const owed =
    sum(kept.map(({ id }) => principalOf(partsOf(facts, id)))) +
    amounts(open) +
    amounts(taken.filter(({ id }) => !facts.deposits.has(id))) -
    amounts(sent)
  const expected = {
    opening: 0n,
    paidIn: amounts(taken),
    paidOut: amounts(sent),
    interest: sum(open.map(({ interest }) => interest)),
    tax: sum(open.map(({ tax }) => tax)),
    closing: owed,
  }
  const shown = { ...totals, opening, closing }
  const problems = entriesOf(expected)
    .filter(([name, value]) => shown[name] !== value)
    .map(([name, value]) => `the statement of ${account.id} says ${name} ${shown[name]}, and not ${value}`)
  for (const { id, status, amount } of open) {
    const lines = movements.filter(({ kind, reference }) => kind === 'WITHDRAWAL' && reference === id)
    const paid = -sum(lines.map((line) => line.amount))
    if (status === 'PAID' && paid !== amount)
      problems.push(`the statement of ${account.id} says ${paid} of payout ${id}, which was ${amount}`)
  }
  return problems
}
