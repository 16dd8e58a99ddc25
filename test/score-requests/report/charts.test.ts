import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { axisOf } from '../../../src/score-requests/report/charts/axis.rules.js'
import { barChart } from '../../../src/score-requests/report/charts/bars.rules.js'
import { gauge } from '../../../src/score-requests/report/charts/gauge.rules.js'
import { barLines } from '../../../src/score-requests/report/charts/lines.rules.js'
import { ring } from '../../../src/score-requests/report/charts/ring.rules.js'
import { cutTo, type Drawing } from '../../../src/score-requests/report/charts/shapes.rules.js'
import { svgOf } from '../../../src/score-requests/report/page/svg.js'
import { at, firstOf } from '../../support/present.js'

/** Any value that a service can give, also invalid ones. */
const values = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -0, 1e-9, 1, 999, 1000, NaN, Infinity, -Infinity),
)

const bars = (...all: number[][]) =>
  barChart(
    all.map((group, index) => ({
      label: 'Jan',
      underLabel: String(2020 + Math.floor(index / 12)),
      bars: group.map((value) => ({ value, title: 'a bar' })),
    })),
    'en',
  )
const lines = (...all: number[]) => barLines(all.map((value) => ({ label: 'A line', value, text: '1' })))
const monthly = (count: number) => bars(...Array.from({ length: count }, () => [3]))
const slices = (...all: number[]) => ring(all.map((share) => ({ label: 'x', share, title: 'x' })))

/** Fails for a shape that has invalid numbers or lies outside the drawing. */
const expectValidShapes = (drawing: Drawing): void => {
  expect(svgOf(drawing, 'a chart').html).not.toMatch(/NaN|Infinity|undefined/)
  const isWithin = (least: number, size: number, from: number, most: number): boolean =>
    size >= 0 && from >= least && from + size <= most - least
  const beyond = drawing.shapes.filter(
    (shape) =>
      shape.kind === 'rect' &&
      !(
        isWithin(-0.02, shape.width, shape.x, drawing.width) &&
        isWithin(-0.02, shape.height, shape.y, drawing.height)
      ),
  )
  expect(beyond).toEqual([])
}

const rectsOf = ({ shapes }: Drawing, tone: string) =>
  shapes.flatMap((shape) => (shape.kind === 'rect' && shape.tone === tone ? [shape] : []))

describe('a bar chart', () => {
  test('has valid shapes within its drawing without values, with zeros, with one month and with sixty', () => {
    for (const drawing of [bars(), bars([]), bars([0]), bars([0, 0], [0, 0]), bars([5]), monthly(60)])
      expectValidShapes(drawing)
  })

  test('has valid shapes within its drawing for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.array(values, { maxLength: 3 }), { maxLength: 40 }), (all) =>
        expectValidShapes(bars(...all)),
      ),
    )
  })

  test('draws twice the value twice as high, from the line of 0', () => {
    const [one, two] = firstOf(2, rectsOf(bars([100], [200]), 's1'))
    expect(two.height).toBeCloseTo(2 * one.height, 1)
    expect(one.y + one.height).toBeCloseTo(two.y + two.height, 1)
  })

  test('has the bars of a group side by side without overlap', () => {
    const first = at(rectsOf(bars([3, 4]), 's1'), 0)
    const second = at(rectsOf(bars([3, 4]), 's2'), 0)
    expect(second.x).toBeCloseTo(first.x + first.width, 1)
  })

  test('labels only some of many months, without overlap', () => {
    const { shapes } = monthly(36)
    const labels = shapes.flatMap((shape) => (shape.kind === 'text' && shape.text === 'Jan' ? [shape.x] : []))
    expect(labels.length).toBeGreaterThan(5)
    for (const [index, x] of labels.entries())
      if (index > 0) expect(x - at(labels, index - 1)).toBeGreaterThan(24)
  })
})

describe('an axis', () => {
  test('includes 0 and every value, in round steps', () => {
    fc.assert(
      fc.property(fc.array(values), (all) => {
        const { low, high, ticks } = axisOf(all)
        const finite = all.filter(Number.isFinite)
        expect(low).toBeLessThan(Math.min(0, ...finite) + 0.005)
        expect(high).toBeGreaterThan(Math.max(0, ...finite) - 0.005)
        expect(high).toBeGreaterThan(low)
        expect(ticks.length).toBeLessThanOrEqual(8)
      }),
    )
  })

  test.each([
    [[60_000], [0, 20_000, 40_000, 60_000]],
    [[4], [0, 1, 2, 3, 4]],
    [
      [-50, 60],
      [-50, 0, 50, 100],
    ],
    [[], [0]],
    [[0, 0], [0]],
  ])('of the values %j has the ticks %j', (all, ticks) => {
    expect(axisOf(all).ticks).toEqual(ticks)
  })
})

describe('a chart of horizontal bars', () => {
  test('is empty without values, and has no bar for 0', () => {
    expect(lines()).toMatchObject({ height: 0, shapes: [] })
    expect(rectsOf(lines(0, 0), 's1').map(({ width }) => width)).toEqual([0, 0])
  })

  test('has valid shapes within its drawing for any values', () => {
    fc.assert(fc.property(fc.array(values, { maxLength: 30 }), (all) => expectValidShapes(lines(...all))))
  })

  test('draws values below 0 on the other side of the line of 0', () => {
    const drawing = lines(30, -70)
    const good = at(rectsOf(drawing, 'good'), 0)
    const poor = at(rectsOf(drawing, 'poor'), 0)
    expect(poor.x + poor.width).toBeCloseTo(good.x, 1)
    expect(poor.width / good.width).toBeCloseTo(70 / 30, 1)
  })

  test('shortens a long name to the width that is left for it', () => {
    expect(cutTo('A merchant with a name that never ends', 60, 12)).toBe('A merch\u2026')
    expect(cutTo('', 0, 12)).toBe('')
  })
})

describe('a ring', () => {
  test('has valid shapes within its drawing without shares, with shares of 0, and with a share of 1', () => {
    expect(slices().shapes).toEqual([])
    expect(slices(0, 0).shapes).toEqual([])
    expect(slices(1).shapes).toHaveLength(1)
    for (const drawing of [slices(), slices(1), slices(1, 1), slices(0.5, 0.5)]) expectValidShapes(drawing)
  })

  test('has valid shapes within its drawing for any shares', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 8 }), (all) => {
        const finite = all.map((value) => (Number.isFinite(value) ? value : 0))
        expectValidShapes(slices(...finite))
      }),
    )
  })
})

describe('a gauge', () => {
  const marks = (score: number | null) =>
    rectsOf(
      gauge(score, (band) => band),
      'ink',
    )

  test('has its mark at the score', () => {
    expect(at(marks(0), 0).x).toBeLessThan(at(marks(500), 0).x)
    expect(at(marks(1000), 0).x).toBeGreaterThan(at(marks(500), 0).x)
    for (const score of [0, 1, 199, 200, 500, 1000]) expectValidShapes(gauge(score, (band) => band))
  })

  test.each([-1, null, 1001, NaN])('has neither mark nor colour for the score %s', (score) => {
    expect(marks(score)).toEqual([])
    expect(
      rectsOf(
        gauge(score, (band) => band),
        'poor',
      ),
    ).toEqual([])
    expectValidShapes(gauge(score, (band) => band))
  })
})
