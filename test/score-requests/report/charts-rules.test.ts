import { describe, expect, test } from '@jest/globals'
import { axisOf } from '../../../src/score-requests/report/charts/axis.rules.js'
import { barChart, type BarGroup } from '../../../src/score-requests/report/charts/bars.rules.js'
import { gauge } from '../../../src/score-requests/report/charts/gauge.rules.js'
import { barLines } from '../../../src/score-requests/report/charts/lines.rules.js'
import { ring } from '../../../src/score-requests/report/charts/ring.rules.js'
import {
  toHundredths,
  cutTo,
  toneOf,
  type Shape,
} from '../../../src/score-requests/report/charts/shapes.rules.js'

/** Expected positions are measured independently, not copied from the output. */
const rect = (x: number, y: number, width: number, height: number, tone: string, title?: string) => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  tone,
  ...(title !== undefined && { title }),
})
const line = (x1: number, y1: number, x2: number, y2: number, tone: string) => ({
  kind: 'line',
  x1,
  y1,
  x2,
  y2,
  tone,
})
const soft = (x: number, y: number, text: string, size: number, anchor: string) => ({
  kind: 'text',
  x,
  y,
  text,
  size,
  tone: 'soft',
  anchor,
})

describe('shapes', () => {
  test('take six tones in turn', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 12].map(toneOf)).toEqual([
      's1',
      's2',
      's3',
      's4',
      's5',
      's6',
      's1',
      's2',
      's1',
    ])
  })

  test('have coordinates rounded to hundredths', () => {
    expect([
      toHundredths(1.005),
      toHundredths(1.234),
      toHundredths(1.235),
      toHundredths(-0.126),
      toHundredths(7),
    ]).toEqual([1, 1.23, 1.24, -0.13, 7])
  })

  test.each([
    // A letter is 5.6 wide.
    ['abcdefghij', 56.1, 10, 'abcdefghij'],
    ['abcdefghijk', 56.1, 10, 'abcdefghi\u2026'],
    ['abcdefghij', 55.9, 10, 'abcdefgh\u2026'],
    ['a', 0, 10, 'a'],
    ['ab', 0, 10, '\u2026'],
    ['', 0, 10, ''],
    ['\u{1f600}\u{1f600}', 11.3, 10, '\u{1f600}\u{1f600}'],
    ['\u{1f600}\u{1f600}\u{1f600}', 11.3, 10, '\u{1f600}\u2026'],
  ])('shorten the text %j for a width of %d at font size %d to %j', (text, width, size, cut) => {
    expect(cutTo(text, width, size)).toBe(cut)
  })
})

describe('an axis', () => {
  test.each([
    [[], 0, 1, [0]],
    [[0.0049, -0.0049, NaN, Infinity, -Infinity], 0, 1, [0]],
    [[0.005], 0, 0.006, [0, 0.002, 0.004, 0.006]],
    [[1], 0, 1, [0, 0.25, 0.5, 0.75, 1]],
    [[1.1], 0, 1.5, [0, 0.5, 1, 1.5]],
    [[100], 0, 100, [0, 25, 50, 75, 100]],
    [[101], 0, 150, [0, 50, 100, 150]],
    [[201], 0, 300, [0, 100, 200, 300]],
    [[40], 0, 40, [0, 10, 20, 30, 40]],
    [[-40], -40, 0, [-40, -30, -20, -10, 0]],
    [[-50, 60], -50, 100, [-50, 0, 50, 100]],
    [[7, Infinity], 0, 8, [0, 2, 4, 6, 8]],
  ])('of the values %j goes from %d to %d by round steps', (values, low, high, ticks) => {
    const axis = axisOf(values)
    expect(axis.low).toBeCloseTo(low, 10)
    expect(axis.high).toBeCloseTo(high, 10)
    expect(axis.ticks).toHaveLength(ticks.length)
    for (const [index, tick] of ticks.entries()) expect(axis.ticks[index]).toBeCloseTo(tick, 10)
  })
})

const group = (label: string, underLabel: string, ...values: readonly number[]): BarGroup => ({
  label,
  underLabel,
  bars: values.map((value, index) => ({ value, title: `${label} ${index + 1}` })),
})
/** The shapes, after a check that each is of a known kind. */
const known = (shapes: readonly Shape[]): readonly Shape[] => {
  for (const { kind } of shapes) expect(['rect', 'line', 'text', 'path']).toContain(kind)
  return shapes
}
const rectsOf = (shapes: readonly Shape[]) => known(shapes).filter(({ kind }) => kind === 'rect')
const textsAt = (shapes: readonly Shape[], y: number) =>
  known(shapes).flatMap((shape) => (shape.kind === 'text' && shape.y === y ? [[shape.x, shape.text]] : []))

