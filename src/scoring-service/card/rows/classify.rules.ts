import { meaningOf, type RowMeaning } from './classify-row.rules.js'
import type { StatementRow, Summary } from '../../model/statement.js'
import { summaryCategories, type SummaryCategory } from '../../../scoring-contract/words.js'
import { notIncome } from './wordings.js'

/** A row with its meaning, which may depend on other rows. */
export interface ClassifiedRow extends RowMeaning {
  readonly row: StatementRow
  /** Whether the payment was completed. Other rows are returned to the client but never counted. */
  readonly completed: boolean
  /** Seconds since 1970 on the statement's own clock. */
  readonly seconds: number
  readonly date: string
  /** `YYYY-MM`. */
  readonly month: string
  /** Days since 1970. */
  readonly day: number
  /** Whether the row is a payment that was reversed, or its reversal: neither is income or spending. */
  readonly reversed: boolean
  /** For a charge: the `rowIndex` of its payment on the same receipt and day. */
  readonly chargeOf: number | null
  /** For a payment: its charges on the same receipt and day, in hundredths. */
  readonly charges: number
  /**
   * The part of the amount, in hundredths, that is neither earned nor spent: it only goes round, or is income that is
   * passed on whole into savings (netting.rules.ts).
   */
  readonly netted: number
  /** Money earned or given; not borrowed, won, saved before or taken back (docs/scorecard.md#what-is-counted). */
  readonly isIncome: boolean
}

const reversalDaysMax = 7
const secondsPerDay = 86_400

type Draft = { -readonly [Key in keyof ClassifiedRow]: ClassifiedRow[Key] }

const amountOf = (row: StatementRow): number => row.paidIn || row.paidOut

const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Oldest first. Ties are broken by printed values only, so that the order of pages or documents never changes a result. */
const compareRows = (a: StatementRow, b: StatementRow): number =>
  compareText(a.completionTime, b.completionTime) ||
  compareText(a.receiptNumber, b.receiptNumber) ||
  compareText(a.details, b.details) ||
  a.paidIn - b.paidIn ||
  a.paidOut - b.paidOut ||
  (a.balance ?? -1) - (b.balance ?? -1)

/** Parses the date of a row, once for each date: months and days are needed often. */
const createDateReader = () => {
  const known = new Map<string, { date: string; month: string; day: number }>()
  return (completionTime: string) => {
    const date = completionTime.slice(0, 10)
    const cached = known.get(date)
    if (cached) return cached
    const fresh = {
      date,
      month: date.slice(0, 7),
      day: Date.parse(`${date}T00:00:00Z`) / 1000 / secondsPerDay,
    }
    known.set(date, fresh)
    return fresh
  }
}

/** `HH:MM:SS` in seconds. */
const secondsOfDay = (completionTime: string): number =>
  Number(completionTime.slice(11, 13)) * 3600 +
  Number(completionTime.slice(14, 16)) * 60 +
  Number(completionTime.slice(17, 19))

/** Reads each wording once for each direction: the same wordings occur again and again. */
const createMeaningReader = () => {
  const known = new Map<string, RowMeaning>()
  return (row: StatementRow): RowMeaning => {
    const key = `${Math.sign(row.paidIn)}${Math.sign(row.paidOut)}${row.otherParty ?? ''}|${row.details}`
    const cached = known.get(key)
    if (cached) return cached
    const fresh = meaningOf(row)
    known.set(key, fresh)
    return fresh
  }
}

const createDrafter = (isByIssuer: boolean) => {
  const dateOf = createDateReader()
  const readOnce = createMeaningReader()
  return (row: StatementRow): Draft => {
    const read = readOnce(row)
    const { date, month, day } = dateOf(row.completionTime)
    // Each member is listed, since spreading ten thousand objects takes most of the time of this function.
    return {
      kind: read.kind,
      category: read.category,
      counterparty: read.counterparty,
      sector: read.sector,
      brand: read.brand,
      lender: read.lender,
      spending: read.spending,
      ambiguous: read.ambiguous,
      onOverdraft: read.onOverdraft,
      recognised: read.recognised,
      isIssuersWording: isByIssuer && read.isIssuersWording,
      row,
      completed: isCompleted(row.transactionStatus),
      seconds: day * secondsPerDay + secondsOfDay(row.completionTime),
      date,
      month,
      day,
      reversed: false,
      chargeOf: null,
      charges: 0,
      netted: 0,
      isIncome: false,
    }
  }
}

export const isCompleted = (status: string): boolean =>
  status === 'Completed' || status.trim().toLowerCase() === 'completed'

