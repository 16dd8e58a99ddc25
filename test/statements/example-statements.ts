import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import type { Language } from '../../src/kernel/call.js'
import { interestOn, taxOn } from '../../src/kernel/interest.js'
import { market } from '../../src/kernel/market.js'
import type { Minor } from '../../src/kernel/money.js'
import type { Contents } from '../../src/bank/statements/contents/contents.read.js'
import {
  movementsOf,
  totalsOf,
  type JournalEffect,
} from '../../src/bank/statements/contents/movements.rules.js'
import type { StatementView } from '../../src/bank/statements/pdf/view.js'
import type { SavingsLine } from '../../src/bank/statements/contents/savings-on.rules.js'
import { statementTexts } from '../../src/bank/statements/texts/texts.js'
import type { UnderWayLine } from '../../src/bank/statements/contents/under-way-on.rules.js'
import { dateOf, keysOf } from '../support/typed.js'

const bank = {
  name: 'Cauri',
  details: ['Services financiers mobiles', '12 rue de la Joie, Akwa, Douala', '+237 233 40 00 00'],
}
const from = dateOf('2026-03-01')
const day = (n: number): LocalDate => addDays(from, n)
const id = (prefix: string, n: number): string => `${prefix}-01M6${String(n).padStart(22, '0')}`

const effect = (n: number, changes: Partial<JournalEffect>): JournalEffect => ({
  reference: id('DEP', n),
  event: 'X',
  on: day(n),
  valueOn: day(n),
  cash: 0n,
  interest: 0n,
  tax: 0n,
  isInSuspense: false,
  positionId: 'A',
  ...changes,
})

/** The deposits of a position, with their value dates as days; the day up to which it earns; its tax. */
interface Earning {
  readonly deposits?: readonly (readonly [principal: Minor, valueOn: number])[]
  readonly earnsUntil?: number
  readonly taxPpm?: number
}

/** A position with the interest up to its exit, or up to the end of the statement. */
const line = (
  name: string,
  changes: Partial<SavingsLine> = {},
  { deposits = [[200_000n, 0]], earnsUntil = 34, taxPpm = 0 }: Earning = {},
): SavingsLine => {
  const terms = { ratePpm: 45_000, withdrawalRatePpm: null, maturityOn: day(92), ...changes }
  const ratePpm = terms.withdrawalRatePpm ?? terms.ratePpm
  const parts = deposits.map(([principal, valueOn]) => {
    const gross = interestOn(
      { principal, ratePpm, basisDays: 365, valueOn: day(valueOn), maturityOn: terms.maturityOn },
      day(earnsUntil),
    )
    return { principal, gross, tax: taxOn(gross, taxPpm) }
  })
  const sumOf = (of: 'principal' | 'gross' | 'tax'): Minor => parts.reduce((sum, part) => sum + part[of], 0n)
  const [gross, tax] = [sumOf('gross'), sumOf('tax')]
  return {
    id: name,
    termMonths: 3,
    startOn: from,
    nth: 1,
    status: 'ACCRUING',
    maturedOn: null,
    principal: sumOf('principal'),
    interest: { gross, tax, net: gross - tax },
    ...terms,
  }
}

/** The early rate, and the positions A and B, withdrawn on day 31 at that rate. */
const withdrawalRatePpm = 10_000
const withdrawnA = (status: SavingsLine['status']): SavingsLine =>
  line('A', { status, withdrawalRatePpm }, { earnsUntil: 31 })
const withdrawnB = (status: SavingsLine['status']): SavingsLine =>
  line(
    'B',
    { status, withdrawalRatePpm, startOn: day(2), maturityOn: day(94) },
    { deposits: [[65_000n, 2]], earnsUntil: 31, taxPpm: 165_000 },
  )
const paidOf = ({ principal, interest }: SavingsLine): Minor => principal + interest.net
const [paidA, paidB] = [paidOf(withdrawnA('CLOSED')), paidOf(withdrawnB('CLOSED'))]

