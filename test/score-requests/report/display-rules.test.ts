import { describe, expect, test } from '@jest/globals'
import {
  displayTypeNames,
  type DisplaySection,
} from '../../../src/score-requests/report/display/display.rules.js'
import {
  compact,
  datesIn,
  grouped,
  inWords,
  monthOf,
  percent,
} from '../../../src/score-requests/report/display/format.rules.js'
import { masked, maskResult, personalKindOf } from '../../../src/score-requests/report/display/mask.rules.js'
import {
  withColon,
  translate,
  sectionsIn,
} from '../../../src/score-requests/report/display/translate.rules.js'
import { isShown } from '../../../src/score-requests/report/display/shown-members.rules.js'
import { french } from '../../../src/score-requests/report/french/french.rules.js'

/** Replaces `_` by a non-breaking space. */
const unbroken = (text: string): string => text.replaceAll('_', '\u00a0')

describe('a figure', () => {
  test.each([
    [0, '0', '0'],
    [7, '7', '7'],
    [999, '999', '999'],
    [1000, '1_000', '1_000'],
    [1_234_567, '1_234_567', '1_234_567'],
    [1250.5, '1_250.50', '1_250,50'],
    [0.005, '0.01', '0,01'],
    [0.004, '0', '0'],
    [-0.004, '0', '0'],
    [-0.5, '-0.50', '-0,50'],
    [-1250, '-1_250', '-1_250'],
    [-0, '0', '0'],
  ])('of %d is written %j, and in French %j', (value, en, fr) => {
    expect([grouped(value, 'en'), grouped(value, 'fr')]).toEqual([unbroken(en), unbroken(fr)])
  })

  test.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1000, '1k', '1k'],
    [1500, '1.5k', '1,5k'],
    [-2500, '-2.5k', '-2,5k'],
    [999_999, '1000k', '1000k'],
    [1e6, '1M', '1M'],
    [2_345_678, '2.35M', '2,35M'],
    [1e9, '1G', '1G'],
    [-1e9, '-1G', '-1G'],
    [0.25, '0.25', '0,25'],
  ])('of %d on an axis is written %j, and in French %j', (value, en, fr) => {
    expect([compact(value, 'en'), compact(value, 'fr')]).toEqual([en, fr])
  })

  test.each([
    [0, '0_%', '0_%'],
    [0.5, '50_%', '50_%'],
    [0.1234, '12.34_%', '12,34_%'],
    [1, '100_%', '100_%'],
  ])('of the share %d is written %j, and in French %j', (share, en, fr) => {
    expect([percent(share, 'en'), percent(share, 'fr')]).toEqual([unbroken(en), unbroken(fr)])
  })
})

describe('a code', () => {
  test.each([
    ['APPROVE_WITH_CONDITIONS', 'Approve with conditions'],
    ['full_months', 'Full months'],
    ['daysOfCover', 'Days of cover'],
    ['last12Months', 'Last 12months'],
    ['pro--rated__', 'Pro rated'],
    ['_a', 'A'],
    ['b', 'B'],
    ['', ''],
  ])('%j is written %j', (code, words) => expect(inWords(code)).toBe(words))
})

