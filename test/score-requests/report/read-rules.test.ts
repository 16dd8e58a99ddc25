import { describe, expect, test } from '@jest/globals'
import { barChart } from '../../../src/score-requests/report/charts/bars.rules.js'
import { gauge } from '../../../src/score-requests/report/charts/gauge.rules.js'
import { barLines } from '../../../src/score-requests/report/charts/lines.rules.js'
import { ring } from '../../../src/score-requests/report/charts/ring.rules.js'
import type {
  DisplayField,
  DisplayPanel,
  DisplayType,
  SeriesOf,
} from '../../../src/score-requests/report/display/display.rules.js'
import { readPanel } from '../../../src/score-requests/report/view/read-panel.rules.js'
import { chartOf, entriesOf } from '../../../src/score-requests/report/view/read-series.rules.js'
import {
  figureOf,
  memberOf,
  textOf,
  toneOfWord,
  type ReadSource,
} from '../../../src/score-requests/report/view/read-value.rules.js'

const sourceOf = (data: unknown, change: Partial<ReadSource> = {}): ReadSource => ({
  data,
  currency: 'XAF',
  language: 'en',
  ...change,
})
const fieldOf = (change: Partial<DisplayField> = {}): DisplayField => ({
  field: 'x',
  label: 'Decision',
  unit: 'text',
  explanation: 'why',
  ...change,
})
const unbroken = (text: string): string => text.replaceAll('_', '\u00a0')

describe('the member of a result', () => {
  const data = { a: { b: { c: 1 } }, list: [{ n: 5 }], none: null, text: 'abc', zero: 0 }

  test.each([
    ['a.b.c', 1],
    ['a.b', { c: 1 }],
    ['list.0.n', 5],
    ['none', null],
    ['zero', 0],
    ['none.a', undefined],
    ['text.length', undefined],
    ['text.0', undefined],
    ['a.toString', undefined],
    ['constructor.name', undefined],
    ['a.b.c.d', undefined],
    ['missing', undefined],
    ['', undefined],
  ])('at %j is %j', (path, value) => expect(memberOf(data, path)).toEqual(value))

  test('is undefined if the result is not an object', () => {
    for (const nothing of [undefined, null, 'a', 5]) expect(memberOf(nothing, 'a')).toBeUndefined()
  })
})

describe('a word of a result', () => {
  test.each([
    ['good', ['A', 'Approve', 'Green', 'Good', 'Excellent', 'A (from 600)']],
    ['fair', ['B', 'Approve with conditions', 'Yellow', 'Fair', 'B (from 400)']],
    [
      'poor',
      [
        'C',
        'Decline',
        'Red',
        'Poor',
        'High risk',
        'Fraud reported',
        'Long default',
        'Name invalid',
        'Email invalid',
        'Phone number invalid',
        'Document modified',
        'Insufficient transactions',
        'Author mismatch',
        'C (below 400)',
      ],
    ],
    [undefined, ['', 'D', 'D (x)', 'a (from 600)', 'A(from 600)', 'xA (from 600)', 'Refer', 'Goods']],
  ])('has the tone %s: %j', (tone, words) => {
    for (const word of words) expect([word, toneOfWord(word)]).toEqual([word, tone])
  })
})

describe('a value', () => {
  test.each([
    [0.5, 'share', '50_%'],
    [1250, 'money', '1_250 XAF'],
    [1250, 'number', '1_250'],
    [0, 'number', '0'],
    [-1, 'score', '-1'],
    [NaN, 'number', undefined],
    [Infinity, 'money', undefined],
    [true, 'flag', 'Yes'],
    [false, 'flag', 'No'],
    ['full_months', 'word', 'Full months'],
    ['FULL', 'text', 'FULL'],
    ['on 2025-01-31', 'text', 'on 31_January_2025'],
    ['', 'text', undefined],
    [null, 'text', undefined],
    [undefined, 'text', undefined],
    [{}, 'text', undefined],
    [['a'], 'word', undefined],
  ] as const)('of %j as %s is written %j', (value, unit, text) => {
    expect(textOf(value, unit, sourceOf({}))).toBe(text && unbroken(text))
  })

  test('of money has no currency if none is known, and its figures are in the language of the reader', () => {
    expect(textOf(1250.5, 'money', { currency: null, language: 'en' })).toBe(unbroken('1_250.50'))
    expect(textOf(1250.5, 'money', { currency: 'XAF', language: 'fr' })).toBe(unbroken('1_250,50 XAF'))
    expect(textOf(0.125, 'share', { currency: null, language: 'fr' })).toBe(unbroken('12,5_%'))
    expect(textOf('2025-01-31', 'text', { currency: null, language: 'fr' })).toBe(unbroken('31_janvier_2025'))
  })
})