describe('a bar chart', () => {
  test('has its grid behind the bars, the line of 0 in front of them, and labels under them', () => {
    const tick = (y: number, text: string) => [line(44, y, 356, y, 'line'), soft(39, y + 4, text, 11, 'end')]
    expect(barChart([group('Jan', '2025', 100_000)], 'en')).toEqual({
      width: 360,
      height: 194,
      shapes: [
        ...tick(158, '0'),
        ...tick(120.5, '25k'),
        ...tick(83, '50k'),
        ...tick(45.5, '75k'),
        ...tick(8, '100k'),
        rect(172, 8, 56, 150, 's1', 'Jan 1'),
        line(44, 158, 356, 158, 'soft'),
        soft(200, 174, 'Jan', 11, 'middle'),
        soft(200, 189, '2025', 11, 'middle'),
      ],
    })
  })

  test('has its figures in the language of the reader', () => {
    expect(
      barChart([group('janv', '', 1)], 'fr').shapes.flatMap((shape) =>
        shape.kind === 'text' ? [shape.text] : [],
      ),
    ).toEqual(['0', '0,25', '0,5', '0,75', '1', 'janv'])
  })

  test('has groups of equal width, and the bars of a group side by side', () => {
    const { shapes } = barChart([group('Jan', '', 100, 50), group('Feb', '', 25, 0)], 'en')
    expect(rectsOf(shapes)).toEqual([
      rect(94, 8, 28, 150, 's1', 'Jan 1'),
      rect(122, 83, 28, 75, 's2', 'Jan 2'),
      rect(250, 120.5, 28, 37.5, 's1', 'Feb 1'),
      rect(278, 158, 28, 0, 's2', 'Feb 2'),
    ])
    expect(textsAt(shapes, 174)).toEqual([
      [122, 'Jan'],
      [278, 'Feb'],
    ])
  })

  test('of ten groups has gaps between them', () => {
    const { shapes } = barChart(
      Array.from({ length: 10 }, () => group('Jan', '', 100)),
      'en',
    )
    // A group is 31.2 wide, of which the bar takes 0.72.
    expect(rectsOf(shapes).slice(0, 2)).toEqual([
      rect(48.37, 8, 22.46, 150, 's1', 'Jan 1'),
      rect(79.57, 8, 22.46, 150, 's1', 'Jan 1'),
    ])
    expect(textsAt(shapes, 174)).toHaveLength(10)
  })

  test('draws values below 0 downwards from the line of 0', () => {
    const { shapes } = barChart([group('Jan', '', -50, 60)], 'en')
    expect(rectsOf(shapes)).toEqual([
      rect(172, 108, 28, 50, 's1', 'Jan 1'),
      rect(200, 48, 28, 60, 's2', 'Jan 2'),
    ])
    expect(shapes).toContainEqual(line(44, 108, 356, 108, 'soft'))
  })

  test('draws no bar for a value that is not a number, and leaves its place empty', () => {
    const { shapes } = barChart([group('Jan', '', NaN, 100), group('Feb', '')], 'en')
    expect(rectsOf(shapes)).toEqual([rect(122, 8, 28, 150, 's2', 'Jan 2')])
  })

  test('labels as many groups as there is room for, and the year where it changes', () => {
    const months = Array.from({ length: 36 }, (_, index) =>
      group(`m${index}`, String(2020 + Math.floor(index / 12)), 1),
    )
    const { shapes } = barChart(months, 'en')
    // A group is 8.67 wide and a label 24, so every third group has one.
    expect(textsAt(shapes, 174).map(([, text]) => text)).toEqual(
      Array.from({ length: 12 }, (_, index) => `m${index * 3}`),
    )
    expect(textsAt(shapes, 189)).toEqual([
      [48.33, '2020'],
      [152.33, '2021'],
      [256.33, '2022'],
    ])
  })

  test('labels all of thirteen groups, the most that there is room for', () => {
    const thirteen = Array.from({ length: 13 }, () => group('Jan', '2025', 1))
    expect(textsAt(barChart(thirteen, 'en').shapes, 174)).toHaveLength(13)
    const fourteen = Array.from({ length: 14 }, () => group('Jan', '2025', 1))
    expect(textsAt(barChart(fourteen, 'en').shapes, 174)).toHaveLength(7)
  })

  test('repeats the year after a group without one', () => {
    const under = (...years: readonly string[]) =>
      textsAt(
        barChart(
          years.map((year) => group('Jan', year, 1)),
          'en',
        ).shapes,
        189,
      ).map(([, text]) => text)
    expect(under('2025', '2025', '2026')).toEqual(['2025', '2026'])
    expect(under('2025', '', '2025')).toEqual(['2025', '2025'])
    expect(under('', '')).toEqual([])
  })

  test('without values is an empty plot', () => {
    expect(barChart([], 'en').shapes).toEqual([
      line(44, 158, 356, 158, 'line'),
      soft(39, 162, '0', 11, 'end'),
      line(44, 158, 356, 158, 'soft'),
    ])
  })
})