const contentsOf = (
  effects: readonly JournalEffect[],
  savings: readonly SavingsLine[],
  changes: Partial<Contents> = {},
): Contents => {
  const movements = movementsOf(0n, effects)
  return {
    currency: market.currency,
    opening: 0n,
    movements,
    totals: totalsOf(effects),
    closing: movements.at(-1)?.balance ?? 0n,
    savings,
    givenBack: [],
    underWay: [],
    nameOf: new Map(savings.map((each) => [each.id, each])),
    ...changes,
  }
}

const deposit = (n: number, cash: Minor, positionId = 'A') => effect(n, { cash, positionId })
const withdrawal = (
  n: number,
  { id: positionId, interest: { gross, tax } }: SavingsLine,
  reference = id('WDR', n),
) => effect(n, { reference, interest: gross, tax: -tax, positionId })
const paidOut = (n: number, cash: Minor, positionId = 'A') =>
  effect(n, { reference: id('SET', n), cash: -cash, positionId })

const held: UnderWayLine = {
  kind: 'PAYOUT',
  standing: 'HELD',
  reference: id('SET', 31),
  on: day(31),
  amount: paidA,
  heldUntil: { on: day(36), at: '14:05' },
  positionId: 'A',
}

const givenBack = (isCancelled: boolean): Contents =>
  contentsOf(
    [
      deposit(0, 200_000n),
      withdrawal(31, withdrawnA('PAYING_OUT')),
      effect(34, { reference: id('WDR', 31), interest: 200_000n - paidA, valueOn: day(31) }),
    ],
    [line('A')],
    {
      givenBack: [
        {
          on: day(34),
          valueOn: day(31),
          reference: id('SET', 31),
          amount: paidA,
          positionId: 'A',
          isCancelled,
        },
      ],
    },
  )

/** The largest amount that can be typed, and the largest total of principal and interest. */
export const largestPrincipal = 999_999_999_999n
const largestTotal = 2n * largestPrincipal - 1n