describe('a figure', () => {
  const figure = (value: unknown, change: Partial<DisplayField> = {}, language: 'en' | 'fr' = 'en') => {
    const { value: shown, isAbsent, tone } = figureOf(fieldOf(change), sourceOf({ x: value }, { language }))
    return [shown, isAbsent, tone]
  }

  test('has its label and its formula', () => {
    expect(figureOf(fieldOf({ unit: 'number' }), sourceOf({ x: 5 }))).toEqual({
      label: 'Decision',
      value: '5',
      isAbsent: false,
      explanation: 'why',
      tone: undefined,
    })
  })

  test.each([
    ['APPROVE', { unit: 'word' }, 'Approve', 'Accorder', 'good'],
    [850, { unit: 'scoreBand' }, 'Excellent', 'Excellent', 'good'],
    [100, { unit: 'scoreBand' }, 'High risk', 'Risque \u00e9lev\u00e9', 'poor'],
    [-1, { unit: 'scoreBand' }, 'Insufficient data', 'Donn\u00e9es insuffisantes', undefined],
    [850, { unit: 'score' }, '850', '850', undefined],
    [-1, { unit: 'number' }, '-1', '-1', undefined],
    [true, { unit: 'flag' }, 'Yes', 'Oui', undefined],
    // A name is not translated, even if it is a word that we would translate.
    ['Yes', { personal: 'name' }, 'Yes', 'Yes', undefined],
    ['Yes', {}, 'Yes', 'Oui', undefined],
  ] as const)('of %j as %j is shown as %j, in French %j', (value, change, en, fr, tone) => {
    expect(figure(value, change)).toEqual([en, false, tone])
    expect(figure(value, change, 'fr')).toEqual([fr, false, tone])
  })

  test.each([
    [null, {}, 'Not known', 'Inconnu'],
    [null, { absent: 'No rule' }, 'No rule', 'Aucune r\u00e8gle'],
    [null, { absent: 'Not given' }, 'Not given', 'Not given'],
    [-1, { unit: 'score' }, 'Not known', 'Inconnu'],
    [-1, { unit: 'score', absent: 'No score' }, 'No score', 'Pas de score'],
    [undefined, {}, 'Not given', 'Not given'],
    [undefined, { absent: 'No rule' }, 'Not given', 'Not given'],
    ['', { absent: 'No rule' }, 'Not given', 'Not given'],
    [{}, {}, 'Not given', 'Not given'],
    ['good', { unit: 'scoreBand' }, 'Not given', 'Not given'],
    [null, { unit: 'scoreBand' }, 'Not known', 'Inconnu'],
  ] as const)('of %j as %j is shown as absent: %j, in French %j', (value, change, en, fr) => {
    expect(figure(value, change)).toEqual([en, true, undefined])
    expect(figure(value, change, 'fr')).toEqual([fr, true, undefined])
  })
})

const amounts: SeriesOf = {
  label: 'category',
  values: [
    { key: 'amount', label: 'Amount', unit: 'money' },
    { key: 'share', label: 'Share', unit: 'share' },
  ],
}

