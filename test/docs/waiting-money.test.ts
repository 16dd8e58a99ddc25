import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { messagesFor, type Messages } from '../../src/bank/messages/messages.js'
import type { ConfirmedDeposit } from '../../src/bank/savings/deposits/confirm-deposit.js'
import { toDepositConfirmation } from '../../src/bank/savings/deposits/deposit-confirmation.types.js'
import type { PayoutView } from '../../src/bank/savings/records/payouts.repository.js'
import type { Standings } from '../../src/bank/messages/standings.js'
import { isOwed, lineStatuses } from '../../src/bank/savings/rules/under-way.rules.js'
import { toWithdrawalConfirmation } from '../../src/bank/savings/withdrawals/withdrawal-confirmation.types.js'
import type { Call, Language } from '../../src/kernel/call.js'
import { statementTexts, type StatementTexts } from '../../src/bank/statements/texts/texts.js'
import { present } from '../support/present.js'
import { dateOf, keysOf } from '../support/typed.js'
import { standIn } from '../support/stand-in.js'

type UnderWay = Messages['underWay']

const savings = { termMonths: 3, maturityOn: dateOf('2027-02-22'), nth: 1 }
const until = { on: dateOf('2026-11-24'), at: '14:05' }
const amount = 100_000n
const facts = { amount, currency: 'XAF', until }

const call = standIn<Call>({
  now: Date.parse('2026-11-22T13:05:00Z'),
  today: dateOf('2026-11-22'),
  zone: 'Africa/Douala',
  language: 'en',
})
const heldUntil = Date.parse('2026-11-24T13:05:00Z')

/** The standing that a text for the customer describes. */
const standingIn = (kind: keyof UnderWay, message: string | null): string | undefined =>
  Object.entries<(said: typeof facts) => string>(messagesFor('en').underWay[kind]).find(
    ([, text]) => text(facts) === message,
  )?.[0]

const answered = (answers: Record<string, string | null>): string =>
  Object.entries(answers)
    .flatMap(([key, value]) => (value === null ? [] : [`\`${key}\` \`${value}\``]))
    .join(', ')

const payoutFacts = (['ON_HOLD', 'PROCESSING', 'UNDER_REVIEW', 'PAID', 'FAILED'] as const).flatMap((status) =>
  [true, false].flatMap((isRefused) =>
    [true, false].flatMap((isUnderReview) =>
      [
        { openKey: 'POS-1', failureCode: null },
        { openKey: null, failureCode: null },
        { openKey: null, failureCode: 'PAYOUT_CANCELLED' },
      ].flatMap((ended) =>
        [null, dateOf('2026-12-01')].map((frozenUntil) => ({
          status,
          isRefused,
          isUnderReview,
          frozenUntil,
          ...ended,
        })),
      ),
    ),
  ),
)

/** The answers of `confirm_withdrawal` in every state that a payout can have. */
const withdrawalAnswers = payoutFacts.map((stored) => {
  const payout = standIn<PayoutView>({
    ...stored,
    id: 'SET-1',
    withdrawalReference: 'WDR-1',
    arrived: stored.status === 'PAID' ? amount : 0n,
    amount,
    currency: 'XAF',
    book: 'system',
    heldUntil: stored.status === 'ON_HOLD' ? heldUntil : null,
    clockOn: dateOf('2026-11-22'),
  })
  const { status, payoutStatus, settlementDelay, message } = toWithdrawalConfirmation(payout, call)
  const said = answered({
    withdrawal_status: status,
    payout_status: payoutStatus,
    settlement_delay: settlementDelay,
  })
  return { kind: 'PAYOUT', standing: standingIn('PAYOUT', message), said }
})

const progress = [true, false].flatMap((isRefused) =>
  [true, false].flatMap((isUnderReview) =>
    [true, false].flatMap((isFrozen) =>
      [0n, amount].map((arrived) => ({ isRefused, isUnderReview, isFrozen, arrived })),
    ),
  ),
)

/** The answers of `confirm_deposit`: for a deposit in every state, and for one that came while its account was closing. */
const depositAnswers = [
  ...(['CREATED', 'PENDING', 'UNDER_REVIEW'] as const).flatMap((status) =>
    [true, false].map((isClosing) => ({ status, isClosing, refund: null })),
  ),
  ...progress.map((refund) => ({ status: 'SUCCESSFUL' as const, isClosing: true, refund })),
].map(({ status: stored, isClosing, refund }) => {
  const order = { amount, currency: 'XAF', status: stored, failures: 0, failureCode: null }
  const { status, message } = toDepositConfirmation(
    { reference: 'DEP-1', order, isClosing, refund } as ConfirmedDeposit,
    'en',
  )
  const kind = refund === null ? ('DEPOSIT' as const) : ('REFUND' as const)
  return { kind, standing: standingIn(kind, message), said: answered({ deposit_status: status }) }
})

