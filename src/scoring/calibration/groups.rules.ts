import { insufficientData, riskBandOf } from '../card/scale.rules.js'
import { ksBetween } from './discrimination.rules.js'
import { stabilityOf } from './stability.rules.js'

export interface GroupMember {
  readonly group: string
  readonly score: number
}

export interface GroupLine {
  readonly group: string
  readonly count: number
  /** Those who have a score at all. */
  readonly scored: number
  /** Of those; null when none has one. */
  readonly mean: number | null
  readonly quartiles: readonly [number, number, number] | null
  /** The share of the group in band A or B: a decision other than decline. */
  readonly approved: number
  /** That share against the largest of all groups; null when nobody is approved anywhere. */
  readonly ratio: number | null
  /** Against all members of the other groups; null when there are none. */
  readonly psi: number | null
  readonly ks: number | null
}

/** The value below which a share of the ordered values lies, between two of them in a straight line. */
const quantile = (ordered: readonly number[], share: number): number => {
  const at = share * (ordered.length - 1)
  const [low, high] = [ordered[Math.floor(at)] as number, ordered[Math.ceil(at)] as number]
  return low + (at - Math.floor(at)) * (high - low)
}

/** Below four fifths of the best group's approvals, a difference is usually called disparate. */
export const ratioMin = 0.8

const isApproved = (score: number): boolean => ['A', 'B'].includes(riskBandOf(score) ?? '')

/** Compares the scores of groups, in the order of their names. The card uses none of what makes a group. */
export const compareGroups = (members: readonly GroupMember[]): GroupLine[] => {
  const names = [...new Set(members.map(({ group }) => group))].sort()
  const lines = names.map((group) => {
    const all = members.filter((member) => member.group === group).map(({ score }) => score)
    const others = members.filter((member) => member.group !== group).map(({ score }) => score)
    const scored = all.filter((score) => score !== insufficientData).sort((a, b) => a - b)
    const hasScores = scored.length > 0
    return {
      group,
      count: all.length,
      scored: scored.length,
      mean: hasScores ? scored.reduce((sum, score) => sum + score, 0) / scored.length : null,
      quartiles: hasScores
        ? ([quantile(scored, 0.25), quantile(scored, 0.5), quantile(scored, 0.75)] as const)
        : null,
      approved: all.filter(isApproved).length / all.length,
      psi: others.length > 0 ? stabilityOf(others, all).psi : null,
      ks: ksBetween(all, others),
    }
  })
  const best = Math.max(...lines.map(({ approved }) => approved))
  return lines.map((line) => ({ ...line, ratio: best > 0 ? line.approved / best : null }))
}
