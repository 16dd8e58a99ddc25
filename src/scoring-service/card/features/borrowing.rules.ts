import { amountOf } from './amounts.rules.js'
import type { Facts } from './features.rules.js'
import { units } from './statistics.rules.js'
import type { RowKind } from '../rows/wordings.js'

interface Events {
  readonly count: number
  readonly sum: number
  readonly average: number
  readonly highest: number
}

const eventsOf = ({ dossier }: Facts, kind: RowKind): Events => {
  const amounts = dossier.flows.filter((row) => row.kind === kind && amountOf(row) > 0).map(amountOf)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return {
    count: amounts.length,
    sum,
    average: amounts.length === 0 ? 0 : sum / amounts.length,
    highest: amounts.reduce((highest, amount) => Math.max(highest, amount), 0),
  }
}

/** `borrowing_character` (docs/scoring-contract.md#pars): counts and sums over the rows as they are, 0 where there are none. */
export const borrowingSection = (facts: Facts) => {
  const lent = eventsOf(facts, 'loanDisbursement')
  const repaid = eventsOf(facts, 'loanRepayment')
  const overdraft = eventsOf(facts, 'overdraftDraw')
  return {
    nb_disb_events: lent.count,
    total_disbursed: units(lent.sum),
    avg_disb_per_event: units(lent.average),
    highest_disbursement: units(lent.highest),
    nb_repay_events: repaid.count,
    total_repaid: units(repaid.sum),
    avg_repay_per_event: units(repaid.average),
    highest_repayment: units(repaid.highest),
    nb_overdraft_events: overdraft.count,
    total_overdraft: units(overdraft.sum),
    avg_overdraft_per_event: units(overdraft.average),
    highest_overdraft: units(overdraft.highest),
  }
}
