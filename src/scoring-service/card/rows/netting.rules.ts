import type { ClassifiedRow } from './classify.rules.js'
import type { RowKind } from './wordings.js'
import type { ParsedStatement } from '../../model/statement.js'

/**
 * Rows of these kinds are matched neither as money that goes round (unless `isOnlyCalledSavings`) nor as a transfer between
 * accounts: other rules deal with them, or their money cannot come back.
 */
const notMatched: ReadonlySet<RowKind> = new Set<RowKind>([
  'charge',
  'reversal',
  'overdraftDraw',
  'overdraftRepayment',
  'loanRequest',
  'loanDisbursement',
  'loanRepayment',
  'savingsDeposit',
  'savingsWithdrawal',
  'bettingStake',
  'bettingPayout',
  'airtime',
])

const savings: ReadonlySet<RowKind> = new Set<RowKind>(['savingsDeposit', 'savingsWithdrawal'])

/**
 * Whether a row is savings only by a name or remark that somebody chose, or by the wording of a bank statement, which
 * the person who makes a transfer writes. Neither proves savings.
 */
export const isOnlyCalledSavings = ({ kind, isIssuersWording }: ClassifiedRow): boolean =>
  savings.has(kind) && !isIssuersWording

const cash = 'cash'
const cashDaysMax = 45
const handOverSecondsMax = 300
const passedOnDaysMax = 3

/**
 * Identifies the counterparty that money may come back from; null for kinds that are not matched, and when nobody is
 * named. A bank is identified by its name, since it has one shortcode for each direction.
 */
const counterpartyKeyOf = (row: ClassifiedRow): string | null => {
  const { kind, brand, counterparty } = row
  if (isOnlyCalledSavings(row)) return 'savings'
  if (notMatched.has(kind)) return null
  if (kind === 'agentDeposit' || kind === 'agentWithdrawal') return cash
  if (kind === 'bankTransfer') return `bank ${brand ?? counterparty}`
  return counterparty || null
}

interface Open {
  readonly row: ClassifiedRow
  left: number
}

/** Matches `amount` with the open rows, the oldest first, as far as they suffice. Returns the matched amount. */
const take = (open: Open[], amount: number, add: (row: ClassifiedRow, part: number) => void): number => {
  let unmatched = amount
  while (unmatched > 0 && open[0]) {
    const [first] = open
    const part = Math.min(unmatched, first.left)
    add(first.row, part)
    first.left -= part
    unmatched -= part
    if (first.left === 0) open.shift()
  }
  return amount - unmatched
}

/**
 * The part of each row that only goes round: money that comes from somebody and is sent back, or is sent to somebody
 * and comes back, after any time; and cash that is paid in within 45 days after it was taken out. Cash that is paid in
 * first was earned elsewhere, so it counts. `flows` in order of time.
 */
export const nettedOf = (flows: readonly ClassifiedRow[]): ReadonlyMap<ClassifiedRow, number> => {
  const netted = new Map<ClassifiedRow, number>()
  const add = (row: ClassifiedRow, part: number): void => void netted.set(row, (netted.get(row) ?? 0) + part)
  const flowsByKey = new Map<string, { ins: Open[]; outs: Open[] }>()
  for (const row of flows) {
    const key = counterpartyKeyOf(row)
    if (key === null) continue
    const known = flowsByKey.get(key) ?? { ins: [], outs: [] }
    flowsByKey.set(key, known)
    const isIn = row.row.paidIn > 0
    if (key === cash) known.outs = known.outs.filter((out) => row.day - out.row.day <= cashDaysMax)
    const amount = isIn ? row.row.paidIn : row.row.paidOut
    const back = key === cash && !isIn ? 0 : take(isIn ? known.outs : known.ins, amount, add)
    if (back > 0) add(row, back)
    if (back < amount) (isIn ? known.ins : known.outs).push({ row, left: amount - back })
  }
  return netted
}

/**
 * Income that is passed on within three days in one payment of the same amount, mapped to that payment. Such a pair
 * changes no balance, so a forger can add it to a statement without changing another row. `flows` in order of time.
 */
export const passedOn = (
  flows: readonly ClassifiedRow[],
  isPayment: (row: ClassifiedRow) => boolean,
): ReadonlyMap<ClassifiedRow, ClassifiedRow> => {
  const paymentByIncome = new Map<ClassifiedRow, ClassifiedRow>()
  const incomes = new Map<number, ClassifiedRow[]>()
  for (const row of flows) {
    if (row.isIncome && row.netted === 0)
      incomes.set(row.row.paidIn, [...(incomes.get(row.row.paidIn) ?? []), row])
  }
  for (const row of flows) {
    if (row.row.paidOut === 0 || row.netted > 0 || !isPayment(row)) continue
    const near = incomes
      .get(row.row.paidOut)
      ?.find(
        (income) =>
          !paymentByIncome.has(income) && row.day >= income.day && row.day - income.day <= passedOnDaysMax,
      )
    if (near) paymentByIncome.set(near, row)
  }
  return paymentByIncome
}

