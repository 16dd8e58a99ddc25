import type { Task } from './task.js'

/** Questions that staff pass on from others: a customer at the counter, an auditor, the provider. */
export const moreTasks: readonly Task[] = [
  {
    what: 'refunds of a transaction of the provider',
    as: 'BACK_OFFICE',
    ask: ({ refundedTransaction }) => `{ orders(filter: { providerTransaction: ["${refundedTransaction}"] }) {
      nodes { id status amount refunds { id amount status attempt refundOf { id } } } } }`,
    finds: () => ['"refunds":[{"id":"ORD-', '"amount":"6000"'],
  },
  {
    what: 'who blocked a customer, why, and until when',
    as: 'BACK_OFFICE',
    ask: ({
      other,
    }) => `{ blocks(filter: { customer: "${other}" }) { nodes { scope cause placedAt endsOn fallsAt liftedAt
      approval { proposedBy decidedBy reason evidence } } } }`,
    finds: () => ['COURT', '"endsOn":null', 'development back office', 'development approver'],
  },
  {
    what: 'payouts of one day by outcome',
    as: 'BACK_OFFICE',
    ask: ({ today }) => {
      const of = (status: string) =>
        `payouts(filter: { exitedOn: { from: "${today}" }, status: [${status}] }) { nodes { id amount failureReason } totalCount { value } }`
      return `{ held: ${of('ON_HOLD')} paid: ${of('PAID')} failed: ${of('FAILED')} }`
    },
    finds: ({ payout }) => [payout, '"paid":{"nodes":[],"totalCount":{"value":0}}'],
  },
  {
    what: 'journals that were approved, and by whom',
    as: 'AUDITOR',
    ask: () => `{ approvals(filter: { kind: [POST_ADJUSTMENT], status: [DONE] }) {
      nodes { id evidence proposedBy decidedBy preview { journals { reference lines { account amount } } } } } }`,
    finds: () => ['wallet_clearing', 'adjustments', 'letter', 'development approver'],
  },
  {
    what: 'statements of a customer from a period',
    as: 'BACK_OFFICE',
    ask: ({ customer, today }) => `{ statements(filter: { customer: "${customer}",
      businessDate: { from: "2026-03-01", before: "2026-04-01" } }) { nodes { id from to language status problem } }
      later: statements(filter: { customer: "${customer}", requested: { from: "${today}T23:59:59Z" } }) { nodes { id } } }`,
    finds: ({ statement }) => [statement, '"later":{"nodes":[]}'],
  },
  {
    what: 'a review case with its notes, its order and what is proposed of it',
    as: 'APPROVER',
    ask: ({
      caseId,
    }) => `{ node(id: "${caseId}") { ... on ReviewCase { state detail assignedTo order { id status sends polls }
      resolution { outcome } } } notes(filter: { about: [REVIEW_CASE], subject: ["${caseId}"] }) { nodes { at author text } } }`,
    finds: () => ['"state":"OPEN"', '"notes":{"nodes":[]}'],
  },
  {
    what: 'unassigned review cases, the oldest first',
    as: 'APPROVER',
    ask: () => `{ reviewCases(sort: OLDEST, filter: { state: [OPEN], isAssigned: false }) {
      nodes { id kind openedAt order { amount } customer { msisdn } } totalCount { value } } }`,
    finds: ({ caseId }) => [caseId],
  },
  {
    what: 'nights of a month with what they set aside',
    as: 'BACK_OFFICE',
    ask: () => `{ clockDays(filter: { book: ["system"], day: { from: "2026-02-01", before: "2026-03-01" } }) { nodes { day completedAt remarks } }
      dayExceptions(filter: { setAsideOn: { from: "2026-02-01", before: "2026-03-01" } }) { nodes { setAsideOn step problem position { id } } } }`,
    finds: ({ position }) => ['"day":"2026-02-28"', 'no such rate', position],
  },
  {
    what: 'proposals of one person, with their outcome',
    as: 'AUDITOR',
    ask: () => `{ approvals(filter: { maker: ["development back office"] }) {
      nodes { kind status reason proposedAt decidedBy decidedAt decisionReason } totalCount { value } } }`,
    finds: () => ['CHANGE_MSISDN', 'CANCEL_PAYOUT', '"status":"DONE"'],
  },
  {
    what: 'who looked at one payout, or changed it',
    as: 'AUDITOR',
    ask: ({
      payout,
    }) => `{ auditEntries(filter: { subject: ["${payout}"] }) { nodes { at actor action before after } }
      notes(filter: { about: [PAYOUT], subject: ["${payout}"] }) { nodes { at author text } } }`,
    finds: () => ['development back office', 'READ_BY_ID'],
  },
  {
    what: 'debts of customers after a voided deposit',
    as: 'BACK_OFFICE',
    ask: ({ today }) => `{ ledgerEntries(filter: { account: [customer_receivable] }) {
      nodes { amount businessDate reference journal { id customer { id msisdn } } } totalCount { value } }
      trialBalance(asOf: "${today}") { accounts { account debit credit } } }`,
    finds: () => ['"totalCount":{"value":0}', 'customer_principal'],
  },
  {
    what: 'who registered today and has saved nothing yet',
    as: 'BACK_OFFICE',
    ask: ({ today }) => `{ customers(filter: { created: { from: "${today}T00:00:00Z" } }) {
      nodes { id msisdn createdAt positions(first: 1) { nodes { id } } } } }`,
    finds: () => ['"positions":{"nodes":[]}'],
  },
  {
    what: 'payouts of a product on hold, of the real book',
    as: 'BACK_OFFICE',
    ask: () => `{ payouts(filter: { product: ["LOCK3M"], book: ["system"], status: [ON_HOLD] }) {
      nodes { id amount heldUntil customer { id msisdn } } totalCount { value } } }`,
    finds: ({ payout, msisdn }) => [payout, msisdn],
  },
  {
    what: 'what was decided today, by whom',
    as: 'AUDITOR',
    ask: () => `{ approvals(sort: NEWEST, filter: { decided: { from: "2026-03-01T00:00:00Z" } }) {
      nodes { id kind status reason decidedBy decidedAt } totalCount { value } } }`,
    finds: () => ['development approver', '"status":"DONE"'],
  },
  {
    what: "what the provider's file says of a payment",
    as: 'AUDITOR',
    ask: ({ order }) =>
      `{ providerLines(filter: { order: ["${order}"] }) { nodes { transactionId fee state order { status } } totalCount { value } } }`,
    finds: () => ['"nodes":[]'],
  },
  {
    what: 'customers with more savings than allowed',
    as: 'BACK_OFFICE',
    ask: () =>
      `{ customers(filter: { saved: { atLeast: "900000000" } }) { nodes { id } totalCount { value } } }`,
    finds: () => ['"nodes":[]', '"totalCount":{"value":0}'],
  },
]