describe('a date', () => {
  const months = [
    ['01', 'January', 'janvier', 'Jan', 'janv'],
    ['02', 'February', 'f\u00e9vrier', 'Feb', 'f\u00e9vr'],
    ['03', 'March', 'mars', 'Mar', 'mars'],
    ['04', 'April', 'avril', 'Apr', 'avr'],
    ['05', 'May', 'mai', 'May', 'mai'],
    ['06', 'June', 'juin', 'Jun', 'juin'],
    ['07', 'July', 'juillet', 'Jul', 'juil'],
    ['08', 'August', 'ao\u00fbt', 'Aug', 'ao\u00fbt'],
    ['09', 'September', 'septembre', 'Sep', 'sept'],
    ['10', 'October', 'octobre', 'Oct', 'oct'],
    ['11', 'November', 'novembre', 'Nov', 'nov'],
    ['12', 'December', 'd\u00e9cembre', 'Dec', 'd\u00e9c'],
  ] as const

  test.each(months)('of month %s is written with the name of the month', (month, en, fr, short, court) => {
    expect(datesIn(`2025-${month}-09`, 'en')).toBe(unbroken(`9_${en}_2025`))
    expect(datesIn(`2025-${month}-01`, 'en')).toBe(unbroken(`1_${en}_2025`))
    expect(datesIn(`2025-${month}-09`, 'fr')).toBe(unbroken(`9_${fr}_2025`))
    expect(datesIn(`2025-${month}-01`, 'fr')).toBe(unbroken(`1er_${fr}_2025`))
    expect(monthOf(`2025-${month}`, 'en')).toEqual([short, '2025'])
    expect(monthOf(`2025-${month}`, 'fr')).toEqual([court, '2025'])
  })

  test('is found anywhere in a text, and other text stays', () => {
    expect(datesIn('from 2025-01-31 to 2025-02-28.', 'en')).toBe(
      unbroken('from 31_January_2025 to 28_February_2025.'),
    )
    for (const none of ['2025-13-01', '2025-00-01', '12025-01-01', '2025-01-011', '2025-1-1', 'x'])
      expect(datesIn(none, 'en')).toBe(none)
  })

  test.each(['2025-13', '2025-00', '12025-01', '2025-01-01', '2025-1', 'Rent', ''])(
    'is not made of %j, which is not a month',
    (text) => expect(monthOf(text, 'en')).toEqual([text, '']),
  )
})

describe('a masked result', () => {
  test.each([
    ['Jane Wanjiku', 'name', 'J*** W***'],
    ['  jane \t  doe ', 'name', 'j*** d***'],
    ['\u{1f600}smile', 'name', '\u{1f600}***'],
    ['', 'name', ''],
    ['+237 670 00 00 12', 'number', '********12'],
    ['AB 12.34-5', 'number', '********45'],
    ['7', 'number', '********7'],
    ['anything', 'text', '***'],
  ] as const)('shows of %j, a %s, only %j', (text, kind, left) => expect(masked(text, kind)).toBe(left))

  test.each([
    ['data.header.name', 'name'],
    ['persona.name', 'name'],
    ['data.header.phoneNumber', 'number'],
    ['persona.phone_number', 'number'],
    ['header.email', 'text'],
    ['header.code', 'text'],
    ['header.accountNumber', 'text'],
    ['header.customerNumber', 'text'],
    ['header.branch', 'text'],
    ['transactions.details', 'text'],
    ['transactions.otherParty', 'text'],
    ['transactions.receiptNumber', 'text'],
    ['meta.anything', 'text'],
    ['logs.fileKey', 'text'],
    ['subject.firstName', 'name'],
    ['subject.middleName', 'name'],
    ['subject.lastName', 'name'],
    ['subject.name', 'name'],
    ['subject.nationalId', 'number'],
    ['bureau.data.reportedName', 'name'],
    ['bureau.name', 'name'],
    ['bureau.data.person.fullName', 'name'],
    ['bureau.data.identityNumber', 'text'],
    ['bureau.data.Identity', 'text'],
    ['bureau.accountNumber', 'text'],
    ['bureau.data.accounts.AccountNumber', 'text'],
    ['bureau.data.phoneNumber', 'text'],
    ['bureau.data.Phone', 'text'],
    ['bureau.data.email', 'text'],
    ['bureau.data.Email', 'text'],
    ['bureau.data.addressLine', 'text'],
    ['bureau.data.Address', 'text'],
    ['documents', 'text'],
    ['validity.documentName', 'text'],
    ['lifestyle.top_supermarkets_visited.label', 'text'],
    ['header.currency', undefined],
    ['header.nameMatches', undefined],
    ['xheader.name', undefined],
    ['xpersona.phone_number', undefined],
    ['header.emails', undefined],
    ['header.phoneNumbers', undefined],
    ['xheader.email', undefined],
    ['transactions.paidIn', undefined],
    ['xtransactions.details', undefined],
    ['transactions.details.of', undefined],
    ['meta', undefined],
    ['meta.a.b', undefined],
    ['xmeta.a', undefined],
    ['logs.fileKeys', undefined],
    ['xlogs.fileKey', undefined],
    ['subject.names', undefined],
    ['xsubject.name', undefined],
    ['subject.nationalIds', undefined],
    ['xsubject.nationalId', undefined],
    ['bureau.nameMatches', undefined],
    ['xbureau.name', undefined],
    ['xbureau.email', undefined],
    ['bureau.emails', undefined],
    ['bureau.phone-x', undefined],
    ['documents.state', undefined],
    ['xdocuments', undefined],
    ['xlifestyle.xtop_supermarkets_visited.label', undefined],
    ['top_supermarkets_visited.labels', undefined],
  ])('treats the member %s as personal data of the kind %s', (path, kind) =>
    expect(personalKindOf(path)).toBe(kind),
  )

  const body = {
    status: 'success',
    code: 200,
    message: 'Jane Doe was scored',
    data: {
      header: { name: 'Jane Doe', currency: 'XAF', closingBalance: 5, branch: 7 },
      transactions: [{ details: 'To John 670000012', paidIn: 10, balance: null, other: 3 }],
      scoring: {
        decision: 'APPROVE',
        reasonCodes: [{ code: 'R1', text: 'Call 237670000012', value: 'a.pdf' }],
      },
      documents: ['jane.pdf'],
      novelty: 'Jane',
      flag: true,
    },
  }

  test('hides every member that is not listed as harmless, but only from a reader of masked data', () => {
    expect(maskResult(body, false)).toBe(body)
    const shown = maskResult(body, true)
    expect(shown).toEqual({
      status: 'success',
      code: 200,
      message: '***',
      data: {
        header: { name: 'J*** D***', currency: 'XAF', closingBalance: 5, branch: null },
        transactions: [{ details: '***', paidIn: 10, balance: null, other: null }],
        scoring: {
          decision: 'APPROVE',
          reasonCodes: [{ code: 'R1', text: expect.not.stringContaining('237670000012'), value: '***' }],
        },
        documents: ['***'],
        novelty: '***',
        flag: null,
      },
    })
  })

  test('hides a body that is not an object', () => {
    expect(maskResult('Jane', true)).toBe('***')
    expect(maskResult(5, true)).toBeNull()
    expect(maskResult(null, true)).toBeNull()
    expect(maskResult([{ status: 'ok', name: 'Jane' }], true)).toEqual([{ status: 'ok', name: '***' }])
  })

  test('has its body in the outermost member `data` only, not in one inside another member', () => {
    expect(maskResult({ other: { data: { asOf: '2025-01-01' } } }, true)).toEqual({
      other: { data: { asOf: '***' } },
    })
    expect(maskResult({ bureau: { data: { reportedAt: '2025-01-01' } } }, true)).toEqual({
      bureau: { data: { reportedAt: '2025-01-01' } },
    })
    expect(maskResult({ data: { asOf: '2025-01-01' } }, true)).toEqual({ data: { asOf: '2025-01-01' } })
  })
})