describe('a chart of horizontal bars', () => {
  const words = (y: number, label: string, text: string) => [
    { kind: 'text', x: 0, y, text: label, size: 13.5, tone: 'ink', anchor: 'start' },
    { kind: 'text', x: 360, y, text, size: 13.5, tone: 'ink', anchor: 'end', bold: true },
  ]

  test('with values below 0 begins its bars at the line of 0, in one tone to the right and another to the left', () => {
    const drawing = barLines([
      { label: 'Salary', value: 30, text: '+30' },
      { label: 'Betting', value: -70, text: '-70' },
      { label: 'None', value: 0, text: '0' },
    ])
    expect(drawing).toEqual({
      width: 360,
      height: 108,
      shapes: [
        ...words(13, 'Salary', '+30'),
        rect(0, 19, 360, 9, 'line'),
        rect(252, 19, 108, 9, 'good', 'Salary: +30'),
        ...words(49, 'Betting', '-70'),
        rect(0, 55, 360, 9, 'line'),
        rect(0, 55, 252, 9, 'poor', 'Betting: -70'),
        ...words(85, 'None', '0'),
        rect(0, 91, 360, 9, 'line'),
        rect(252, 91, 0, 9, 'good', 'None: 0'),
        line(252, 14, 252, 108, 'soft'),
      ],
    })
  })

  test('without values below 0 begins its bars at the left, in one tone', () => {
    const drawing = barLines([
      { label: 'Food', value: 50, text: '50' },
      { label: 'Rent', value: 200, text: '200' },
    ])
    expect(drawing.height).toBe(72)
    expect(drawing.shapes.filter(({ kind }) => kind === 'line')).toEqual([])
    expect(rectsOf(drawing.shapes)).toEqual([
      rect(0, 19, 360, 9, 'line'),
      rect(0, 19, 90, 9, 's1', 'Food: 50'),
      rect(0, 55, 360, 9, 'line'),
      rect(0, 55, 360, 9, 's1', 'Rent: 200'),
    ])
  })

  test('whose values are judged by their sign draws a positive value in the tone of good', () => {
    const { shapes } = barLines([{ label: 'Age', value: 5, text: '5' }], true)
    expect(rectsOf(shapes)[1]).toEqual(rect(0, 19, 360, 9, 'good', 'Age: 5'))
  })

  test('draws 0 for a value that is not a number, and the other bars as if it were absent', () => {
    const { shapes } = barLines([
      { label: 'a', value: NaN, text: '?' },
      { label: 'b', value: Infinity, text: '?' },
      { label: 'c', value: 10, text: '10' },
    ])
    expect(rectsOf(shapes).filter(({ tone }) => tone === 's1')).toEqual([
      rect(0, 19, 0, 9, 's1', 'a: ?'),
      rect(0, 55, 0, 9, 's1', 'b: ?'),
      rect(0, 91, 360, 9, 's1', 'c: 10'),
    ])
  })

  test('draws no bar for 0; if all values are below 0, the line of 0 is the right edge', () => {
    const zero = barLines([{ label: 'a', value: 0, text: '0' }])
    expect(rectsOf(zero.shapes)[1]).toEqual(rect(0, 19, 0, 9, 's1', 'a: 0'))
    const below = barLines([{ label: 'a', value: -4, text: '-4' }])
    expect(rectsOf(below.shapes)[1]).toEqual(rect(0, 19, 360, 9, 'poor', 'a: -4'))
    expect(below.shapes.at(-1)).toEqual(line(360, 14, 360, 36, 'soft'))
  })

  test.each([
    // 360 less 10 characters of 8.1 and a gap of 12 leave room for 35 letters of 7.56.
    [35, '1234567890', 'a'.repeat(35)],
    [36, '1234567890', `${'a'.repeat(34)}\u2026`],
    // Likewise 5 characters leave room for 40 letters.
    [40, '12345', 'a'.repeat(40)],
    [41, '12345', `${'a'.repeat(39)}\u2026`],
  ])('shortens a label of %d letters so that the value %j has room', (letters, text, shown) => {
    const [label] = barLines([{ label: 'a'.repeat(letters), value: 1, text }]).shapes
    expect(label).toMatchObject({ text: shown })
  })
})

