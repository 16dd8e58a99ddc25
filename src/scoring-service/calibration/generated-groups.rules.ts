import { assess } from '../card/assessment.rules.js'
import { generatedStatement, identities } from './generated-people.rules.js'
import type { GroupMember } from './groups.rules.js'

export interface GeneratedGroups {
  readonly members: readonly GroupMember[]
  /** The generated people, numbered from 1, whose scores or limit differ between groups. */
  readonly unequalLives: readonly number[]
}

/** Scores this number of lives, each of them with the names and places of every group. */
export const generatedGroups = (lives: number): GeneratedGroups => {
  const members: GroupMember[] = []
  const unequalLives: number[] = []
  for (let life = 1; life <= lives; life += 1) {
    const results = identities.map((identity) => {
      const { shortTermScore, genericScore, businessScore, limits } = assess([
        generatedStatement(identity, life),
      ])
      members.push({ group: identity.group, score: shortTermScore })
      return [shortTermScore, genericScore, businessScore, limits.shortTermLimit].join(' ')
    })
    if (new Set(results).size > 1) unequalLives.push(life)
  }
  return { members, unequalLives }
}