describe('the list of harmless members', () => {
  test.each([
    ['asOf', 'notices'],
    ['boosted.cappedBy', 'boosted.scoreBand'],
    ['boosted.weights.bureau', 'boosted.weights.statement'],
    ['borrowing_character.avg_disb_per_event', 'borrowing_character.total_repaid'],
    ['bureau.bureau', 'bureau.pulledAt'],
    ['bureau.data.accounts.currentBalance', 'bureau.data.accounts.status'],
    ['bureau.data.bouncedCheques12Months', 'bureau.data.reportedAt'],
    ['bureau.reading.bouncedCheques12Months', 'bureau.reading.writtenOffAccounts'],
    ['cashflow.average_daily_balance', 'cashflow.snapshot_date'],
    ['cashflow.estimated_monthly_income.high', 'cashflow.estimated_monthly_income.months_used'],
    ['cashflow.evolution_of_cashflow.inflow', 'cashflow.evolution_of_cashflow.outflow'],
    ['cashflow.monthly_income_evolution.income', 'cashflow.monthly_income_evolution.month'],
    ['cashflow.observed_income_block.business', 'cashflow.observed_income_block.transfers'],
    ['data_completeness.completeness_flag', 'data_completeness.transaction_days'],
    ['documents.documentType', 'documents.state'],
    ['documents.problem.code', 'documents.problem.code'],
    ['documents.validity.authorIsValid', 'documents.validity.vouchedBy'],
    ['enhanced.bureauScore', 'enhanced.scoreBand'],
    ['enhanced.featuresUsed.name', 'enhanced.featuresUsed.value'],
    ['enhanced.model.calibration', 'enhanced.model.version'],
    ['enhanced.reasonCodes.characteristic', 'enhanced.reasonCodes.value'],
    ['header.closingBalance', 'header.sumPaidOut'],
    ['lifestyle.customer_behaviour.status', 'lifestyle.customer_behaviour.title'],
    ['lifestyle.top_spending_categories.category', 'lifestyle.top_spending_categories.value'],
    ['lifestyle.top_supermarkets_visited.value', 'lifestyle.top_supermarkets_visited.value'],
    ['lifestyle.utilities_payments.amount', 'lifestyle.utilities_payments.name'],
    ['logs.format', 'logs.format'],
    ['model.calibration', 'model.version'],
    ['persona.earning_profile', 'persona.main_bank'],
    ['recommendations.business_affordability', 'recommendations.short_term_score'],
    ['reasonCodes.characteristic', 'reasonCodes.value'],
    ['scoring.affordability.business', 'scoring.affordability.shortTerm'],
    ['scoring.bureauScore', 'scoring.shortTermScore'],
    ['scoring.featuresUsed.bin', 'scoring.featuresUsed.value'],
    ['scoring.model.calibration', 'scoring.model.version'],
    ['scoring.reasonCodes.characteristic', 'scoring.reasonCodes.value'],
    ['scoring.recommendedCreditLimit.businessLimit', 'scoring.recommendedCreditLimit.shortTermLimit'],
    ['statement.affordability.business', 'statement.affordability.shortTerm'],
    ['statement.bureauScore', 'statement.shortTermScore'],
    ['statement.featuresUsed.bin', 'statement.featuresUsed.value'],
    ['statement.model.calibration', 'statement.model.version'],
    ['statement.reasonCodes.characteristic', 'statement.reasonCodes.value'],
    ['statement.recommendedCreditLimit.businessLimit', 'statement.recommendedCreditLimit.shortTermLimit'],
    ['subject.nameMatches', 'subject.nameMatches'],
    ['summary.average_monthly_borrowing', 'summary.risk_summary'],
    ['summary.main_outflow_categories.amount', 'summary.main_outflow_categories.share'],
    ['summary.recommended_credit_limit.business_limit', 'summary.recommended_credit_limit.short_term_limit'],
    ['transactions.balance', 'transactions.paidOut'],
    ['validity.authorIsValid', 'validity.vouchedBy'],
  ])('contains %s and %s', (first, last) => {
    expect([isShown(first), isShown(last)]).toEqual([true, true])
  })

  test.each([
    'header.name',
    'persona.name',
    'persona.phone_number',
    'subject.nationalId',
    'bureau.data.reportedName',
    'transactions.details',
    'data.asOf',
    'boosted',
    'asOf.asOf',
    '',
    'toString',
  ])('does not contain %j', (path) => expect(isShown(path)).toBe(false))
})

