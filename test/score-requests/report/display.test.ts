import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { packageRoot } from '../../../src/app/config/config.js'
import { spendingCategories } from '../../../src/scoring-service/card/rows/wordings.js'
import { french } from '../../../src/score-requests/report/french/french.rules.js'
import { inWords } from '../../../src/score-requests/report/display/format.rules.js'
import type { Language } from '../../../src/kernel/call.js'
import { displayTypeNames } from '../../../src/score-requests/report/display/display.rules.js'
import { maskResult, personalKindOf } from '../../../src/score-requests/report/display/mask.rules.js'
import { reportViewOf } from '../../../src/score-requests/report/read-report.js'
import { memberOf } from '../../../src/score-requests/report/view/read-value.rules.js'
import { displayTypes } from '../../../src/score-requests/report/fields/display-types.js'
import { personaNames } from '../../scoring-service/personas.js'
import { reportWith } from '../../scoring-service/bureau/reports.js'
import { factsWith, paResult, p7Result, p8Result, parsResult, pasResults } from './results.js'
import { at } from '../../support/present.js'
import { anyObject, shaped } from '../../support/typed.js'
import { z } from 'zod'

const dataOf = (json: string): object => shaped(z.object({ data: anyObject }), JSON.parse(json)).data

const fieldsOf = (product: keyof typeof displayTypes) =>
  displayTypes[product].flatMap(({ panels }) => panels.flatMap(({ fields }) => fields))

/** The paths of all members that are not objects; a list counts as one member. */
const leavesOf = (value: unknown, path: readonly string[] = []): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
    : [path.join('.')]

const isShown = (leaf: string, fields: ReturnType<typeof fieldsOf>): boolean =>
  fields.some(
    ({ field, series }) =>
      field === leaf || series?.values.some(({ key }) => `${field}.${key}` === leaf) === true,
  )

describe('the mapping of fields to display types', () => {
  test('uses every display type of the contract', () => {
    const used = displayTypes.PARS.flatMap(({ panels }) => panels.map(({ display }) => display))
    expect([...new Set(used)].sort()).toEqual([...displayTypeNames].sort())
  })

  test.each(personaNames)('shows every field of a PARS result: %s', (name) => {
    const fields = fieldsOf('PARS')
    // Members of the verdict are common to all products, and in the mapping of none.
    const ofVerdict = /^(decision|reasonCodes|cappedBy|currency|model\..*)$/
    const leaves = leavesOf(dataOf(parsResult(name))).filter((leaf) => !ofVerdict.test(leaf))
    expect(leaves.filter((leaf) => !isShown(leaf, fields))).toEqual([])
  })

  test('shows every field of the scoring of PAS, except its time, its product and members of the verdict', () => {
    const { scoring } = shaped(z.object({ scoring: anyObject }), dataOf(pasResults('trader')[0] ?? ''))
    const hidden = leavesOf({ scoring }).filter((leaf) => !isShown(leaf, fieldsOf('PAS')))
    expect(hidden).toEqual([
      'scoring.productCode',
      'scoring.recommendedCreditLimit.currency',
      'scoring.cappedBy',
      'scoring.model.computedAt',
    ])
  })

  test.each([
    ['PA', paResult('trader')],
    ['PAS', pasResults('trader')[0] ?? ''],
    ['PARS', parsResult('trader')],
    ['P7', p7Result(reportWith())],
    ['P8', p8Result('trader')],
  ] as const)('of %s names only fields that its results have', (product, json) => {
    const data = dataOf(json)
    const there = displayTypes[product].filter(({ when }) => when === undefined || memberOf(data, when))
    const missing = there.flatMap(({ panels }) =>
      panels.flatMap(({ fields }) =>
        fields.flatMap(({ field }) => (memberOf(data, field) === undefined ? [field] : [])),
      ),
    )
    expect(missing).toEqual([])
  })

  test('explains every field in words', () => {
    for (const product of ['PA', 'PAS', 'PARS', 'P7', 'P8'] as const)
      for (const { field, explanation } of fieldsOf(product))
        expect([field, explanation]).toEqual([field, expect.stringMatching(/^.{8,}\.$/)])
  })
})