describe('a ring', () => {
  const slices = (...shares: readonly number[]) =>
    ring(shares.map((share, index) => ({ label: 'x', share, title: `slice ${index + 1}` })))
  const piece = (d: string, tone: string, title: string) => ({ kind: 'path', d, tone, title })
  const whole =
    'M 90 6 A 84 84 0 0 1 90 174 A 84 84 0 0 1 90 6 Z M 90 40 A 50 50 0 0 0 90 140 A 50 50 0 0 0 90 40 Z'

  test('begins at the top and goes clockwise; a slice of more than half is a large arc', () => {
    expect(slices(0.25, 0.75)).toEqual({
      width: 180,
      height: 180,
      shapes: [
        piece('M 90 6 A 84 84 0 0 1 174 90 L 140 90 A 50 50 0 0 0 90 40 Z', 's1', 'slice 1'),
        piece('M 174 90 A 84 84 0 1 1 90 6 L 90 40 A 50 50 0 1 0 140 90 Z', 's2', 'slice 2'),
      ],
    })
  })

  test('of two halves has no large arc', () => {
    expect(slices(0.5, 0.5).shapes).toEqual([
      piece('M 90 6 A 84 84 0 0 1 90 174 L 90 140 A 50 50 0 0 0 90 40 Z', 's1', 'slice 1'),
      piece('M 90 174 A 84 84 0 0 1 90 6 L 90 40 A 50 50 0 0 0 90 140 Z', 's2', 'slice 2'),
    ])
  })

  test('of one quarter leaves the rest empty', () => {
    expect(slices(0.25).shapes).toEqual([
      piece('M 90 6 A 84 84 0 0 1 174 90 L 140 90 A 50 50 0 0 0 90 40 Z', 's1', 'slice 1'),
    ])
  })

  test('of one whole slice is two circles, also if its share is rounded or above 1', () => {
    for (const share of [1, 0.99999, 1.2])
      expect(slices(share).shapes).toEqual([piece(whole, 's1', 'slice 1')])
    expect(slices(0.9999).shapes).not.toEqual([piece(whole, 's1', 'slice 1')])
  })

  test('with shares above 1 in sum scales them down; a share that is not positive is not drawn, and the tones of the others stay', () => {
    // 0.5 and 0.75 of 1.25 are 0.4 and 0.6 of a turn.
    expect(slices(-0.5, 0.5, 0, NaN, 0.75).shapes).toEqual([
      piece('M 90 6 A 84 84 0 0 1 139.37 157.96 L 119.39 130.45 A 50 50 0 0 0 90 40 Z', 's2', 'slice 2'),
      piece('M 139.37 157.96 A 84 84 0 1 1 90 6 L 90 40 A 50 50 0 1 0 119.39 130.45 Z', 's5', 'slice 5'),
    ])
  })
})

describe('a gauge', () => {
  const zones = (tones: readonly string[]) =>
    ['HIGH RISK', 'POOR', 'FAIR', 'GOOD', 'EXCELLENT'].flatMap((name, index) => [
      rect(toHundredths(8 + 68.8 * index), 14, 66.8, 12, tones[index] ?? ''),
      soft(toHundredths(42.4 + 68.8 * index), 57, name, 12.5, 'middle'),
    ])
  const limits = [
    soft(0, 41, '0', 12, 'start'),
    soft(76.8, 41, '200', 12, 'middle'),
    soft(145.6, 41, '400', 12, 'middle'),
    soft(214.4, 41, '600', 12, 'middle'),
    soft(283.2, 41, '800', 12, 'middle'),
    soft(360, 41, '1000', 12, 'end'),
  ]
  const colours = ['poor', 'poor', 'fair', 'good', 'good']

  test.each([
    [0, 'M 1 1 L 15 1 L 8 12 Z', 7],
    [500, 'M 172 1 L 186 1 L 179 12 Z', 178],
    [601, 'M 206.54 1 L 220.54 1 L 213.54 12 Z', 212.54],
    [1000, 'M 343 1 L 357 1 L 350 12 Z', 349],
  ])('marks a score of %d at its place', (score, d, x) => {
    expect(gauge(score, (band) => band.toUpperCase())).toEqual({
      width: 360,
      height: 64,
      shapes: [...zones(colours), ...limits, { kind: 'path', d, tone: 'ink' }, rect(x, 10, 2, 20, 'ink')],
    })
  })

  test.each([null, -1, 1001, NaN])('has neither colour nor mark for the score %s', (score) => {
    expect(gauge(score, (band) => band.toUpperCase()).shapes).toEqual([
      ...zones(['line', 'line', 'line', 'line', 'line']),
      ...limits,
    ])
  })
})
