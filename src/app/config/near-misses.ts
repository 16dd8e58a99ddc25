import { variableNames, isSecret, type Environment } from './variables.js'

/** An unknown variable, and the setting that was most likely meant. */
export interface NearMiss {
  readonly name: string
  readonly meant: string
}

const settings = variableNames.flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name]))
const knownNames = new Set<string>(settings)

/** The edit distance in single characters. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, changed))
    }
  }
  return row[b.length]!
}

/** Shorter variables are not compared: those of other programs are too similar to settings, as `POST` to `HOST`. */
const lengthMin = 7
const editsMax = (name: string): number => (name.length < 10 ? 1 : 2)

/**
 * Variables that look like mistyped settings. Production refuses to start if the meant setting is missing too, since
 * a missing limit would go unnoticed. The others are only logged, as an environment also has variables of other
 * programs.
 */
export const nearMisses = (env: Environment): NearMiss[] =>
  Object.keys(env).flatMap((name) => {
    if (!env[name] || knownNames.has(name) || name.length < lengthMin) return []
    const [closest] = settings
      .filter((setting) => Math.abs(setting.length - name.length) <= editsMax(name))
      .map((meant) => ({ name, meant, edits: editsBetween(name.toUpperCase(), meant) }))
      .filter(({ edits }) => edits <= editsMax(name))
      .toSorted((a, b) => a.edits - b.edits)
    return closest ? [{ name, meant: closest.meant }] : []
  })

/** The near misses that production refuses: their setting is set neither directly nor as a file. */
export const refusalsOf = (misses: readonly NearMiss[], env: Environment): string[] =>
  misses
    .filter(({ meant }) => !env[meant] && !env[`${meant}_FILE`] && !env[meant.replace(/_FILE$/, '')])
    .map(
      ({ name, meant }) =>
        `${name} is not a setting: did you mean ${meant}? If it belongs to another program, set ${meant} too`,
    )
