import { accuracyOf, riskByCard } from './accuracy.rules.js'
import { discriminationOf, ksBetween } from './discrimination.rules.js'
import type { GeneratedGroups } from './generated-groups.rules.js'
import type { GeneratedLives } from './generated-lives.rules.js'
import { compareGroups, cuts, ratioMin, type GroupLine, type GroupMember } from './groups.rules.js'
import { excludedTexts, type Selection } from './select-outcomes.js'
import { stabilityOf, verdictOf } from './stability.rules.js'

/** A table in plain text, numbers aligned to the right. */
const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [heading, ...rows]
  const widths = heading.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return all.map(line).join('\n')
}

const percent = (share: number | null): string => (share === null ? '-' : `${(100 * share).toFixed(2)}%`)
const decimals = (value: number | null): string => (value === null ? '-' : value.toFixed(4))
const range = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `${from}` : `${from}-${to}`

/** How well the scores separated good from bad people, and how well the stated risks matched what happened. */
export const reportText = (selection: Selection): string => {
  const { card, observations, from, to } = selection
  const bads = observations.filter(({ isBad }) => isBad).length
  const discrimination = discriminationOf(observations)
  const { brier, logLoss, ranges } = accuracyOf(observations, riskByCard)
  return [
    `card ${card}, scored from ${from} to ${to}`,
    `${observations.length} outcomes, ${bads} bad (${percent(bads / observations.length)}); not counted: ${excludedTexts(selection).join(', ')}`,
    '',
    `Gini ${decimals(discrimination?.gini ?? null)}   AUC ${decimals(discrimination?.auc ?? null)}   KS ${decimals(discrimination?.ks ?? null)} at score ${discrimination?.ksScore ?? '-'}`,
    `Brier ${decimals(brier)}   log loss ${decimals(logLoss)}`,
    '',
    table(
      ['score', 'count', 'bad', 'observed', 'stated'],
      ranges.map((one) => [
        range(one),
        String(one.count),
        String(one.bads),
        percent(one.observed),
        percent(one.expected),
      ]),
    ),
  ].join('\n')
}

/** How far the scores of a later population moved. */
export const shiftText = (before: readonly number[], now: readonly number[]): string => {
  const { psi, ranges } = stabilityOf(before, now)
  return [
    `${before.length} scores before, ${now.length} now`,
    `PSI ${decimals(psi)} (${verdictOf(psi)})   KS ${decimals(ksBetween(before, now))}`,
    '',
    table(
      ['score', 'before', 'now', 'index'],
      ranges.map((one) => [range(one), percent(one.before), percent(one.now), decimals(one.index)]),
    ),
  ].join('\n')
}

const distribution = (lines: readonly GroupLine[]): string =>
  table(
    ['group', 'count', 'scored', 'mean', 'quarter', 'half', 'three quarters', 'PSI', 'KS'],
    lines.map((line) => [
      line.group,
      String(line.count),
      String(line.scored),
      line.mean === null ? '-' : line.mean.toFixed(1),
      ...(line.quartiles?.map((value) => value.toFixed(1)) ?? ['-', '-', '-']),
      decimals(line.psi),
      decimals(line.ks),
    ]),
  )

const approvals = (lines: readonly GroupLine[]): string =>
  table(
    ['approved from', ...cuts.map(String)],
    lines.flatMap(({ group, approvals: byCut }) => [
      [group, ...byCut.map(({ share }) => percent(share))],
      ['  against the best', ...byCut.map(({ ratio }) => (ratio === null ? '-' : ratio.toFixed(2)))],
    ]),
  )

const verdictsOf = (lines: readonly GroupLine[]): string[] => {
  const ratiosByCut = cuts.map((cut, index) => ({
    cut,
    ratios: lines.flatMap(({ group, approvals: byCut }) => {
      const ratio = byCut[index]?.ratio ?? null
      return ratio === null ? [] : [{ group, ratio }]
    }),
  }))
  const comparableCuts = ratiosByCut.filter(({ ratios }) => ratios.length > 0)
  if (comparableCuts.length === 0)
    return ['at every cut everybody or nobody is approved: the groups cannot be compared']
  const low = comparableCuts.flatMap(({ cut, ratios }) => {
    const groups = ratios.filter(({ ratio }) => ratio < ratioMin).map(({ group }) => group)
    return groups.length === 0
      ? []
      : [`approved from ${cut} at less than ${ratioMin} of the best rate: ${groups.join('; ')}`]
  })
  return low.length > 0
    ? low
    : [
        `no group is approved at less than ${ratioMin} of the best rate, from ${comparableCuts.map(({ cut }) => cut).join(', ')}`,
      ]
}

export const groupsText = (members: readonly GroupMember[]): string => {
  const lines = compareGroups(members)
  return [distribution(lines), '', approvals(lines), '', ...verdictsOf(lines)].join('\n')
}

export const generatedGroupsText = ({ members, unequalLives }: GeneratedGroups, lives: number): string =>
  [
    `${lives} generated lives, each with the names and places of every group`,
    '',
    groupsText(members),
    unequalLives.length === 0
      ? 'every life has the same scores and limit in every group'
      : `lives whose scores or limit differ between groups: ${unequalLives.join(', ')}`,
  ].join('\n')

export const generatedLivesText = ({ lines, broken }: GeneratedLives, lives: number): string =>
  [
    `${lives} generated lives, each lived in ${lines.length} ways with the same income and the same surplus`,
    '',
    table(
      ['way', 'score', 'limit', ...cuts.map((cut) => `from ${cut}`)],
      lines.map(({ way, score, limit, approvals: byCut }) => [
        way,
        score.toFixed(0),
        limit.toFixed(3),
        ...byCut.map(({ share }) => percent(share)),
      ]),
    ),
    '',
    'score and limit (in incomes of a month) are medians; from each cut on, the share that is approved',
    ...(broken.length === 0
      ? [
          'leaving loans unpaid gives no higher score or limit, and no other way is approved at less than 0.8 of the best rate',
        ]
      : broken),
  ].join('\n')
