import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { messagesFor, type Messages } from '../../src/bank/messages/messages.js'
import type { Language } from '../../src/kernel/call.js'
import { basicAlphabet, charactersOutsideGsm, gsmLength } from './gsm.js'
import { textsOf, type AllFacts, type CatalogueText } from './catalogue-walk.js'
import { dateOf } from '../support/typed.js'

const languages: readonly Language[] = ['fr', 'en']
const smsMax = 160
const labelMax = 40
const payerNoteMax = 100
const largestTyped = 999_999_999_999n
const longestTermMonths = 120

const smallest: AllFacts = {
  currency: 'XAF',
  amount: 1n,
  rate: '0.00',
  termMonths: 1,
  maturityOn: dateOf('2000-01-01'),
  earnings: 0n,
  total: 1n,
  balanceAfter: 1n,
  totalOfSavings: 1n,
  minimum: 1n,
  roomLeft: 0n,
  maxBalance: 1n,
  totalIfKept: 1n,
  until: { on: dateOf('2000-01-01'), at: '00:00' },
  walletMax: 1n,
  decimals: 0,
  nth: 1,
}

// Principal has at most 12 digits; principal with interest can have 13.
const largest: AllFacts = {
  currency: 'XAF',
  amount: largestTyped,
  rate: '99.99',
  termMonths: longestTermMonths,
  maturityOn: dateOf('2099-12-31'),
  earnings: largestTyped,
  total: 2n * largestTyped,
  balanceAfter: largestTyped,
  totalOfSavings: 2n * largestTyped,
  minimum: largestTyped,
  roomLeft: largestTyped,
  maxBalance: largestTyped,
  totalIfKept: 2n * largestTyped,
  until: { on: dateOf('2099-12-31'), at: '23:59' },
  walletMax: largestTyped,
  decimals: 4,
  nth: 99,
}

const usual: AllFacts = {
  currency: 'XAF',
  amount: 1_250_000n,
  rate: '4.50',
  termMonths: 3,
  maturityOn: dateOf('2026-12-31'),
  earnings: 14_178n,
  total: 1_264_178n,
  balanceAfter: 1_750_000n,
  totalOfSavings: 1_774_000n,
  minimum: 1_000n,
  roomLeft: 250_000n,
  maxBalance: 2_000_000n,
  totalIfKept: 1_267_995n,
  until: { on: dateOf('2026-11-02'), at: '14:05' },
  walletMax: 500_000n,
  decimals: 0,
  nth: 2,
}

/** Every text, and those of a payout again with the total as amount, since a payout pays principal and interest. */
const textsWithTotals = (messages: Messages, facts: AllFacts): CatalogueText[] => [
  ...textsOf(messages, facts),
  ...textsOf(messages.underWay.PAYOUT, { ...facts, amount: facts.total }, 'underWay.PAYOUT.'),
]

const limitsOf = (path: string): number =>
  path === 'label' ? labelMax : path === 'payerNote' ? payerNoteMax : smsMax

/** What is wrong with a text; empty if it fits an SMS, or the provider's field, and lacks no fact. */
const faultsOf = ({ path, text }: CatalogueText): readonly string[] => [
  ...charactersOutsideGsm(text).map((character) => `${path}: ${JSON.stringify(character)} is not GSM`),
  ...(gsmLength(text) > limitsOf(path) ? [`${path}: ${gsmLength(text)} septets: ${text}`] : []),
  ...(/^\s|\s$| {2}|\n/.test(text) || text === '' ? [`${path}: stray or no space: ${text}`] : []),
  ...(/undefined|\bnull\b|NaN|\[object/.test(text) ? [`${path}: a fact is missing: ${text}`] : []),
  ...(path === 'payerNote' && /[^A-Za-z0-9 ]/.test(text) ? [`${path}: refused by MTN: ${text}`] : []),
]

const principal = fc.bigInt({ min: 1n, max: largestTyped })
const anyTotal = fc.bigInt({ min: 0n, max: 2n * largestTyped })
const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => dateOf(date.toISOString().slice(0, 10)))
const anyFacts: fc.Arbitrary<AllFacts> = fc.record({
  // XAF has no decimals. With two decimals, 12 digits need one more character for the decimal mark and one space
  // less.
  currency: fc.constantFrom('XAF', 'GHS'),
  amount: principal,
  rate: fc.integer({ min: 0, max: 9_999 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  termMonths: fc.integer({ min: 1, max: longestTermMonths }),
  maturityOn: anyDate,
  earnings: fc.bigInt({ min: 0n, max: largestTyped }),
  total: anyTotal,
  balanceAfter: principal,
  totalOfSavings: anyTotal,
  minimum: principal,
  roomLeft: fc.bigInt({ min: 0n, max: largestTyped }),
  maxBalance: principal,
  totalIfKept: anyTotal,
  until: fc.record({ on: anyDate, at: fc.constantFrom('00:00', '14:05', '23:59') }),
  walletMax: principal,
  decimals: fc.integer({ min: 0, max: 4 }),
  nth: fc.integer({ min: 1, max: 99 }),
})

describe.each(languages)('texts in %s', (language) => {
  const messages = messagesFor(language)

  test.each([
    ['smallest', smallest],
    ['usual', usual],
    ['largest', largest],
  ])('are within their limits with the %s facts', (_size, facts) => {
    expect(textsWithTotals(messages, facts).flatMap(faultsOf)).toEqual([])
  })

  test('are within their limits with random facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(textsWithTotals(messages, facts).flatMap(faultsOf)).toEqual([])
      }),
    )
  })

  test('are those of the snapshot', () => {
    expect(
      Object.fromEntries(textsOf(messages, usual).map(({ path, text }) => [path, text])),
    ).toMatchSnapshot()
  })
})

