import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { realSurplus } from '../../src/scoring-service/card/limits.rules.js'
import { withTables } from '../../src/scoring-service/card/points/scorecard-page.js'
import { statement } from './statements.js'

const page = readFileSync('docs/scorecard.md', 'utf8')

/** The rows of the table under a heading. */
const tableBelow = (heading: string): string[][] => {
  const section = page.split(`\n### ${heading}\n\n`)[1]?.trimEnd().split('\n\n')[0] ?? ''
  const rows = section.split('\n').slice(2)
  if (rows.length === 0) throw new Error(`no table below ${heading}`)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\*', '*')),
  )
}

test('the tables of docs/scorecard.md match the code (npm run scorecard writes them)', () => {
  expect(page).toBe(withTables(page))
})

describe('the worked example of docs/scorecard.md', () => {
  const movements = ['01', '02', '03', '04', '05', '06'].flatMap((month) =>
    tableBelow('The rows of each month').map(([day = '', details = '', paidIn, paidOut]) => ({
      at: `2025-${month}-${day.padStart(2, '0')} 12:00:00`,
      details,
      amount: Number(paidIn) - Number(paidOut),
    })),
  )
  const assessed = assess([statement({ from: '2025-01-01', to: '2025-06-30', opening: 2_000, movements })])

  test('has the values and points of the page', () => {
    const computed = assessed.features.map(({ characteristic, value, points }) => [
      characteristic.title,
      Number((value ?? NaN).toFixed(4)),
      points,
    ])
    const written = tableBelow('The points').map(([title, , value, points]) => [
      title,
      Number(value),
      Number(points),
    ])
    expect(written).toEqual(computed)
  })

  test('has the average balance of the page', () => {
    const average = ((assessed.facts.averageBalance ?? NaN) / 100).toFixed(2)
    expect(page).toContain(`the average is ${average.replace(/(\d)(?=(\d{3})+\.)/g, '$1,')}`)
  })

  test('has the results of the page', () => {
    const written = Object.fromEntries(
      tableBelow('The result').map(([what, , value]) => [what, Number(value)]),
    )
    expect(written).toEqual({
      'short-term score': assessed.shortTermScore,
      affordability: assessed.limits.affordability / 100,
      'short-term limit': assessed.limits.shortTermLimit / 100,
      'real surplus': realSurplus(assessed.facts) / 100,
      'gross limit': assessed.limits.grossLimit / 100,
      confidence: Math.round(assessed.confidence * 100),
    })
  })
})
