import { insufficientData } from '../card/verdict/scale.rules.js'
import type { Observation } from './discrimination.rules.js'
import { FileMistake, type OutcomeRow } from './outcome-file.js'

export interface Selection {
  /** The card of the rows; an empty text for rows that name none. */
  readonly card: string
  /** In the order of their requests, so that the order of a file changes nothing. */
  readonly observations: readonly Observation[]
  readonly from: string
  readonly to: string
  readonly excluded: {
    readonly otherCards: number
    readonly withoutScore: number
    readonly indeterminate: number
    /** Good so far, but observed for fewer days than the horizon. */
    readonly observedTooShort: number
  }
}

/** How many rows are not counted, for each reason, in words. */
export const excludedTexts = ({ excluded }: Selection): readonly string[] => [
  `${excluded.otherCards} of other cards`,
  `${excluded.withoutScore} without a score`,
  `${excluded.indeterminate} indeterminate`,
  `${excluded.observedTooShort} not observed long enough`,
]

export interface SelectionOptions {
  readonly card: string | undefined
  readonly horizonDays: number | undefined
}

const dayMs = 86_400_000
const daysOf = ({ scoredOn, observedOn }: OutcomeRow): number =>
  (Date.parse(observedOn) - Date.parse(scoredOn)) / dayMs

type RowClass = keyof Selection['excluded'] | 'good' | 'bad'

/** A default after the horizon counts as good; a good person who was observed for less than the horizon is left out. */
const classOf = (row: OutcomeRow, card: string, horizonDays: number | undefined): RowClass => {
  if (row.card !== card) return 'otherCards'
  if (row.score === insufficientData) return 'withoutScore'
  if (row.outcome === 'indeterminate') return 'indeterminate'
  if (horizonDays === undefined) return row.outcome
  const isWithin = daysOf(row) <= horizonDays
  if (row.outcome === 'bad') return isWithin ? 'bad' : 'good'
  return daysOf(row) < horizonDays ? 'observedTooShort' : 'good'
}

const cardOf = (rows: readonly OutcomeRow[], chosenCard: string | undefined): string => {
  const cards = [...new Set(rows.map(({ card }) => card))].sort()
  if (chosenCard === undefined && cards.length > 1) {
    throw new FileMistake(`the file has scores of several cards, choose one with --card: ${cards.join(', ')}`)
  }
  const card = chosenCard ?? cards[0] ?? ''
  if (!cards.includes(card)) {
    throw new FileMistake(`the file has no scores of card ${card}; it has ${cards.join(', ')}`)
  }
  return card
}

const byRequest = (a: OutcomeRow, b: OutcomeRow): number =>
  a.requestId < b.requestId ? -1 : Number(a.requestId > b.requestId)

/**
 * The rows that can be used for one card. Throws `FileMistake` when the file has several cards and none was chosen, or
 * does not have the chosen one.
 */
export const selectOutcomes = (rows: readonly OutcomeRow[], options: SelectionOptions): Selection => {
  const card = cardOf(rows, options.card)
  const excluded = { otherCards: 0, withoutScore: 0, indeterminate: 0, observedTooShort: 0 }
  const days: string[] = []
  const observations: Observation[] = []
  for (const row of [...rows].sort(byRequest)) {
    const verdict = classOf(row, card, options.horizonDays)
    if (verdict === 'good' || verdict === 'bad') {
      observations.push({ score: row.score, isBad: verdict === 'bad' })
      days.push(row.scoredOn)
    } else excluded[verdict] += 1
  }
  days.sort()
  return { card, observations, from: days[0] ?? '', to: days.at(-1) ?? '', excluded }
}

export interface OutcomesNeeded {
  readonly all: number
  /** How many good and how many bad ones are needed. */
  readonly ofEach: number
}

/** Throws `FileMistake` when there are fewer outcomes than the command needs. */
export const requireOutcomes = (selection: Selection, needed: OutcomesNeeded): void => {
  const { observations } = selection
  const bads = observations.filter(({ isBad }) => isBad).length
  const goods = observations.length - bads
  if (observations.length >= needed.all && Math.min(goods, bads) >= needed.ofEach) return
  throw new FileMistake(
    `${goods} good and ${bads} bad outcomes are too few: at least ${needed.all} are needed, ${needed.ofEach} of each (not counted: ${excludedTexts(selection).join(', ')})`,
  )
}
