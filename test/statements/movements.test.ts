import { describe, expect, test } from '@jest/globals'
import { array, assert, bigInt, boolean, integer, property, record } from 'fast-check'
import { addDays } from '../../src/kernel/calendar.js'
import {
  movementsOf,
  totalsOf,
  type JournalEffect,
} from '../../src/bank/statements/contents/movements.rules.js'
import { balanceOver, rowsOf } from '../../src/bank/statements/contents/rows.rules.js'
import {
  savingsOn,
  type BookedWithdrawal,
  type SavingsLine,
} from '../../src/bank/statements/contents/savings-on.rules.js'
import {
  underWayOn,
  type OwedMoney,
  type Shown,
} from '../../src/bank/statements/contents/under-way-on.rules.js'
import { last } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const day = (text: string) => dateOf(text)
const period = { from: day('2026-01-01'), to: day('2026-03-31') }

const effect = (changes: Partial<JournalEffect>): JournalEffect => ({
  reference: 'X:1',
  event: 'X',
  on: day('2026-02-01'),
  valueOn: day('2026-02-01'),
  cash: 0n,
  interest: 0n,
  tax: 0n,
  isInSuspense: false,
  positionId: null,
  ...changes,
})

const kindsOf = (...effects: JournalEffect[]) =>
  movementsOf(0n, effects).map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`)

describe('movements', () => {
  test('have the kind that follows from the effect of their journal on the customer', () => {
    expect(
      kindsOf(
        effect({ cash: 5000n }),
        effect({ interest: 57n, tax: -9n }),
        effect({ cash: -5048n }),
        effect({ interest: -57n, tax: 9n }),
        effect({ cash: 700n, isInSuspense: true }),
        effect({ cash: -700n, isInSuspense: true }),
        effect({ cash: -300n, event: 'VOID' }),
        effect({ cash: 300n, event: 'ADJUSTMENT' }),
      ),
    ).toEqual([
      'DEPOSIT 5000 5000',
      'INTEREST 57 5057',
      'TAX -9 5048',
      'WITHDRAWAL -5048 0',
      'INTEREST_REVERSED -57 -57',
      'TAX_REVERSED 9 -48',
      'RECEIVED 700 652',
      'REFUND -700 -48',
      'VOIDED -300 -348',
      'ADJUSTED 300 -48',
    ])
  })

  test('leave out a journal that changes neither cash, interest nor tax of the customer', () => {
    expect(kindsOf(effect({}))).toEqual([])
  })

  const amounts = bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  const effects = array(
    record({
      cash: amounts,
      interest: amounts,
      tax: amounts,
      isInSuspense: boolean(),
      at: integer({ min: 0, max: 89 }),
    }),
    { maxLength: 30 },
  ).map((each) =>
    each
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, ...changes }) => effect({ ...changes, on: addDays(period.from, at) })),
  )

  test('add up in the lines, in the totals and in the chart', () => {
    assert(
      property(amounts, effects, (opening, happened) => {
        const movements = movementsOf(opening, happened)
        let balance = opening
        for (const movement of movements) expect(movement.balance).toBe((balance += movement.amount))
        const { paidIn, paidOut, interest, tax } = totalsOf(happened)
        expect(opening + paidIn - paidOut + interest - tax).toBe(balance)
        const { days, points } = balanceOver({ opening, movements }, period)
        expect(days).toBe(90)
        expect(last(points).balance).toBe(balance)
        expect(points.map((point) => point.day)).toEqual([...new Set(points.map((point) => point.day))])
      }),
    )
  })
})

const line = (id: string, changes: Partial<SavingsLine> = {}): SavingsLine => ({
  id,
  termMonths: 1,
  ratePpm: 45_000,
  withdrawalRatePpm: null,
  startOn: day('2026-01-05'),
  maturityOn: day('2026-02-05'),
  nth: 1,
  status: 'MATURED',
  maturedOn: day('2026-02-05'),
  principal: 1000n,
  interest: { gross: 10n, tax: 1n, net: 9n },
  ...changes,
})

describe('the rows of maturities', () => {
  test('come before the movements of their day, with the balance before these; rows of give-backs come after them', () => {
    const movements = movementsOf(100n, [
      effect({ on: day('2026-02-04'), cash: 1n }),
      effect({ on: day('2026-02-05'), cash: 1n }),
    ])
    const savings = [
      line('late', { maturityOn: day('2026-03-31'), maturedOn: day('2026-03-31') }),
      line('first'),
      line('left early', { maturedOn: null }),
      line('before', { maturityOn: day('2025-12-31'), maturedOn: day('2025-12-31') }),
      line('booked late', { maturityOn: day('2025-12-31'), maturedOn: day('2026-01-02') }),
    ]
    const back = {
      valueOn: day('2026-02-05'),
      reference: 'SET-1',
      amount: 9n,
      positionId: 'came back',
      isCancelled: false,
    }
    const givenBack = [{ ...back, on: day('2026-02-05') }]
    const rows = rowsOf({ opening: 100n, movements, savings, givenBack }, period)
    expect(rows.map(({ on, kind, balance, positionId }) => `${on} ${kind} ${balance} ${positionId}`)).toEqual(
      [
        '2026-01-02 MATURITY 100 booked late',
        '2026-02-04 DEPOSIT 101 null',
        '2026-02-05 MATURITY 101 first',
        '2026-02-05 DEPOSIT 102 null',
        '2026-02-05 GIVEN_BACK 102 came back',
        '2026-03-31 MATURITY 102 late',
      ],
    )
  })
})

test('a statement has the maturities of its first and last day, and none outside the period', () => {
  const maturing = (on: string) => line(on, { maturedOn: day(on) })
  const savings = ['2026-03-31', '2025-12-31', '2026-01-01', '2026-04-01'].map(maturing)
  const rows = rowsOf({ opening: 7n, movements: [], savings, givenBack: [] }, period)
  expect(rows.map(({ on }) => on)).toEqual(['2026-01-01', '2026-03-31'])
})

test('the rows of a day keep their given order', () => {
  const on = day('2026-02-05')
  const savings = [line('first'), line('second')]
  const back = { on, valueOn: on, reference: 'SET-1', amount: 9n, positionId: 'third', isCancelled: false }
  const rows = rowsOf({ opening: 0n, movements: [], savings, givenBack: [back] }, period)
  expect(rows.map(({ positionId }) => positionId)).toEqual(['first', 'second', 'third'])
})

test('the chart has the last balance of each day, and on the first day the opening balance until it changes', () => {
  const movements = movementsOf(50n, [
    effect({ on: period.from, cash: 1n }),
    effect({ on: period.from, cash: 2n }),
    effect({ on: day('2026-01-03'), cash: 4n }),
  ])
  expect(balanceOver({ opening: 50n, movements }, period).points).toEqual([
    { day: 0, balance: 53n },
    { day: 2, balance: 57n },
  ])
  expect(balanceOver({ opening: 50n, movements: movements.slice(2) }, period).points).toEqual([
    { day: 0, balance: 50n },
    { day: 2, balance: 57n },
  ])
})

describe('money under way at the end of a period', () => {
  const payout: OwedMoney = {
    kind: 'PAYOUT',
    id: 'SET-1',
    reference: 'SET-1',
    on: day('2026-03-30'),
    amount: 100n,
    heldUntil: { on: day('2026-04-01'), at: '12:00' },
    positionId: 'POS-1',
  }
  const asked = {
    kind: 'DEPOSIT',
    standing: 'CHECKING',
    id: 'ORDER',
    reference: 'DEP-1',
    on: day('2026-03-31'),
    amount: 5n,
  } as const
  const shown = (standing: 'HELD' | 'FROZEN' | 'DELAYED' | 'SENT'): Shown => ({
    ...payout,
    kind: 'PAYOUT',
    standing,
  })
  const standingsOn = (to: string, shows: readonly Shown[] | null) =>
    underWayOn([payout], shows, day(to)).map(({ kind, standing }) => `${kind} ${standing}`)

  test('is shown as on screens while the last day is open, requested deposits first', () => {
    expect(standingsOn('2026-03-31', [asked, shown('HELD')])).toEqual(['DEPOSIT CHECKING', 'PAYOUT HELD'])
    expect(standingsOn('2026-03-31', [shown('DELAYED')])).toEqual(['PAYOUT DELAYED'])
    expect(standingsOn('2026-03-31', [shown('FROZEN')])).toEqual(['PAYOUT FROZEN'])
    // The period ends before the deposit was requested and the payout sent.
    expect(standingsOn('2026-03-30', [asked, shown('SENT')])).toEqual(['PAYOUT UNPAID'])
  })

  test('takes its standing from the screens by id and kind, and never that of a deposit', () => {
    const other = { ...shown('FROZEN'), id: 'SET-2' }
    const refund: Shown = { ...payout, kind: 'REFUND', standing: 'DELAYED' }
    const deposit: Shown = { ...payout, kind: 'DEPOSIT', standing: 'CHECKING' }
    expect(standingsOn('2026-03-29', [other, refund, deposit])).toEqual(['PAYOUT UNPAID'])
    expect(underWayOn([], null, day('2026-03-31'))).toEqual([])
  })

  test('of a closed day is on hold or unpaid, whatever has happened since', () => {
    expect(standingsOn('2026-03-31', null)).toEqual(['PAYOUT HELD'])
    expect(standingsOn('2026-04-01', null)).toEqual(['PAYOUT UNPAID'])
    expect(underWayOn([{ ...payout, heldUntil: null }], null, day('2026-03-31'))).toMatchObject([
      { standing: 'UNPAID' },
    ])
  })
})

describe('the savings line of a position', () => {
  const position = {
    id: 'POS-1',
    termMonths: 3,
    status: 'OPEN',
    startOn: day('2026-01-10'),
    maturityOn: day('2026-03-20'),
    ratePpm: 36_500,
    earlyRatePpm: 10_000,
    basisDays: 365,
    taxPpm: 100_000,
    nth: 1,
  } as const
  const deposits = [
    { principal: 10_000n, valueOn: day('2026-01-10'), bookedOn: day('2026-01-10'), voidedOn: null },
    { principal: 20_000n, valueOn: day('2026-02-10'), bookedOn: day('2026-02-12'), voidedOn: null },
  ]
  const payout: BookedWithdrawal = {
    bookedOn: day('2026-02-21'),
    withdrawnOn: day('2026-02-20'),
    paidOn: day('2026-02-22'),
    givenBackOn: null,
    effectiveRatePpm: 10_000,
    principal: 30_000n,
    interest: 17n,
    tax: 2n,
  }
  const on = (to: string, left: BookedWithdrawal | null = null, from = '2026-01-01') =>
    savingsOn({ position, deposits, withdrawals: left ? [left] : [] }, { from: day(from), to: day(to) })

  test.each([
    ['2026-01-09', undefined],
    ['2026-01-10', 'ACCRUING 10000 0'],
    ['2026-01-31', 'ACCRUING 10000 21'],
    // A deposit with this value date is booked two days later; its interest is included from then on.
    ['2026-02-10', 'ACCRUING 10000 31'],
    ['2026-02-12', 'ACCRUING 30000 37'],
    ['2026-03-19', 'ACCRUING 30000 142'],
    ['2026-03-20', 'MATURED 30000 145'],
    ['2026-03-31', 'MATURED 30000 145'],
  ])('that is not withdrawn, on %s: %s (status, principal, interest; undefined: no line)', (to, expected) => {
    const found = on(to)
    expect(found && `${found.status} ${found.principal} ${found.interest.gross}`).toBe(expected)
    expect(found?.maturedOn ?? null).toBe(to >= '2026-03-20' ? '2026-03-20' : null)
  })

  test.each([
    ['2026-02-20', '2026-01-01', 'ACCRUING null'],
    ['2026-02-21', '2026-01-01', 'PAYING_OUT 10000'],
    ['2026-02-22', '2026-01-01', 'CLOSED 10000'],
    ['2026-03-31', '2026-02-22', 'CLOSED 10000'],
    ['2026-03-31', '2026-02-23', undefined],
  ])(
    'in an early exit, on %s in a period from %s: %s (status, lower rate in ppm; undefined: no line)',
    (to, from, expected) => {
      const found = on(to, payout, from)
      expect(found && `${found.status} ${found.withdrawalRatePpm}`).toBe(expected)
      expect(found?.maturedOn ?? null).toBe(null)
    },
  )

  test.each([
    ['2026-03-19', 'PAYING_OUT null'],
    ['2026-03-24', 'PAYING_OUT null'],
    ['2026-03-25', 'MATURED 2026-03-25'],
    ['2026-03-31', 'MATURED 2026-03-25'],
  ])('given back after its maturity date, on %s: %s (status, date of the maturity row)', (to, expected) => {
    const found = on(to, { ...payout, paidOn: null, givenBackOn: day('2026-03-25') })
    expect(found && `${found.status} ${found.maturedOn}`).toBe(expected)
  })

  test('that was withdrawn has the paid interest, before and after tax', () => {
    expect(on('2026-02-22', payout)?.interest).toEqual({ gross: 17n, tax: 2n, net: 15n })
  })

  test('withdrawn on its maturity date has a maturity row; a position without a deposit has no line', () => {
    const onDate = { ...payout, withdrawnOn: position.maturityOn, bookedOn: position.maturityOn }
    expect(on('2026-03-31', onDate)?.maturedOn).toBe('2026-03-20')
    const back = { ...onDate, paidOn: null, givenBackOn: day('2026-03-25') }
    expect(on('2026-03-31', back)?.maturedOn).toBe('2026-03-20')
    expect(savingsOn({ position, deposits: [], withdrawals: [] }, period)).toBeUndefined()
  })

  test('given back after the period is not open at its end', () => {
    const early = { ...payout, paidOn: null, givenBackOn: day('2026-03-25') }
    expect(on('2026-03-24', early)?.status).toBe('PAYING_OUT')
    expect(on('2026-03-25', early)?.status).toBe('MATURED')
  })

  const matured = { ...payout, withdrawnOn: day('2026-03-21'), bookedOn: day('2026-03-21') }

  test('withdrawn after its maturity date has a maturity row on that date, and no lower rate of a withdrawal', () => {
    const found = on('2026-03-31', {
      ...matured,
      paidOn: day('2026-03-22'),
      effectiveRatePpm: position.ratePpm,
    })
    expect(found).toMatchObject({ status: 'CLOSED', withdrawalRatePpm: null, maturedOn: '2026-03-20' })
  })

  test('given back from a withdrawal after its maturity date keeps its maturity row', () => {
    const found = on('2026-03-31', { ...matured, paidOn: null, givenBackOn: day('2026-03-25') })
    expect(found).toMatchObject({ status: 'MATURED', maturedOn: '2026-03-20' })
  })

  test('whose first deposit is booked after its maturity date matures on that day', () => {
    const late = deposits.map((deposit) => ({ ...deposit, bookedOn: addDays(deposit.valueOn, 70) }))
    const savings = { position, deposits: late, withdrawals: [] }
    const until = { from: day('2026-01-01'), to: day('2026-04-30') }
    for (const each of [late, late.toReversed()])
      expect(savingsOn({ ...savings, deposits: each }, until)?.maturedOn).toBe('2026-03-21')
    expect(savingsOn({ ...savings, deposits: late.slice(1) }, period)).toBeUndefined()
  })
})