describe('the entries of a list', () => {
  const entries = (
    list: unknown,
    series: SeriesOf,
    change: Partial<DisplayField> = {},
    language: 'en' | 'fr' = 'en',
  ) => entriesOf(fieldOf(change), series, sourceOf({ x: list }, { language }))

  test('have their name, and their values in the order of the series', () => {
    expect(entries([{ share: 0.5, category: 'a_b', amount: 7 }, { category: 5 }, null], amounts)).toEqual([
      { code: 'a_b', label: 'a_b', explained: undefined, values: [7, 0.5] },
      { code: '', label: '', explained: undefined, values: [undefined, undefined] },
      { code: '', label: '', explained: undefined, values: [undefined, undefined] },
    ])
  })

  test('are written in words if they are codes, but not if they are names of people', () => {
    const list = [{ category: 'APPROVE' }]
    const label = (
      series: Partial<SeriesOf>,
      change: Partial<DisplayField> = {},
      language: 'en' | 'fr' = 'en',
    ) => entries(list, { ...amounts, ...series }, change, language)[0]?.label
    expect(label({})).toBe('APPROVE')
    expect(label({ coded: true })).toBe('Approve')
    expect(label({ coded: true }, {}, 'fr')).toBe('Accorder')
    expect(label({}, { unit: 'word' })).toBe('Approve')
    expect(label({ named: { APPROVE: 'Named' } })).toBe('Named')
    expect(label({ named: { OTHER: 'Named' } })).toBe('APPROVE')
    expect(label({ coded: true, named: { APPROVE: 'Named' } }, { personal: 'name', unit: 'word' })).toBe(
      'APPROVE',
    )
  })

  test('of texts are the texts', () => {
    expect(entries(['Yes', 5], { values: [] }, {}, 'fr')).toEqual([
      { code: 'Yes', label: 'Oui', explained: undefined, values: [] },
      { code: '', label: '', explained: undefined, values: [] },
    ])
  })

  test('are explained by their code; of a longer list there are only 60', () => {
    const explained = { b: 'the second' }
    expect(
      entries([{ category: 'a' }, { category: 'b' }], { ...amounts, explained }).map(
        (entry) => entry.explained,
      ),
    ).toEqual([undefined, 'the second'])
    expect(
      entries(
        Array.from({ length: 61 }, () => 'x'),
        { values: [] },
      ),
    ).toHaveLength(60)
  })

  test('of an object are the members that the series names', () => {
    const series: SeriesOf = {
      explained: { salary: 'paid as a salary' },
      values: [
        { key: 'salary', label: 'Salary', unit: 'money' },
        { key: 'other', label: 'Other', unit: 'money' },
        { key: 'toString', label: 'None', unit: 'money' },
      ],
    }
    expect(entries({ other: null, salary: 5, unknown: 7 }, series)).toEqual([
      { code: 'salary', label: 'Salary', explained: 'paid as a salary', values: [5] },
      { code: 'other', label: 'Other', explained: undefined, values: [null] },
    ])
    for (const none of [null, undefined, 'text', 5, true]) expect(entries(none, series)).toEqual([])
  })
})