describe('a report', () => {
  const figures = (view: ReturnType<typeof reportViewOf>) =>
    new Map(
      view.parts
        .flatMap(({ sections }) => sections)
        .flatMap(({ panels }) => panels)
        .flatMap((panel) => panel.figures.map(({ label, value }) => [label, value] as const)),
    )
  const pars = (json: string) => figures(reportViewOf(factsWith({ results: [json] }), false, 'en'))

  test('shows the figures of a good customer', () => {
    const shown = pars(parsResult('salaried'))
    expect(shown.get('Short-term score')).toBe('930')
    expect(shown.get('Score band')).toBe('Excellent')
    expect(shown.get('Short-term limit')).toBe('9\u00a0300 KES')
    expect(shown.get('Business limit')).toBe('Not applicable')
  })

  test('shows too little data as insufficient, not as bad', () => {
    const shown = pars(parsResult('thin'))
    expect([shown.get('Short-term score'), shown.get('Score band'), shown.get('Risk')]).toEqual([
      'No score',
      'Insufficient data',
      'Insufficient data',
    ])
  })

  test('shows amounts with their currency if the result names one', () => {
    const view = reportViewOf(factsWith({ product: 'PAS', results: pasResults('trader') }), false, 'en')
    expect(figures(view).get('Short-term limit')).toBe('1\u00a0400 KES')
    expect(view.parts[0]?.note).toBeUndefined()
    const pars = reportViewOf(factsWith({ results: [parsResult('trader')] }), false, 'en')
    expect(figures(pars).get('Short-term limit')).toBe('2\u00a0400 KES')
    const older = parsResult('trader').replace('"currency":"KES"', '"currency":null')
    const none = reportViewOf(factsWith({ results: [older] }), false, 'en')
    expect(none.parts[0]?.note).toBe('Amounts are in the currency of the statement.')
  })

  const verdictsOf = (product: 'PA' | 'PAS' | 'PARS' | 'P7' | 'P8', ...results: string[]) =>
    reportViewOf(factsWith({ product, results }), false, 'en').parts.map(({ verdict }) => verdict)
  const withMembers = (json: string, more: object): string => {
    const body = shaped(z.object({ data: anyObject }), JSON.parse(json))
    return JSON.stringify({ ...body, data: { ...body.data, ...more } })
  }

  test('begins with the verdict and its reasons', () => {
    expect(verdictsOf('PARS', parsResult('salaried'))).toEqual([
      {
        title: 'Approve, up to 9\u00a0300\u00a0KES',
        tone: 'good',
        text: 'The money left over each month is enough to repay a loan of that size, with interest.',
        reasonsTitle: 'What would make the score higher',
        reasons: [],
      },
    ])
    expect(verdictsOf('PARS', parsResult('loanStacker'))[0]).toMatchObject({
      title: 'Decline',
      tone: 'poor',
      reasonsTitle: 'Why',
      reasons: expect.arrayContaining(['Loans that are older than 45 days are not fully repaid']),
    })
    expect(verdictsOf('PARS', parsResult('student'))[0]).toMatchObject({
      title: 'Approve with conditions',
      text: 'The recommended amount is 0: what is left over each month, after what is owed already, is not enough to repay a loan now.',
    })
    expect(verdictsOf('PARS', parsResult('thin'))[0]).toMatchObject({
      title: 'Not enough data to decide',
      tone: 'fair',
    })
    expect(verdictsOf('PAS', ...pasResults('trader', 'gambler')).every(Boolean)).toBe(true)
    expect(verdictsOf('P7', p7Result(reportWith()))[0]).toMatchObject({
      text: 'The record at the bureau is good. No amount is recommended without a statement: ask for one.',
    })
    expect(verdictsOf('P7', p7Result(null))[0]).toMatchObject({
      title: 'Not enough data to decide',
      text: expect.stringContaining('Ask for a statement'),
      reasons: ['The bureau knows of no credit to judge by'],
    })
    expect(verdictsOf('P7', p7Result(reportWith({ nameMatches: false })))[0]).toMatchObject({
      title: 'A person must check first',
      text: expect.stringContaining('identity card'),
    })
    expect(verdictsOf('P8', p8Result('trader'))[0]?.title).toMatch(/^Approve/)
  })

  test.each([
    ['INVALID', 'The statement cannot be accepted', 'poor'],
    ['UNVERIFIED', 'The statement is not confirmed as genuine', 'fair'],
    ['VALID', 'The statement can be relied on', 'good'],
  ])('of PA with a statement that is %s says: %s', (status, title, tone) => {
    const members = { decision: null, validity: { status }, reasonCodes: [{ text: 'Because' }] }
    expect(verdictsOf('PA', withMembers(paResult('trader'), members))[0]).toMatchObject({
      title,
      tone,
      reasons: ['Because'],
    })
  })

  test.each([
    ['DECLINE', 'INVALID_DOCUMENT', 'Decline: the statement cannot be accepted'],
    ['REFER', 'UNVERIFIED_DOCUMENT', 'A person must check first'],
    ['INSUFFICIENT_DATA', 'CURRENCY', 'No decision: the currency of the statements'],
  ])('with %s because of %s says: %s', (decision, cappedBy, title) => {
    expect(verdictsOf('PARS', withMembers(parsResult('trader'), { decision, cappedBy }))[0]?.title).toBe(
      title,
    )
  })

  test('shows an analyst the same verdict without the name of a document', () => {
    const reasonCodes = [{ code: 'V16', text: 'Because', characteristic: 'x', value: 'Kamau.csv' }]
    const members = { decision: 'REFER', cappedBy: 'UNVERIFIED_DOCUMENT', reasonCodes }
    const results = [withMembers(parsResult('trader'), members)]
    const [seen, masked] = [false, true].map((isMasked) =>
      reportViewOf(factsWith({ results }), isMasked, 'en'),
    )
    expect(masked?.parts[0]?.verdict).toEqual(seen?.parts[0]?.verdict)
    expect(masked?.parts[0]?.verdict?.title).toBe('A person must check first')
    const body = { data: { ...members, scoring: { reasonCodes } } }
    expect(JSON.stringify(maskResult(body, true))).not.toContain('Kamau')
  })

  test('has no verdict if the service gives no decision', () => {
    const members = { decision: undefined, reasonCodes: undefined }
    expect(verdictsOf('PARS', withMembers(parsResult('trader'), members))).toEqual([undefined])
  })

  test('shows staff the end of the national ID, and an analyst nothing of it', () => {
    const facts = factsWith({ results: [parsResult('trader')] })
    expect(reportViewOf(facts, false, 'en').subject.nationalIdEnd).toBe('678')
    expect(reportViewOf(facts, true, 'en').subject.nationalIdEnd).toBe('')
  })

  test('of several documents begins with the combined result', () => {
    const view = reportViewOf(
      factsWith({ product: 'PAS', results: pasResults('trader', 'salaried') }),
      false,
      'en',
    )
    expect(view.parts.map(({ title }) => title)).toEqual([
      'All documents together',
      'Document 1',
      'Document 2',
    ])
    const ids = view.parts.flatMap(({ sections }) =>
      sections.flatMap(({ id, panels }) => [id, ...panels.map((panel) => panel.id)]),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of several documents names each with its state in the combined result, and for an analyst the state alone', () => {
    const documents = [
      { documentName: 'a.pdf', state: 'PARSED' },
      { documentName: 'b.pdf', state: 'PARSED' },
      { documentName: 'c.pdf', state: 'FAILED' },
    ]
    const [first = '', second = '', all = ''] = pasResults('trader', 'salaried')
    const results = [
      withMembers(first, { documentName: 'a.pdf', documents }),
      withMembers(second, { documentName: 'b.pdf', documents }),
      withMembers(all, { documents }),
    ]
    const linesFor = (isMasked: boolean, language: Language) =>
      reportViewOf(factsWith({ product: 'PAS', results }), isMasked, language).parts.map(({ sections }) =>
        sections
          .filter(({ id }) => /documents/.test(id))
          .flatMap(({ panels }) => panels.flatMap(({ lines }) => lines)),
      )
    expect(linesFor(false, 'en')).toEqual([['a.pdf: Parsed', 'b.pdf: Parsed', 'c.pdf: Failed'], [], []])
    expect(linesFor(true, 'fr')[0]?.at(-1)).toBe('***\u00a0: Illisible')
  })

  test('of two documents names the one that could not be read also in the only result', () => {
    const documents = [
      { documentName: 'a.pdf', state: 'PARSED' },
      { documentName: 'b.pdf', state: 'FAILED' },
    ]
    const [only = ''] = pasResults('trader')
    const results = [withMembers(only, { documentName: 'a.pdf', documents })]
    const { parts } = reportViewOf(factsWith({ product: 'PAS', results }), false, 'en')
    const lines = parts.flatMap(({ sections }) =>
      sections.flatMap(({ panels }) => panels.flatMap((panel) => panel.lines)),
    )
    expect(lines).toContain('b.pdf: Failed')
  })

  test.each([
    ['those that were read', ['b.pdf', 'c.pdf'], ['Document 2', 'Document 3']],
    ['the only one that was read', ['c.pdf'], ['Document 3']],
  ])('counts the files of the request, also for an analyst: %s', (_which, read, titles) => {
    const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((documentName) => ({
      documentName,
      state: read.includes(documentName) ? 'PARSED' : 'FAILED',
    }))
    const results = read.map((documentName) => withMembers(paResult('salaried'), { documentName, documents }))
    for (const isMasked of [false, true]) {
      const { parts } = reportViewOf(factsWith({ product: 'PA', results }), isMasked, 'en')
      expect(parts.map(({ title }) => title)).toEqual(titles)
    }
  })

  test.each([
    ['nothing', '{}'],
    ['no JSON', '<html>'],
    [
      'other shapes',
      '{"data":{"summary":"x","cashflow":[],"lifestyle":{"customer_behaviour":{},"utilities_payments":[null,1]}}}',
    ],
    [
      'numbers as texts',
      '{"data":{"recommendations":{"short_term_score":"930"},"cashflow":{"evolution_of_cashflow":[{"month":1,"inflow":"x"}]}}}',
    ],
    ['a prototype', '{"data":{"__proto__":{"summary":1},"summary":{"constructor":1}}}'],
  ])('leaves out what is missing in an answer with %s', (_name, json) => {
    for (const product of ['PA', 'PAS', 'PARS', 'P7', 'P8'] as const) {
      const view = reportViewOf(factsWith({ product, results: [json] }), false, 'en')
      expect(JSON.stringify(view)).not.toMatch(/NaN|undefined|\[object/)
    }
    expect(pars(json).get('Confidence')).toBeUndefined()
    expect(JSON.stringify(reportViewOf(factsWith({ results: [json] }), false, 'en'))).not.toContain(
      'Not given',
    )
  })

  test('without a currency notes that amounts are in the currency of the statement, if its product has statements', () => {
    const noteOf = (product: 'P7' | 'PARS', result: string) =>
      reportViewOf(factsWith({ product, results: [result] }), false, 'en').parts[0]?.note
    expect(noteOf('P7', p7Result(null))).toBeUndefined()
    expect(noteOf('PARS', withMembers(parsResult('trader'), { currency: null }))).toContain(
      'of the statement',
    )
  })

  test('says that the bureau has no record instead of drawing a chart', () => {
    const view = reportViewOf(factsWith({ product: 'P7', results: [p7Result(null)] }), false, 'en')
    expect(figures(view).get('Enhanced score')).toBe('No score')
    expect(JSON.stringify(view)).toContain('no record of this person')
    expect(view.parts[0]?.sections.map(({ title }) => title)).toEqual(['Result', 'Person'])
  })

  test('shows an analyst what customers do, and not who they are', () => {
    for (const [product, results] of [
      ['PARS', [parsResult('trader')]],
      ['PAS', pasResults('trader', 'salaried')],
      ['P7', [p7Result(reportWith())]],
      ['P8', [p8Result('trader')]],
    ] as const) {
      const text = JSON.stringify(reportViewOf(factsWith({ product, results, detail: 'JANE' }), true, 'en'))
      expect(text.match(/jane|wanjiku|\bdoe\b|a\u00efcha|mbarga|2547|trader\.pdf/gi)).toBeNull()
      expect(text).toContain('"J*** W*** D***"')
    }
  })

  test('masks every field that is marked as personal, and no field that is not', () => {
    const fields = Object.values(displayTypes).flatMap((sections) =>
      sections.flatMap(({ panels }) => panels.flatMap((panel) => panel.fields)),
    )
    const marked = fields.map(({ field, personal }) => [field, personal])
    expect(marked.filter(([, kind]) => kind !== undefined).length).toBeGreaterThan(5)
    expect(fields.map(({ field }) => [field, personalKindOf(`data.${field}`)])).toEqual(marked)
  })

  test('hides every member that is not known to be harmless, at any place', () => {
    const body = {
      status: 'success',
      data: {
        bureau: {
          data: { accounts: [{ holder: 'Wanjiku', accountNo: 11223344, daysInArrears: 3 }], alias: 'Kamau' },
        },
        persona: { nickname: 'Wanji', main_bank: 'Kola Bank' },
        scoring: { shortTermScore: 700, decision: 'APPROVE of 254712345678', isHer: true },
      },
    }
    expect(maskResult(body, true)).toEqual({
      status: 'success',
      data: {
        bureau: { data: { accounts: [{ holder: '***', accountNo: null, daysInArrears: 3 }], alias: '***' } },
        persona: { nickname: '***', main_bank: 'Kola Bank' },
        scoring: { shortTermScore: 700, decision: expect.any(String), isHer: null },
      },
    })
    expect(maskResult(body, false)).toBe(body)
  })
})

describe('the report in French', () => {
  /** All texts of a view, with their paths. */
  const textsIn = (value: unknown, path = ''): [path: string, text: string][] => {
    if (typeof value === 'string') return [[path, value]]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
  }
  /** Texts that are not translated: codes of the program, and data of the person, the bank or the bureau. */
  const notOurs =
    /\.(id|display|tone|kind|anchor|d|state|language|askedOn)$|^\.subject\.|\.(name|code|reference)$/
  const names = new RegExp(
    [
      'Jane|JANE WANJIKU DOE|AÏCHA MBARGA|Aïcha|Mbarga',
      '[\\d*]+|[A-C]|test|M-PESA|Document \\d|\\w+\\.pdf|(?:KPLC Prepaid|Naivas)(?:: .*)?',
      // Amounts without decimals, marks of axes, versions, and dates as a statement prints them.
      '[\\d\u00a0 .,:/%<>=+-]*(?:k|M|KES)?|(?:sc|bc|R)-.*|01 Jan 2025 - 31 Dec 2025',
    ]
      .join('|')
      .replace(/.*/, '^(?:$&)$'),
  )

  test.each([
    ...personaNames.map((name) => ['PARS', name, () => [parsResult(name)]] as const),
    ['PAS', 'two statements', () => pasResults('trader', 'gambler')],
    ['PA', 'one statement', () => [paResult('trader')]],
    [
      'P7',
      'with a record of the bureau',
      () => [p7Result(reportWith({ hasFraud: true, nameMatches: false }))],
    ],
    ['P7', 'without a record of the bureau', () => [p7Result(null)]],
    ['P8', 'one statement', () => [p8Result('trader')]],
  ] as const)('of %s (%s) contains no English text', (product, _name, results) => {
    const facts = factsWith({ product, results: results() })
    const [english, inFrench] = [reportViewOf(facts, false, 'en'), reportViewOf(facts, false, 'fr')]
    const said = new Map(textsIn(english))
    const same = textsIn(inFrench).filter(([path, text]) => said.get(path) === text && !notOurs.test(path))
    const left = same.map(([, text]) => text).filter((text) => !(text in french) && !names.test(text))
    expect([...new Set(left)]).toEqual([])
  })

  test('has a text for every text of the display list and of the scoring service', () => {
    const ofList = Object.values(displayTypes).flatMap((sections) =>
      sections.flatMap(({ title, panels }) => [
        title,
        ...panels.flatMap((panel) => [
          panel.title,
          ...panel.fields.flatMap(({ label, explanation, absent = 'None', series }) => [
            label,
            explanation,
            ...(absent === 'Not given' ? [] : [absent]),
            ...(series?.values.map((value) => value.label) ?? []),
            ...Object.values(series?.named ?? {}),
            ...Object.values(series?.explained ?? {}),
          ]),
        ]),
      ]),
    )
    const card = join(packageRoot, 'src', 'scoring-service', 'card')
    const sources = readdirSync(card, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.rules.ts'))
      .map((file) => readFileSync(join(card, file), 'utf8'))
    const bureau = join(card, '..', 'bodies', 'bureau-body.rules.ts')
    const notices = [...readFileSync(bureau, 'utf8').matchAll(/'([A-Z][^']{12,}\.)'/g)].map((found) =>
      at(found, 1),
    )
    expect(notices.length).toBeGreaterThan(4)
    const ofReasons = sources.flatMap((source) =>
      [...source.matchAll(/(?:text:|return) '([A-Z][^']*[a-z][^']*)'|^ {2}\w+: '([A-Z][^']+\.)',$/gm)].map(
        (found) => found[1] ?? at(found, 2),
      ),
    )
    expect(ofReasons.length).toBeGreaterThan(60)
    const all = [...ofList, ...ofReasons, ...notices, ...spendingCategories.map(inWords)]
    expect([...new Set(all)].filter((text) => !(text in french))).toEqual([])
  })

  test('writes numbers, months and bounds in the French way', () => {
    const view = reportViewOf(factsWith({ results: [parsResult('trader')] }), false, 'fr')
    const texts = textsIn(view).map(([, text]) => text)
    expect(view.parts[0]?.verdict?.title).toBe('Accorder, jusqu’à 2\u00a0400\u00a0KES')
    expect(texts).toContain('janv 2025')
    expect(view.askedOn).toBe('1er\u00a0mars\u00a02026, 09:30 UTC')
    expect(texts.filter((text) => /\S [:;?!»]/.test(text))).toEqual([])
    expect(texts.filter((text) => /\d\.\d/.test(text) && !/^(sc-|2\.)|[MmL] \d/.test(text))).toEqual([])
  })
})