/**
 * The facts that a text must contain, by its path; `%` stands for the decimal mark of a rate, `#` for the separator
 * of a time.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  'depositSummary.NEW': ['1 250 000 XAF', '4%50', '3', '31/12/2026', '14 178 XAF', '1 264 178 XAF'],
  'depositSummary.TOP_UP': [
    '1 250 000 XAF',
    '4%50',
    '1 750 000 XAF',
    '31/12/2026',
    '14 178 XAF',
    '1 774 000 XAF',
  ],
  'summaryRefusal.invalidAmount.DECIMALS': ['XAF'],
  'summaryRefusal.belowMinimum': ['1 000 XAF'],
  'summaryRefusal.aboveMaximum.ROOM': ['250 000 XAF', '2 000 000 XAF'],
  'summaryRefusal.aboveMaximum.FULL': ['2 000 000 XAF'],
  'summaryRefusal.aboveMaximum.COLLECTING': ['2 000 000 XAF'],
  'summaryRefusal.aboveMaximum.LEAVING': ['2 000 000 XAF'],
  'summaryRefusal.aboveMaximum.WALLET': ['500 000 XAF'],
  'payment.succeeded': ['1 250 000 XAF'],
  'underWay.DEPOSIT.REQUESTED': ['1 250 000 XAF', 'PIN'],
  'underWay.DEPOSIT.CLOSING': ['1 250 000 XAF'],
  'underWay.DEPOSIT.CHECKING': ['1 250 000 XAF'],
  'underWay.PAYOUT.HELD': ['1 250 000 XAF', '02/11/2026', '14#05'],
  'underWay.PAYOUT.FROZEN': ['1 250 000 XAF'],
  'underWay.PAYOUT.SENDING': ['1 250 000 XAF'],
  'underWay.PAYOUT.DELAYED': ['1 250 000 XAF'],
  'underWay.PAYOUT.CHECKING': ['1 250 000 XAF'],
  'underWay.PAYOUT.SENT': ['1 250 000 XAF'],
  'underWay.PAYOUT.GIVEN_BACK': ['1 250 000 XAF'],
  'underWay.PAYOUT.CANCELLED': ['1 250 000 XAF'],
  'underWay.REFUND.FROZEN': ['1 250 000 XAF'],
  'underWay.REFUND.SENDING': ['1 250 000 XAF'],
  'underWay.REFUND.DELAYED': ['1 250 000 XAF'],
  'underWay.REFUND.CHECKING': ['1 250 000 XAF'],
  'underWay.REFUND.REFUNDED': ['1 250 000 XAF'],
  'withdrawalSummary.EARLY_EXIT': ['1 264 178 XAF', '02/11/2026', '14#05', '31/12/2026', '1 267 995 XAF'],
  'withdrawalSummary.MATURITY': ['1 264 178 XAF', '14 178 XAF'],
  label: ['3', '31/12/2026', '(2)'],
  payerNote: ['3'],
}

describe('the facts in texts', () => {
  test.each(languages)('are all contained in each text in %s', (language) => {
    const said = new Map(textsOf(messagesFor(language), usual).map(({ path, text }) => [path, text]))
    for (const [path, facts] of Object.entries(written)) {
      for (const fact of facts) {
        expect({ path, text: said.get(path) }).toEqual({
          path,
          text: expect.stringContaining(
            fact.replace('%', language === 'fr' ? ',' : '.').replace('#', language === 'fr' ? 'h' : ':'),
          ),
        })
      }
    }
  })

  test('are listed in the table of this suite for every text that depends on facts', () => {
    const differing = textsOf(messagesFor('en'), usual).filter(
      ({ text }, index) => text !== textsOf(messagesFor('en'), largest)[index]?.text,
    )
    expect(differing.map(({ path }) => path).sort()).toEqual(Object.keys(written).sort())
  })

  test('have the term in the singular or plural, and a number in the label of a second savings', () => {
    const facts = (termMonths: number) => ({ termMonths, maturityOn: dateOf('2026-06-01'), nth: 1 })
    const { fr, en } = { fr: messagesFor('fr'), en: messagesFor('en') }
    expect([1, 12].map((months) => fr.label(facts(months)))).toEqual([
      'Épargne 1 mois au 01/06/2026',
      'Épargne 12 mois au 01/06/2026',
    ])
    expect([1, 12].map((months) => en.label(facts(months)))).toEqual([
      '1-month savings to 01/06/2026',
      '12-month savings to 01/06/2026',
    ])
    expect([1, 12].map((termMonths) => fr.payerNote({ termMonths }))).toEqual([
      'Versement epargne 1 mois',
      'Versement epargne 12 mois',
    ])
    expect(fr.label({ ...facts(3), nth: 2 })).toBe('Épargne 3 mois au 01/06/2026 (2)')
    const sentAtOnce = { ...usual, until: null }
    expect(fr.withdrawalSummary.EARLY_EXIT(sentAtOnce)).toContain(', envoyés tout de suite. ')
    expect(en.withdrawalSummary.EARLY_EXIT(sentAtOnce)).toContain(', sent at once. ')
    const term = (termMonths: number) => en.depositSummary.NEW({ ...usual, termMonths })
    expect(term(1)).toContain(' for 1 month at ')
    expect(term(12)).toContain(' for 12 months at ')
  })

  test('have the decimal mark of the language in amounts with decimals', () => {
    const paid = { amount: 123_456_789n, currency: 'GHS' }
    expect(messagesFor('fr').payment.succeeded(paid)).toContain('1 234 567,89 GHS')
    expect(messagesFor('en').payment.succeeded(paid)).toContain('1 234 567.89 GHS')
  })
})

describe('the catalogues', () => {
  test('have the same paths in both languages, and no text in common', () => {
    const [fr, en] = languages.map((language) => textsOf(messagesFor(language), usual))
    expect(fr?.map(({ path }) => path).sort()).toEqual(en?.map(({ path }) => path).sort())
    const english = new Map(en?.map(({ path, text }) => [path, text]))
    expect(fr?.filter(({ path, text }) => english.get(path) === text)).toEqual([])
  })

  test('are complete, or they do not compile', () => {
    const { payerNote, ...rest } = messagesFor('fr')
    // @ts-expect-error a catalogue that lacks a text does not have the type Messages
    const incomplete: Messages = rest
    expect(incomplete).not.toHaveProperty('payerNote', payerNote)
  })
})

describe('the checks of this suite', () => {
  test('know the whole GSM alphabet', () => {
    expect(basicAlphabet).toHaveLength(127)
    expect(new Set(basicAlphabet).size).toBe(127)
  })

  test.each([
    ['abc', 3],
    ['Épargné à 5 %', 13],
    ['€', 2],
    ['[{', 4],
    ['fenêtre', Infinity],
    ['dépôt', Infinity],
    ['reçu', Infinity],
    ['l’an', Infinity],
    ['1\u202f000', Infinity],
    ['1\u00a0000', Infinity],
  ])('count %j as %p septets', (text, length) => {
    expect(gsmLength(text)).toBe(length)
  })

  test('find each kind of fault', () => {
    const faults = textsOf(
      {
        tooLong: 'a'.repeat(smsMax + 1),
        escaped: '€'.repeat(smsMax / 2 + 1),
        notGsm: 'août',
        group: { deep: () => 'undefined' },
        payerNote: "Versement d'epargne",
        label: 'a'.repeat(labelMax + 1),
      },
      usual,
    ).map((said) => faultsOf(said).length > 0)
    expect(faults).toEqual([true, true, true, true, true, true])
  })
})