describe('a chart', () => {
  const chart = (
    display: DisplayType,
    value: unknown,
    series: SeriesOf,
    language: 'en' | 'fr' = 'en',
    change: Partial<DisplayField> = {},
  ) => chartOf(display, fieldOf(change), series, sourceOf({ x: value }, { language }))

  const shares: SeriesOf = { label: 'category', values: [{ key: 'share', label: 'Share', unit: 'share' }] }
  const spent = [
    { category: 'Food', share: 0.5 },
    { category: 'Rent', share: 0.25 },
  ]

  test('without data is left out', () => {
    expect(chart('pie', [], shares)).toBeUndefined()
    expect(chart('bar', null, shares)).toBeUndefined()
  })

  test('as a ring has a slice for the rest, and a legend', () => {
    expect(chart('pie', spent, shares)).toEqual({
      drawing: ring([
        { label: 'Food', share: 0.5, title: unbroken('Food: 50_%') },
        { label: 'Rent', share: 0.25, title: unbroken('Rent: 25_%') },
        { label: 'Everything else', share: 0.25, title: unbroken('Everything else: 25_%') },
      ]),
      summary: unbroken('Decision. Food: 50_%; Rent: 25_%.'),
      legend: [
        { tone: 's1', label: 'Food', text: unbroken('50_%') },
        { tone: 's2', label: 'Rent', text: unbroken('25_%') },
        { tone: 's3', label: 'Everything else', text: unbroken('25_%') },
      ],
      table: {
        head: ['Category', 'Share'],
        rows: [
          ['Food', unbroken('50_%')],
          ['Rent', unbroken('25_%')],
        ],
      },
      isExplained: false,
    })
  })

  test('as a ring has French texts', () => {
    const view = chart('pie', [{ category: 'X', share: 0.125 }], shares, 'fr')
    expect(view?.summary).toBe(unbroken('Decision. X_: 12,5_%.'))
    expect(view?.legend).toEqual([
      { tone: 's1', label: 'X', text: unbroken('12,5_%') },
      { tone: 's2', label: 'Tout le reste', text: unbroken('87,5_%') },
    ])
    expect(view?.table.head).toEqual(['Cat\u00e9gorie', 'Share'])
    expect(view?.drawing.shapes[0]).toMatchObject({ title: unbroken('X_: 12,5_%') })
    const [first, second] = [...spent].map((entry) => ({ ...entry, share: 0.5 }))
    expect(chart('pie', [first, second], shares, 'fr')?.summary).toBe(
      unbroken('Decision. Food_: 50_%_; Loyer_: 50_%.'),
    )
  })

  test.each([
    // A rest that rounds to 0 is not a slice.
    [0.9951, 1],
    [0.9949, 2],
    [1.2, 1],
    [-0.5, 2],
    ['half', 2],
    [NaN, 2],
  ])('as a ring of one share of %s has %d entries in its legend', (share, slices) => {
    const legend = chart('pie', [{ category: 'Food', share }], shares)?.legend
    expect(legend).toHaveLength(slices)
    if (typeof share !== 'number' || !(share > 0))
      expect(legend?.map(({ text }) => text)).toEqual([unbroken('0_%'), unbroken('100_%')])
  })

  const points: SeriesOf = {
    label: 'name',
    values: [
      { key: 'points', label: 'Points', unit: 'number' },
      { key: 'value', label: 'Value', unit: 'number', beside: true, shares: ['used'] },
    ],
  }
  const list = [
    { name: 'used', points: 30, value: 0.5 },
    { name: 'age', points: -70, value: 3 },
    { name: 'none', points: null },
  ]

  test('as horizontal bars draws the first value of each entry, and has all values in its table', () => {
    expect(chart('bar_horizontal', list, points)).toEqual({
      drawing: barLines([
        { label: 'used', value: 30, text: '30' },
        { label: 'age', value: -70, text: '-70' },
        { label: 'none', value: 0, text: 'not known' },
      ]),
      summary: 'Decision. used: 30; age: -70; none: not known.',
      legend: [],
      table: {
        head: ['Name', 'Points', 'Value'],
        rows: [
          ['used', '30', unbroken('50_%')],
          ['age', '-70', '3'],
          ['none', 'not known', 'not known'],
        ],
      },
      isExplained: false,
    })
    expect(chart('bar_horizontal', list, points, 'fr')?.table.rows[2]).toEqual(['none', 'inconnu', 'inconnu'])
  })

  test('as horizontal bars of explained entries has the tones of good and poor, and the explanations in its table', () => {
    const explained = { age: 'how old' }
    const good = [{ name: 'age', points: 5, value: 3 }, { name: 'none' }]
    const view = chart('bar_horizontal', good, { ...points, explained })
    expect(view).toMatchObject({
      isExplained: true,
      table: {
        head: ['Name', 'Points', 'Value', 'Is'],
        rows: [
          ['age', '5', '3', 'how old'],
          ['none', 'not known', 'not known', ''],
        ],
      },
    })
    expect(view?.drawing).toEqual(
      barLines(
        [
          { label: 'age', value: 5, text: '5' },
          { label: 'none', value: 0, text: 'not known' },
        ],
        true,
      ),
    )
    expect(chart('bar_horizontal', good, { ...points, explained }, 'fr')?.table.head.at(-1)).toBe(
      'C\u2019est-\u00e0-dire',
    )
  })

  const months: SeriesOf = {
    label: 'month',
    values: [
      { key: 'inflow', label: 'In', unit: 'money' },
      { key: 'outflow', label: 'Out', unit: 'money' },
    ],
  }
  const flow = [
    { month: '2024-12', inflow: 100, outflow: 50 },
    { month: '2025-01', inflow: 25, outflow: 'none' },
  ]

  test('as bars has a group for each month, with what came in and went out', () => {
    expect(chart('bar_chart_grouped', flow, months)).toEqual({
      drawing: barChart(
        [
          {
            label: 'Dec',
            underLabel: '2024',
            bars: [
              { value: 100, title: 'Dec 2024, In: 100 XAF' },
              { value: 50, title: 'Dec 2024, Out: 50 XAF' },
            ],
          },
          {
            label: 'Jan',
            underLabel: '2025',
            bars: [
              { value: 25, title: 'Jan 2025, In: 25 XAF' },
              { value: 0, title: 'Jan 2025, Out: none' },
            ],
          },
        ],
        'en',
      ),
      summary: 'Decision. Dec 2024: 100 XAF and 50 XAF; Jan 2025: 25 XAF and none.',
      legend: [
        { tone: 's1', label: 'In', text: '' },
        { tone: 's2', label: 'Out', text: '' },
      ],
      table: {
        head: ['Month', 'In', 'Out'],
        rows: [
          ['Dec 2024', '100 XAF', '50 XAF'],
          ['Jan 2025', '25 XAF', 'none'],
        ],
      },
      isExplained: false,
    })
  })

  test('as bars has French texts', () => {
    const inFrench: SeriesOf = {
      ...months,
      values: months.values.map((value) => ({
        ...value,
        label: value.key === 'inflow' ? 'Entr\u00e9es' : 'Sorties',
      })),
    }
    const view = chart('bar', flow.slice(0, 1), inFrench, 'fr')
    expect(view?.summary).toBe(unbroken('Decision. d\u00e9c 2024_: 100 XAF et 50 XAF.'))
    expect(view?.drawing).toEqual(
      barChart(
        [
          {
            label: 'd\u00e9c',
            underLabel: '2024',
            bars: [
              { value: 100, title: unbroken('d\u00e9c 2024, Entr\u00e9es_: 100 XAF') },
              { value: 50, title: unbroken('d\u00e9c 2024, Sorties_: 50 XAF') },
            ],
          },
        ],
        'fr',
      ),
    )
  })

  test('as bars of one value has no legend', () => {
    const one: SeriesOf = { label: 'month', values: [{ key: 'income', label: 'Income', unit: 'money' }] }
    expect(chart('bar', [{ month: '2025-01', income: 5 }], one)).toMatchObject({
      legend: [],
      summary: 'Decision. Jan 2025: 5 XAF.',
      isExplained: false,
    })
  })

  test('of the members of an object has one column, with the name of the field', () => {
    const parts: SeriesOf = {
      values: [
        { key: 'salary', label: 'Salary', unit: 'money' },
        { key: 'other', label: 'Other', unit: 'share' },
      ],
    }
    expect(chart('bar', { salary: 5, other: 7 }, parts)?.table).toEqual({
      head: ['Source', 'Decision'],
      rows: [
        ['Salary', '5 XAF'],
        ['Other', '7 XAF'],
      ],
    })
    expect(chart('bar', { salary: 5 }, parts, 'fr')?.table.head).toEqual(['Source', 'Decision'])
  })
})

