import { phraseFinder, prefixFinder, wordsOf } from './phrases.rules.js'
import type { StatementRow } from '../../model/statement.js'
import type { SummaryCategory } from '../../../scoring-contract/words.js'
import {
  brands,
  categoryOf,
  categoryOfSector,
  modifiers,
  nameEnds,
  narratives,
  overdraftMark,
  rails,
  spendingOfKind,
  type Brand,
  type Rail,
  type RowKind,
  type Sector,
  type SpendingCategory,
} from './wordings.js'

/** What the wording of one row says, without its neighbouring rows. */
export interface RowMeaning {
  readonly kind: RowKind
  /** The line of the printed summary that the row belongs to. */
  readonly category: Exclude<SummaryCategory, 'total'>
  /**
   * A shortcode, or the words of the name; empty when the wording names nobody. It identifies counterparties and is
   * never scored.
   */
  readonly counterparty: string
  readonly sector: Sector | null
  /** The brand's label. Null when the words name a trade and not a company. */
  readonly brand: string | null
  /** For loans: the lender. */
  readonly lender: string | null
  readonly spending: SpendingCategory | null
  readonly ambiguous: boolean
  readonly onOverdraft: boolean
  /** Whether a wording was found; a row without one is classified as other. */
  readonly recognised: boolean
  /** Whether the issuer's own wording shows the kind, as opposed to a name or remark, which anybody may choose. */
  readonly isIssuersWording: boolean
}

const skipped = new Set(modifiers)
const findRail = prefixFinder(rails, skipped)
const findNarrative = phraseFinder(narratives)
const findBrand = phraseFinder(brands)
const ends = new Set(nameEnds)
/** Words before the payer of a credit and before the payee of a debit, in wordings without a rail. */
const findPayer = phraseFinder([{ words: ['from', 'recu de', 'virement de', 'part de'] }])
const findPayee = phraseFinder([
  { words: ['to', 'emis a', 'emis vers', 'virement a', 'virement vers', 'faveur de', 'profit de'] },
])
const shortcode = /^\d{4,}$/

type Direction = 'in' | 'out' | 'zero'

const directionOf = (row: StatementRow): Direction => {
  if (row.paidIn > 0) return 'in'
  return row.paidOut > 0 ? 'out' : 'zero'
}

const kindFor = (rail: Rail, direction: Direction): RowKind | undefined =>
  direction === 'zero' ? (rail.zero ?? rail.out ?? rail.in) : rail[direction]

/** The words of the name, without those before and after it. */
const nameWords = (words: readonly string[], from: number): string[] => {
  let start = from
  while (start < words.length && (ends.has(words[start] as string) || skipped.has(words[start] as string)))
    start++
  let end = start
  while (end < words.length && !ends.has(words[end] as string)) end++
  return words.slice(start, end)
}

/** Words for a reversal; the other words of its wording are those of the payment. */
const reversalWords = new Set(['reversal', 'reversed', 'rev', 'extourne', 'annulation'])
/** Words after a wallet's wording of a reversal and before the name. */
const beforeName = new Set(['to', 'from', 'by', 'via'])

/**
 * The words of the name in a wording without a rail: `TRANSFER FROM JANE` and `TRANSFER TO JOHN` are of two people. If
 * nobody is named, all words identify the counterparty. The payee of a credit is the holder and no counterparty:
 * `SALARY ACME LTD TO JANE` is of `SALARY ACME LTD`.
 */
const nameInNarrative = (words: readonly string[], direction: Direction): string[] => {
  const found =
    direction === 'in'
      ? findPayer(words, 0, () => true)
      : (findPayee(words, 0, () => true) ?? findPayer(words, 0, () => true))
  const named = found ? nameWords(words, found.end) : []
  return named.length > 0 ? named : nameWords(words, 0)
}

/** The words of the name; of a reversal, the name in the payment that it reverses. */
const namedIn = (
  words: readonly string[],
  { kind, end, isPrefix }: Wording,
  direction: Direction,
): string[] => {
  const isName = isPrefix && (kind !== 'reversal' || beforeName.has(words[end] ?? ''))
  if (isName) return nameWords(words, end)
  if (kind !== 'reversal') return nameInNarrative(words, direction)
  const ofPayment = isPrefix ? words.slice(end) : words.filter((word) => !reversalWords.has(word))
  return nameInNarrative(ofPayment, direction === 'in' ? 'out' : 'in')
}

/** The kind of a row by the sector of its counterparty, when the rail only shows how the money moved. */
const kindOfSector = (sector: Sector, kind: RowKind, direction: Direction): RowKind => {
  const isIn = direction === 'in'
  if (kind === 'reversal' || direction === 'zero') return kind
  if (sector === 'betting') return isIn ? 'bettingPayout' : 'bettingStake'
  if (sector === 'lender') return isIn ? 'loanDisbursement' : 'loanRepayment'
  if (sector === 'savings') return isIn ? 'savingsWithdrawal' : 'savingsDeposit'
  if (sector === 'bank') return 'bankTransfer'
  if (sector === 'airtime') return isIn ? kind : 'airtime'
  return kind
}

