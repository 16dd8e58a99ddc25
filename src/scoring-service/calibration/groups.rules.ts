import { insufficientData } from '../card/verdict/scale.rules.js'
import { ksBetween } from './discrimination.rules.js'
import { stabilityOf } from './stability.rules.js'

export interface GroupMember {
  readonly group: string
  readonly score: number
}

/** What would be approved if a lender approved every score from a threshold (cut) on. */
export interface Approval {
  /** The share of all members of the group who have at least that score. */
  readonly share: number
  /** That share divided by the largest share of all groups; null when the cut separates nobody: all are approved, or none. */
  readonly ratio: number | null
}

/** The bands' own cuts, 400 and 600, and those that a stricter or a looser lender would choose. */
export const cuts = [300, 400, 500, 600, 700, 800] as const

export interface GroupLine {
  readonly group: string
  readonly count: number
  /** How many members have a score. */
  readonly scored: number
  /** Over the members with a score; null when nobody has one. */
  readonly mean: number | null
  readonly quartiles: readonly [number, number, number] | null
  /** For each cut, in the order of `cuts`. */
  readonly approvals: readonly Approval[]
  /** Compared with all members of the other groups; null when there are none. */
  readonly psi: number | null
  readonly ks: number | null
}

/** The value below which a share of the ordered values lies, interpolated linearly between two of them. */
export const quantile = (ordered: readonly number[], share: number): number => {
  const at = share * (ordered.length - 1)
  const [low, high] = [ordered[Math.floor(at)] as number, ordered[Math.ceil(at)] as number]
  return low + (at - Math.floor(at)) * (high - low)
}

/** Below four fifths of the best group's approvals, a difference is usually called disparate. */
export const ratioMin = 0.8

const shareFrom = (cut: number, scores: readonly number[]): number =>
  scores.filter((score) => score >= cut).length / scores.length

/** The approvals of each group by cut, from the scores of its members. */
export const approvalsOf = (groups: readonly (readonly number[])[]): Approval[][] => {
  const shares = cuts.map((cut) => groups.map((scores) => shareFrom(cut, scores)))
  return groups.map((_, index) =>
    shares.map((ofCut) => {
      const share = ofCut[index] ?? 0
      const separates = ofCut.some((other) => other > 0) && ofCut.some((other) => other < 1)
      return { share, ratio: separates ? share / Math.max(...ofCut) : null }
    }),
  )
}

/** Compares the scores of groups, in the order of their names. The card uses nothing that defines a group. */
export const compareGroups = (members: readonly GroupMember[]): GroupLine[] => {
  const names = [...new Set(members.map(({ group }) => group))].sort()
  const scoresOf = (group: string): number[] =>
    members.filter((member) => member.group === group).map(({ score }) => score)
  const approvals = approvalsOf(names.map(scoresOf))
  return names.map((group, index) => {
    const all = scoresOf(group)
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
      approvals: approvals[index] ?? [],
      psi: others.length > 0 ? stabilityOf(others, all).psi : null,
      ks: ksBetween(all, others),
    }
  })
}
