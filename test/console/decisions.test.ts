import { expect, test } from '@jest/globals'
import { byDecision, colourOfDecision } from '../../web/console/insights/decisions.js'
import { readFileSync } from 'node:fs'

const css = readFileSync('web/console/console.css', 'utf8')
const colourOf = (word: string): string | undefined =>
  new RegExp(`\\.of-${colourOfDecision(word)} \\{\\s*fill: var\\(--(\\w+)\\)`).exec(css)?.[1]

test('each decision on a score has its own colour, and a failed score request has another', () => {
  const words = ['APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA', 'CORRUPT_PDF']
  expect(words.map(colourOf)).toEqual(['leaf', 'sea', 'gold', 'clay', 'soft', 'shell'])
})

test('decisions on scores are sorted from good to bad, and failures come last, by name', () => {
  const words = ['TIMED_OUT', 'DECLINE', 'CORRUPT_PDF', 'INSUFFICIENT_DATA', 'APPROVE', 'REFER']
  expect(words.toSorted(byDecision)).toEqual([
    'APPROVE',
    'REFER',
    'DECLINE',
    'INSUFFICIENT_DATA',
    'CORRUPT_PDF',
    'TIMED_OUT',
  ])
})