const onItsWayDaysMax = 3

/**
 * Rows of transfers between two of the given accounts: money leaves one account and enters the other, within three days
 * with the same receipt (a bank may print one reference, such as `TRF`, in every row), or within five minutes.
 */
export const transfersBetween = (
  accounts: readonly (readonly ClassifiedRow[])[],
): ReadonlySet<ClassifiedRow> => {
  const transfers = new Set<ClassifiedRow>()
  if (accounts.length < 2) return transfers
  const ins = new Map<number, { row: ClassifiedRow; account: number }[]>()
  const movements = accounts.flatMap((rows, account) => rows.map((row) => ({ row, account })))
  for (const one of movements) {
    const { paidIn } = one.row.row
    if (paidIn > 0 && !notMatched.has(one.row.kind)) ins.set(paidIn, [...(ins.get(paidIn) ?? []), one])
  }
  for (const { row, account } of movements) {
    if (row.row.paidOut === 0 || notMatched.has(row.kind)) continue
    const isOther = (one: { row: ClassifiedRow; account: number }): boolean =>
      one.account !== account && !transfers.has(one.row)
    const others = (ins.get(row.row.paidOut) ?? []).filter(isOther)
    const match =
      others.find(
        (one) =>
          one.row.row.receiptNumber === row.row.receiptNumber &&
          Math.abs(one.row.day - row.day) <= onItsWayDaysMax,
      ) ?? others.find((one) => Math.abs(one.row.seconds - row.seconds) <= handOverSecondsMax)
    if (!match) continue
    transfers.add(row)
    transfers.add(match.row)
  }
  return transfers
}

interface OwnAccount {
  readonly type: ParsedStatement['documentType']
  readonly issuer: string
}

const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

/** Matches money that left one account with money that entered the other within three days, even if the amounts were split. */
const matchByDay = (
  sent: readonly ClassifiedRow[],
  received: readonly ClassifiedRow[],
  add: (row: ClassifiedRow, part: number) => void,
): void => {
  const open = [...sent].sort((a, b) => a.day - b.day).map((row): Open => ({ row, left: amountOf(row) }))
  for (const row of [...received].sort((a, b) => a.day - b.day)) {
    while (open[0] && (open[0].left === 0 || open[0].row.day < row.day - onItsWayDaysMax)) open.shift()
    let unmatched = amountOf(row)
    for (const out of open) {
      if (unmatched === 0 || out.row.day > row.day + onItsWayDaysMax) break
      const part = Math.min(unmatched, out.left)
      if (part === 0) continue
      add(out.row, part)
      add(row, part)
      out.left -= part
      unmatched -= part
    }
  }
}

/**
 * The part of each row that only moved between the person's own bank account and wallet, when the statements of both
 * are known. A bank includes its charge in the row, so amounts may differ. What is not matched went to or came from
 * somebody else.
 */
export const betweenBankAndWallet = (
  accounts: readonly OwnAccount[],
  moving: readonly (readonly ClassifiedRow[])[],
): ReadonlyMap<ClassifiedRow, number> => {
  const matched = new Map<ClassifiedRow, number>()
  const add = (row: ClassifiedRow, part: number): void =>
    void matched.set(row, (matched.get(row) ?? 0) + part)
  const transfers = accounts.map((account, i) => ({
    ...account,
    rows: (moving[i] ?? []).filter(({ kind }) => kind === 'bankTransfer'),
  }))
  const isOut = ({ row }: ClassifiedRow): boolean => row.paidOut > 0
  for (const bank of transfers.filter(({ type }) => type === 'BANK_STATEMENT'))
    for (const wallet of transfers.filter(({ type }) => type !== 'BANK_STATEMENT')) {
      const isUnmatched = (row: ClassifiedRow): boolean => (matched.get(row) ?? 0) < amountOf(row)
      const ofBank = bank.rows.filter(isUnmatched)
      const ofWallet = wallet.rows.filter(
        (row) => (row.brand === null || row.brand === bank.issuer) && isUnmatched(row),
      )
      matchByDay(
        ofBank.filter(isOut),
        ofWallet.filter((row) => !isOut(row)),
        add,
      )
      matchByDay(
        ofWallet.filter(isOut),
        ofBank.filter((row) => !isOut(row)),
        add,
      )
    }
  return matched
}