describe('the translation into French', () => {
  test.each([
    ['Yes', 'Oui'],
    ['Why', 'Pourquoi'],
    // Two sentences in one text.
    [
      'The bureau that was queried. As it is recorded at the bureau.',
      'Le bureau qui a \u00e9t\u00e9 consult\u00e9. Tel qu\u2019il figure au bureau.',
    ],
    ["The bureau's record is 12 days old.", 'Le dossier du bureau a 12 jours.'],
    ['> 0.5 %', unbroken('> 0,5_%')],
    ['<= 12.5%', unbroken('<= 12,5_%')],
    ['>= -3', '>= -3'],
    ['> 0.5', '> 0,5'],
    ['12.5%', unbroken('12,5_%')],
    ['Jane Doe', 'Jane Doe'],
    ['toString', 'toString'],
    ['', ''],
  ])('of %j is %j', (text, said) => {
    expect(translate(text, 'fr')).toBe(said)
    expect(translate(text, 'en')).toBe(text)
  })

  test.each([
    "Then The bureau's record is 12 days old.",
    "The bureau's record is 12 days old. ",
    "The bureau's record is x days old.",
    'x > 0.5',
    '> 0.5x',
    'x12.5%',
    '12.5%x',
    'The score was held down by the rule A B.',
    'Then The score was held down by the rule FRAUD.',
    'The score was held down by the rule FRAUD. ',
  ])('leaves %j, which is not a sentence of ours', (text) => {
    expect(translate(text, 'fr')).toBe(text)
  })

  test('names the rule that held down a score', () => {
    const rule = translate('Fraud', 'fr')
    expect(translate('The score was held down by the rule FRAUD.', 'fr')).toBe(
      unbroken(`Le score a \u00e9t\u00e9 retenu par une r\u00e8gle_: ${rule}.`),
    )
  })

  test('has a space before the colon after a label', () => {
    expect([withColon('Rent', 'en'), withColon('Loyer', 'fr')]).toEqual(['Rent:', unbroken('Loyer_:')])
  })

  const sections: readonly DisplaySection[] = [
    {
      title: 'Documents',
      when: 'documents',
      panels: [
        {
          display: 'bar',
          title: 'Accounts',
          fields: [
            {
              field: 'a',
              label: 'Open',
              unit: 'number',
              explanation: 'The bureau that was queried.',
              absent: 'No score',
            },
            {
              field: 'b',
              label: 'Closed',
              unit: 'text',
              explanation: 'As it is recorded at the bureau.',
              series: {
                label: 'name',
                named: { x: 'Owed', y: 'Jane' },
                explained: { x: 'The bureau that was queried.' },
                values: [{ key: 'Yes', label: 'Overdue', unit: 'money' }],
              },
            },
            {
              field: 'c',
              label: 'Yes',
              unit: 'text',
              explanation: 'No',
              series: { values: [] },
            },
          ],
        },
      ],
    },
  ]

  test('of a display translates titles, labels, names and explanations, and no path', () => {
    expect(sectionsIn(sections, 'en')).toBe(sections)
    expect(sectionsIn(sections, 'fr')).toEqual([
      {
        title: 'Documents',
        when: 'documents',
        panels: [
          {
            display: 'bar',
            title: 'Comptes',
            fields: [
              {
                field: 'a',
                label: 'Ouverts',
                unit: 'number',
                explanation: 'Le bureau qui a \u00e9t\u00e9 consult\u00e9.',
                absent: 'No score',
              },
              {
                field: 'b',
                label: 'Ferm\u00e9s',
                unit: 'text',
                explanation: 'Tel qu\u2019il figure au bureau.',
                series: {
                  label: 'name',
                  named: { x: 'D\u00fb', y: 'Jane' },
                  explained: { x: 'Le bureau qui a \u00e9t\u00e9 consult\u00e9.' },
                  values: [{ key: 'Yes', label: 'En retard', unit: 'money' }],
                },
              },
              { field: 'c', label: 'Oui', unit: 'text', explanation: 'Non', series: { values: [] } },
            ],
          },
        ],
      },
    ])
    const [, , bare] = sectionsIn(sections, 'fr')[0]?.panels[0]?.fields ?? []
    expect(bare?.series).not.toHaveProperty('named')
    expect(bare?.series).not.toHaveProperty('explained')
  })
})

describe('the French texts of the report', () => {
  test('cover the page, values, results, persons, documents and reasons', () => {
    const parts = [
      'Why',
      'Yes',
      'Decision',
      'Main bank',
      'Issuer',
      'The statement names more than one holder',
    ]
    for (const text of parts) expect([text, french[text]]).toEqual([text, expect.any(String)])
  })

  test('are not empty, and have the figures of the English text', () => {
    const figures = (text: string) => (text.match(/\d+/g) ?? []).map(Number).toSorted((a, b) => a - b)
    for (const [english, said] of Object.entries(french)) {
      expect([english, said]).toEqual([english, expect.stringMatching(/\S/)])
      expect([english, figures(said)]).toEqual([english, figures(english)])
    }
  })

  test('have a non-breaking space before high punctuation', () => {
    expect(french['Decline: the statement cannot be accepted']).toBe(
      unbroken('Refuser_: le relev\u00e9 ne peut pas \u00eatre accept\u00e9'),
    )
    for (const said of Object.values(french)) expect(said).not.toMatch(/ [:;?!%]/)
  })
})

test('there are ten display types', () => {
  expect(displayTypeNames).toHaveLength(10)
})