const screenOf = (kind: keyof UnderWay, standing: string): string => {
  const own = [...withdrawalAnswers, ...depositAnswers].filter(
    (answer) => answer.kind === kind && answer.standing === standing,
  )
  return [...new Set(own.map(({ said }) => said))].join('; or ')
}

/** Standings in which the money is in the customer's savings again. */
const restored: readonly string[] = ['GIVEN_BACK', 'CANCELLED'] satisfies Standings['PAYOUT'][]

/** Money that is owed is pending; money that was given back is part of its savings again. */
const balanceOf = (kind: keyof UnderWay, standing: string): string => {
  if (kind === 'DEPOSIT') return 'none'
  if (isOwed(standing as Standings['PAYOUT' | 'REFUND'])) return 'pending, what has not arrived'
  return restored.includes(standing) ? 'accruing or due' : 'none'
}

/**
 * Where a statement shows money of this standing: as under way while it is expected or owed, as a notice once it is in its savings again,
 * otherwise among the movements.
 */
const statementCellOf = (kind: keyof UnderWay, standing: string, words: StatementTexts): string => {
  const { movements, underWay, product } = words
  const waiting: Readonly<Record<string, string>> =
    kind === 'DEPOSIT' ? underWay.deposit : { ...underWay.owed, HELD: underWay.held(until) }
  if (waiting[standing] !== undefined) return `under way: ${underWay.kinds[kind]}, ${waiting[standing]}`
  const notices: Readonly<Record<string, typeof movements.givenBack>> = {
    GIVEN_BACK: movements.givenBack,
    CANCELLED: movements.cancelled,
  }
  const notice = notices[standing]
  if (notice) return `notice: ${notice(product(savings), '100 000 XAF')}`
  const kinds = kind === 'PAYOUT' ? (['WITHDRAWAL'] as const) : (['RECEIVED', 'REFUND'] as const)
  return `movements: ${kinds.map((moved) => movements.kinds[moved]).join('; ')}`
}

const rowsOf = (kind: keyof UnderWay): string[] =>
  Object.keys(lineStatuses[kind]).map((standing) => {
    const say = (language: Language) => {
      const texts: Readonly<Record<string, (said: typeof facts) => string>> =
        messagesFor(language).underWay[kind]
      return present(texts[standing])(facts)
    }
    const statuses: Readonly<Record<string, string>> = lineStatuses[kind]
    const onStatement = (language: Language) => statementCellOf(kind, standing, statementTexts(language))
    const cells = [
      kind,
      standing,
      screenOf(kind, standing),
      statuses[standing],
      say('fr'),
      say('en'),
      balanceOf(kind, standing),
      onStatement('fr'),
      onStatement('en'),
    ]
    return `| ${cells.join(' | ')} |`
  })

const page = [
  '<!-- prettier-ignore-start -->',
  '# Money that waits',
  '',
  '`src/bank/savings/rules/under-way.rules.ts` decides the standing of money that is, or was, in flight. This page is generated by',
  '`WRITE_DOCS=1 npm test -- test/docs/waiting-money`, which calls the functions that answer with every stored state.',
  '',
  'A statement up to an open day shows each standing as the screens do. For a closed day it shows only what can never change: what',
  'the books owed, either on hold with its date and time, or as not paid yet. A deposit that had not arrived is not on it.',
  '',
  '| money | standing | screen | mini statement | French | English | on the balance | statement, French | statement, English |',
  '|---|---|---|---|---|---|---|---|---|',
  ...keysOf(lineStatuses).flatMap(rowsOf),
  '',
  '<!-- prettier-ignore-end -->',
  '',
].join('\n')

test('every answer about money in flight has a standing, and every standing has an answer', () => {
  expect([...withdrawalAnswers, ...depositAnswers].filter(({ standing }) => standing === undefined)).toEqual(
    [],
  )
  expect(page).not.toMatch(/\|  \|/)
})

test('docs/waiting-money.md shows what the rules and the catalogues say', () => {
  const path = join(packageRoot, 'docs/waiting-money.md')
  if (process.env['WRITE_DOCS']) writeFileSync(path, page)
  expect(readFileSync(path, 'utf8')).toBe(page)
})