const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

const foldCharges = (drafts: readonly Draft[]): void => {
  // A bank may print one reference on several days.
  const receiptOf = ({ row, date }: Draft): string => `${date} ${row.receiptNumber}`
  const charged = new Set(drafts.filter(({ kind }) => kind === 'charge').map(receiptOf))
  const rows = drafts.filter((draft) => charged.has(receiptOf(draft)))
  for (const group of groupBy(rows, receiptOf).values()) {
    const payment = group.find((draft) => draft.kind !== 'charge' && draft.row.paidOut > 0)
    if (!payment) continue
    for (const charge of group) {
      if (charge.kind !== 'charge' || charge.row.paidOut === 0) continue
      charge.chargeOf = payment.row.rowIndex
      payment.charges += charge.row.paidOut
    }
  }
}

/**
 * Decides the kind of ambiguous rows: `KCB M-PESA Withdraw` takes out own savings, unless a loan was requested from
 * the same lender within the day before.
 */
const resolveAmbiguous = (drafts: readonly Draft[]): void => {
  const requests = drafts.filter((draft) => draft.kind === 'loanRequest')
  for (const draft of drafts) {
    if (draft.kind !== 'savingsWithdrawal' || !draft.ambiguous) continue
    const isLoan = requests.some(
      ({ lender, seconds }) =>
        lender === draft.lender && seconds <= draft.seconds && draft.seconds - seconds <= secondsPerDay,
    )
    if (isLoan) draft.kind = 'loanDisbursement'
    else draft.lender = null
  }
}

/** The amount, positive for money in and negative for money out. */
const movedBy = ({ row }: Draft): number => row.paidIn - row.paidOut

/** The index of the last draft that is not after `seconds`; drafts are in order of time. */
const lastUntil = (drafts: readonly Draft[], seconds: number): number => {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle] as Draft).seconds <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

const paymentOf = (reversal: Draft, payments: readonly Draft[]): Draft | undefined => {
  const earliest = reversal.seconds - reversalDaysMax * secondsPerDay
  for (let at = lastUntil(payments, reversal.seconds); at >= 0; at--) {
    const payment = payments[at] as Draft
    if (payment.seconds < earliest) return undefined
    const isSame = reversal.counterparty === '' || reversal.counterparty === payment.counterparty
    if (isSame && !payment.reversed) return payment
  }
  return undefined
}

/**
 * Pairs each reversal with the latest payment of the same amount and counterparty in the week before. A reversal that
 * names nobody matches any counterparty.
 */
const pairReversals = (drafts: readonly Draft[]): void => {
  const reversals = drafts.filter(({ kind, row }) => kind === 'reversal' && amountOf(row) > 0)
  if (reversals.length === 0) return
  const payments = groupBy(
    drafts.filter(({ kind }) => kind !== 'reversal'),
    movedBy,
  )
  for (const reversal of reversals) {
    const payment = paymentOf(reversal, payments.get(-movedBy(reversal)) ?? [])
    if (!payment) continue
    payment.reversed = true
    reversal.reversed = true
  }
}

/**
 * Classifies the rows of one account, oldest first. Pure: the order of `rows` does not matter, and amounts are never
 * changed. Rows that were not completed are classified but never counted. `isByIssuer`: whether the issuer writes the
 * wording, as wallets do; on a bank statement the person who makes a transfer writes it.
 */
export const classifyRows = (rows: readonly StatementRow[], isByIssuer = true): readonly ClassifiedRow[] => {
  const drafts = [...rows].sort(compareRows).map(createDrafter(isByIssuer))
  const completed = drafts.filter((draft) => draft.completed)
  foldCharges(completed)
  resolveAmbiguous(completed)
  pairReversals(completed)
  for (const draft of completed) {
    draft.isIncome = draft.row.paidIn > 0 && !draft.reversed && !notIncome.has(draft.kind)
  }
  return drafts
}

/** The eight lines of the printed summary, recomputed from completed rows, in hundredths. */
export const summaryOf = (classified: readonly ClassifiedRow[]): Summary => {
  const sums = Object.fromEntries(
    summaryCategories.map((category) => [category, { paidIn: 0, paidOut: 0 }]),
  ) as Record<SummaryCategory, { paidIn: number; paidOut: number }>
  for (const { completed, category, row } of classified) {
    if (!completed) continue
    for (const sum of [sums[category], sums.total]) {
      sum.paidIn += row.paidIn
      sum.paidOut += row.paidOut
    }
  }
  return sums
}