describe('a panel', () => {
  const panelOf = (display: DisplayType, ...fields: readonly DisplayField[]): DisplayPanel => ({
    display,
    title: 'Risk',
    fields,
  })
  const read = (panel: DisplayPanel, data: unknown, language: 'en' | 'fr' = 'en') =>
    readPanel(panel, sourceOf(data, { language }), 'p-1')
  const nothing = { figures: [], pills: [], lines: [], chart: undefined, gauge: undefined, empty: undefined }
  const of = { id: 'p-1', title: 'Risk' }
  const decision = { label: 'Decision', text: 'why' }

  test('of figures has only the figures that the result has', () => {
    const panel = panelOf(
      'text',
      fieldOf(),
      fieldOf({ field: 'y', label: 'Other' }),
      fieldOf({ field: 'z', label: 'Empty' }),
    )
    expect(read(panel, { x: 'text', z: '' })).toEqual({
      ...of,
      ...nothing,
      display: 'text',
      figures: [{ label: 'Decision', value: 'text', isAbsent: false, explanation: 'why', tone: undefined }],
      explanations: [decision, { label: 'Empty', text: 'why' }],
    })
  })

  test('is left out if the result has none of its fields', () => {
    const panel = panelOf('metric_card', fieldOf(), fieldOf({ field: 'y', absent: 'Not given' }))
    for (const none of [{}, { y: null }, { x: '' }]) expect(read(panel, none)).toBeUndefined()
    expect(read(panel, { x: null })?.figures.map(({ value }) => value)).toEqual(['Not known'])
    expect(read(panel, { y: 'a' })?.figures.map(({ value }) => value)).toEqual(['a'])
  })

  test('has no explanation of a figure that is left out', () => {
    const panel = panelOf('text', fieldOf(), fieldOf({ field: 'y', label: 'Other', absent: 'Not given' }))
    expect(read(panel, { x: 'text', y: null })?.explanations).toEqual([decision])
    expect(read(panel, { x: 'text', y: 'z' })?.explanations).toEqual([
      decision,
      { label: 'Other', text: 'why' },
    ])
  })

  test('of a score has its gauge', () => {
    const score = fieldOf({ unit: 'score' })
    expect(read(panelOf('metric_card', score), { x: '700' })?.gauge).toEqual(gauge(null, (band) => band))
    expect(read(panelOf('metric_card', score), { x: 700 })?.gauge).toEqual(gauge(700, (band) => band))
    const french: Record<string, string> = {
      'high risk': 'risque \u00e9lev\u00e9',
      poor: 'faible',
      fair: 'moyen',
      good: 'bon',
      excellent: 'excellent',
    }
    expect(read(panelOf('metric_card', score), { x: null }, 'fr')?.gauge).toEqual(
      gauge(null, (band) => french[band] ?? ''),
    )
    expect(read(panelOf('double_metric_card', score), { x: 700 })?.gauge).toBeUndefined()
    expect(read(panelOf('metric_card', fieldOf({ unit: 'number' })), { x: 700 })?.gauge).toBeUndefined()
  })

  test('of pills has yes, no and unknown', () => {
    const panel = panelOf('pill', fieldOf(), fieldOf({ field: 'y', label: 'Other', explanation: 'other' }))
    const pill = (label: string, state: string, word: string, explanation: string) => ({
      label,
      state,
      word,
      explanation,
    })
    expect(read(panel, { x: true, y: false })).toEqual({
      ...of,
      ...nothing,
      display: 'pill',
      pills: [pill('Decision', 'yes', 'yes', 'why'), pill('Other', 'no', 'no', 'other')],
      explanations: [decision, { label: 'Other', text: 'other' }],
    })
    expect(read(panel, { x: null, y: 'true' }, 'fr')?.pills).toEqual([
      pill('Decision', 'unknown', 'inconnu', 'why'),
      pill('Other', 'unknown', 'inconnu', 'other'),
    ])
    expect(read(panel, { y: true })?.pills).toEqual([pill('Other', 'yes', 'yes', 'other')])
  })

  test('of pills of an object explains each pill that has an explanation', () => {
    const series: SeriesOf = {
      explained: { salary: 'paid as a salary' },
      values: [
        { key: 'salary', label: 'Salary', unit: 'flag' },
        { key: 'till', label: 'Till', unit: 'flag' },
      ],
    }
    expect(read(panelOf('pill', fieldOf({ series })), { x: { salary: true, till: false } })).toEqual({
      ...of,
      ...nothing,
      display: 'pill',
      pills: [
        { label: 'Salary', state: 'yes', word: 'yes', explanation: 'paid as a salary' },
        { label: 'Till', state: 'no', word: 'no', explanation: '' },
      ],
      explanations: [decision, { label: 'Salary', text: 'paid as a salary' }],
    })
  })

  test('of pills of an object and another field has each explanation once', () => {
    const series: SeriesOf = {
      explained: { salary: 'paid as a salary' },
      values: [{ key: 'salary', label: 'Salary', unit: 'flag' }],
    }
    const panel = panelOf('pill', fieldOf({ series }), fieldOf({ field: 'y', label: 'Other' }))
    expect(read(panel, { x: { salary: true }, y: true })?.explanations).toEqual([
      decision,
      { label: 'Other', text: 'why' },
      { label: 'Salary', text: 'paid as a salary' },
    ])
  })

  test('of tags has one tag for each entry of a list, or one for a single value', () => {
    const tags = (unit: 'word' | 'text', series: SeriesOf | undefined, x: unknown) =>
      read(panelOf('tag', fieldOf({ unit, ...(series && { series }) })), { x })
    expect(tags('word', { values: [] }, ['GOOD', 'ODD_ONE'])).toEqual({
      ...of,
      ...nothing,
      display: 'tag',
      figures: [
        { label: 'Decision', value: 'Good', isAbsent: false, explanation: 'why', tone: 'good' },
        { label: 'Decision', value: 'Odd one', isAbsent: false, explanation: 'why', tone: undefined },
      ],
      explanations: [decision],
    })
    expect(tags('word', { values: [] }, ['name_invalid'])?.figures[0]?.tone).toBe('poor')
    expect(tags('text', { values: [] }, ['Good'])?.figures[0]?.tone).toBeUndefined()
    expect(tags('word', undefined, 'GOOD')?.figures).toEqual([
      { label: 'Decision', value: 'Good', isAbsent: false, explanation: 'why', tone: 'good' },
    ])
  })

  test('of text lines has the texts, or the name of each entry with its value', () => {
    const lines = (series: SeriesOf | undefined, x: unknown, language: 'en' | 'fr' = 'en') =>
      read(panelOf('text_block', fieldOf({ ...(series && { series }) })), { x }, language)
    expect(lines(undefined, 'A text')).toEqual({
      ...of,
      ...nothing,
      display: 'text_block',
      lines: ['A text'],
      explanations: [decision],
    })
    expect(lines({ values: [] }, ['One', 'Yes'], 'fr')?.lines).toEqual(['One', 'Oui'])
    const said: SeriesOf = { label: 'title', values: [{ key: 'status', label: 'Status', unit: 'text' }] }
    const entries = [
      { title: 'Rent', status: 'Yes' },
      { title: 'Food', status: 5 },
    ]
    expect(lines(said, entries)?.lines).toEqual(['Rent: Yes', 'Food: '])
    expect(lines(said, entries, 'fr')?.lines).toEqual([unbroken('Loyer_: Oui'), unbroken('Food_: ')])
  })

  const bars: SeriesOf = { label: 'name', values: [{ key: 'n', label: 'N', unit: 'number' }] }

  test.each(['pie', 'bar', 'bar_chart_grouped', 'bar_horizontal'] as const)(
    'as %s has its chart',
    (display) => {
      const field = fieldOf({ series: bars })
      const data = { x: [{ name: 'Rent', n: 0.5 }] }
      const chart = chartOf(display, field, bars, sourceOf(data))
      expect(chart).toBeDefined()
      expect(read(panelOf(display, field), data)).toEqual({
        ...of,
        ...nothing,
        display,
        chart,
        explanations: [decision],
      })
      expect(read(panelOf(display, fieldOf()), { x: 5 })?.chart).toBeUndefined()
    },
  )

  test.each(['pie', 'text_block', 'tag', 'pill'] as const)(
    'as %s of an empty list says that there is nothing',
    (display) => {
      const panel = panelOf(display, fieldOf({ series: bars }))
      expect(read(panel, { x: [] })).toEqual({
        ...of,
        ...nothing,
        display,
        empty: 'None',
        explanations: [decision],
      })
      expect(read(panel, { x: [] }, 'fr')?.empty).toBe('Aucun')
      const absent = panelOf(display, fieldOf({ series: bars, absent: 'No rule' }))
      expect(read(absent, { x: [] })?.empty).toBe('No rule')
      expect(read(absent, { x: [] }, 'fr')?.empty).toBe('Aucune r\u00e8gle')
    },
  )
})