const examples = {
  empty: contentsOf([], []),
  short: contentsOf(
    [
      deposit(0, 150_000n),
      effect(0, { reference: id('DEP', 40), cash: 200_000n, positionId: 'D' }),
      effect(5, { cash: 50_000n, valueOn: day(3) }),
      deposit(7, 25_000n, 'B'),
      deposit(9, 30_000n, 'C'),
    ],
    [
      line(
        'A',
        {},
        {
          deposits: [
            [150_000n, 0],
            [50_000n, 3],
          ],
        },
      ),
      line('B', { startOn: day(7) }, { deposits: [[25_000n, 7]] }),
      line('C', { nth: 2, startOn: day(9) }, { deposits: [[30_000n, 9]] }),
      line('D', { termMonths: 1, maturityOn: day(31), status: 'MATURED', maturedOn: day(31) }),
    ],
  ),
  held: contentsOf(
    [deposit(0, 200_000n), withdrawal(31, withdrawnA('PAYING_OUT'))],
    [withdrawnA('PAYING_OUT')],
    {
      underWay: [held],
    },
  ),
  optedOut: contentsOf(
    [
      deposit(0, 200_000n),
      deposit(2, 65_000n, 'B'),
      withdrawal(31, withdrawnA('PAYING_OUT')),
      withdrawal(31, withdrawnB('PAYING_OUT'), id('SET', 32)),
      effect(33, { reference: id('DEP', 30), cash: 40_000n, isInSuspense: true, positionId: null }),
    ],
    [withdrawnA('PAYING_OUT'), withdrawnB('PAYING_OUT')],
    {
      underWay: [
        {
          kind: 'DEPOSIT',
          standing: 'CLOSING',
          reference: id('DEP', 29),
          on: day(29),
          amount: 15_000n,
          heldUntil: null,
          positionId: null,
        },
        held,
        { ...held, standing: 'DELAYED', reference: id('SET', 32), amount: paidB, positionId: 'B' },
        {
          kind: 'REFUND',
          standing: 'SENDING',
          reference: id('DEP', 30),
          on: day(33),
          amount: 40_000n,
          heldUntil: null,
          positionId: null,
        },
      ],
    },
  ),
  refunded: contentsOf(
    [
      deposit(0, 200_000n),
      withdrawal(31, withdrawnA('CLOSED')),
      effect(32, { reference: id('DEP', 30), cash: 40_000n, isInSuspense: true, positionId: null }),
      paidOut(33, paidA),
      effect(34, { reference: id('DEP', 30), cash: -40_000n, isInSuspense: true, positionId: null }),
    ],
    [withdrawnA('CLOSED')],
  ),
  /** The last statement of a closed account, which ends with its last payment. */
  closing: contentsOf(
    [
      deposit(0, 200_000n),
      deposit(2, 65_000n, 'B'),
      withdrawal(31, withdrawnA('CLOSED')),
      withdrawal(31, withdrawnB('CLOSED'), id('SET', 32)),
      paidOut(33, paidA),
      effect(34, { reference: id('DEP', 30), cash: 40_000n, isInSuspense: true, positionId: null }),
      effect(34, { reference: id('SET', 32), cash: -paidB, positionId: 'B' }),
      effect(34, { reference: id('DEP', 30), cash: -40_000n, isInSuspense: true, positionId: null }),
    ],
    [withdrawnA('CLOSED'), withdrawnB('CLOSED')],
  ),
  givenBack: givenBack(false),
  /** Like `givenBack`, for a withdrawal that the staff cancelled during its hold. */
  cancelled: givenBack(true),
  largest: contentsOf(
    [
      deposit(0, largestPrincipal, 'L'),
      deposit(1, largestPrincipal, 'L2'),
      effect(31, {
        reference: id('WDR', 31),
        interest: largestPrincipal,
        tax: -largestPrincipal / 2n,
        positionId: 'L',
      }),
      paidOut(33, largestTotal - largestPrincipal / 2n, 'L'),
    ],
    [
      line('L', {
        termMonths: 120,
        ratePpm: 999_900,
        withdrawalRatePpm: 999_800,
        maturityOn: dateOf('2036-03-01'),
        status: 'CLOSED',
        principal: largestPrincipal,
        interest: { gross: largestPrincipal, tax: largestPrincipal, net: largestPrincipal },
      }),
      line('L2', {
        termMonths: 120,
        nth: 12,
        ratePpm: 999_900,
        maturityOn: dateOf('2036-03-01'),
        maturedOn: day(32),
        status: 'MATURED',
        principal: largestPrincipal,
        interest: { gross: largestPrincipal, tax: largestPrincipal, net: largestPrincipal },
      }),
    ],
    { underWay: [{ ...held, amount: largestTotal, positionId: 'L2' }] },
  ),
} as const satisfies Record<string, Contents>

export type Example = keyof typeof examples
export const exampleNames: readonly Example[] = keysOf(examples)

/** A statement with this many deposits, four a day. */
export const manyDeposits = (count: number): Contents =>
  contentsOf(
    Array.from({ length: count }, (_, n) =>
      effect(Math.floor(n / 4), { reference: id('DEP', n), cash: 1000n + BigInt(n) }),
    ),
    [
      line(
        'A',
        {},
        {
          deposits: Array.from({ length: count }, (_, n) => [1000n + BigInt(n), Math.floor(n / 4)] as const),
        },
      ),
    ],
  )

export const paperOf = (
  example: Example | Contents,
  language: Language,
  changes: Partial<StatementView> = {},
): StatementView => {
  const texts = statementTexts(language)
  const period = { from, to: day(34) }
  return {
    bank,
    title: example === 'closing' ? texts.closing.title : texts.title,
    language,
    texts,
    period,
    holder: {
      msisdn: '237670000010',
      email: 'awa.ngo-bikok@exemple.cm',
      accountId: id('ACC', 1),
      openedOn: from,
    },
    statement: {
      reference: id('STM', 1),
      period: texts.period(period),
      issuedOn: period.to,
      requestedAt: Date.parse('2026-04-04T09:00:00Z'),
      currency: market.currency,
    },
    isOpen: true,
    contents: typeof example === 'string' ? examples[example] : example,
    ...changes,
  }
}