/** Money that moves between a bank and a wallet belongs to the line of sent or of received money, by its direction. */
const categoryFor = (kind: RowKind, direction: Direction): RowMeaning['category'] =>
  kind === 'bankTransfer' && direction === 'out' ? 'sendMoney' : categoryOf[kind]

interface Wording {
  readonly rail: Rail | undefined
  readonly kind: RowKind
  readonly end: number
  readonly brandFrom: number | undefined
  readonly isPrefix: boolean
}

const wordingOf = (words: readonly string[], direction: Direction): Wording => {
  const accepts = (rail: Rail): boolean => kindFor(rail, direction) !== undefined
  const rail = findRail(words, accepts)
  if (rail) {
    const kind = kindFor(rail.value, direction) as RowKind
    const brandFrom = rail.value.company ? rail.end : undefined
    return { rail: rail.value, kind, end: rail.end, brandFrom, isPrefix: true }
  }
  const narrative = findNarrative(words, 0, accepts)
  if (narrative) {
    const kind = kindFor(narrative.value, direction) as RowKind
    const brandFrom = narrative.value.company ? 0 : undefined
    return { rail: narrative.value, kind, end: 0, brandFrom, isPrefix: false }
  }
  const kind = direction === 'in' ? 'otherIn' : 'otherOut'
  return { rail: undefined, kind, end: 0, brandFrom: 0, isPrefix: false }
}

const brandOf = (words: readonly string[], from: number | undefined, kind: RowKind): Brand | undefined => {
  if (from === undefined) return undefined
  const nameAt = shortcode.test(words[from] ?? '') ? from + 1 : from
  return findBrand(
    words,
    from,
    (brand, at) => (!brand.first || at === nameAt) && !(brand.notForTills && kind === 'buyGoods'),
  )?.value
}

/**
 * The lender that no wording names; no name begins with a space. In the rows of an account it is the account's issuer
 * (dossier.rules.ts).
 */
export const unnamedLender = ' lender'

/** Words for a transfer to or from anybody, whose remark the holder may choose. */
const transferWords = new Set(['transfer', 'trf', 'pesalink', 'eft', 'rtgs', 'mpesa', 'virement'])

/**
 * The lender that a wording without a rail names. Its other words differ between a loan and its repayments (`LOAN
 * DISBURSEMENT 12`, `LOAN RECOVERY MARCH`), so that without a known company it is the unnamed lender. A transfer, and a
 * payment to somebody, is of a lender of its own: whatever its remark says, it repays no loan of the bank or a company.
 */
const lenderInNarrative = (words: readonly string[], direction: Direction, name: string): string => {
  const findNamed = direction === 'in' ? findPayer : findPayee
  const isTransfer = words.some((word) => transferWords.has(word))
  if (isTransfer || findNamed(words, 0, () => true)) return name
  return (
    findBrand(words, 0, ({ sector, first }) => sector === 'lender' && !first)?.value.label ?? unnamedLender
  )
}

const lenderOf = (
  kind: RowKind,
  rail: Rail | undefined,
  brand: Brand | undefined,
  name: string,
): string | null => {
  if (kind !== 'loanDisbursement' && kind !== 'loanRepayment' && kind !== 'loanRequest' && !rail?.ambiguous)
    return null
  return rail?.lender || brand?.label || name || unnamedLender
}

const spendingFor = (
  kind: RowKind,
  brand: Brand | undefined,
  direction: Direction,
): SpendingCategory | null => {
  if (direction !== 'out') return null
  const isPurchase = kind === 'payBill' || kind === 'buyGoods' || kind === 'otherOut'
  return (isPurchase && brand && categoryOfSector[brand.sector]) || spendingOfKind[kind]
}

/**
 * Reads the wording of a row: first the rail, which shows how the money moved, then the brand in the name after it
 * (docs/design/statement-layouts.md#wordings).
 */
export const meaningOf = (row: StatementRow): RowMeaning => {
  const words = wordsOf(row.details)
  const direction = directionOf(row)
  const wording = wordingOf(words, direction)
  const brand = brandOf(words, wording.brandFrom, wording.kind)
  const kind = brand ? kindOfSector(brand.sector, wording.kind, direction) : wording.kind
  const named = namedIn(words, wording, direction)
  // A till prints the payer in a column of its own.
  const name = named.length === 0 && row.otherParty !== null ? wordsOf(row.otherParty) : named
  const isCoded = shortcode.test(name[0] ?? '')
  return {
    kind,
    category: categoryFor(wording.kind, direction),
    counterparty: isCoded ? (name[0] as string) : name.join(' '),
    sector: brand?.sector ?? null,
    brand: brand?.label ?? null,
    lender: lenderOf(
      kind,
      wording.rail,
      brand,
      wording.isPrefix
        ? name.slice(isCoded ? 1 : 0).join(' ')
        : lenderInNarrative(words, direction, name.join(' ')),
    ),
    spending: spendingFor(kind, brand, direction),
    ambiguous: wording.rail?.ambiguous ?? false,
    onOverdraft: words.includes(overdraftMark),
    recognised: wording.rail !== undefined || brand !== undefined,
    isIssuersWording: wording.isPrefix && kind === wording.kind,
  }
}
