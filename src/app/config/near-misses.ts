import { variableNames, isSecret, type Environment } from './variables.js'

/** A variable that nobody reads, and the setting that was most likely meant. */
export interface NearMiss {
  readonly name: string
  readonly meant: string
}

const settings = variableNames.flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name]))
const known = new Set<string>(settings)

/** Single characters that are put in, left out or changed. */
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

/** Shorter names than that are too near to what systems set themselves: `HOST` to `POST`. */
const lengthMin = 7
const editsMax = (name: string): number => (name.length < 10 ? 1 : 2)

/**
 * Settings that look mistyped. Production is refused over one whose setting is not given: a limit that is not there is seen by
 * nobody. Else they are told, as an environment has variables of others too.
 */
export const nearMisses = (env: Environment): NearMiss[] =>
  Object.keys(env).flatMap((name) => {
    if (!env[name] || known.has(name) || name.length < lengthMin) return []
    const [closest] = settings
      .filter((setting) => Math.abs(setting.length - name.length) <= editsMax(name))
      .map((meant) => ({ name, meant, edits: editsBetween(name.toUpperCase(), meant) }))
      .filter(({ edits }) => edits <= editsMax(name))
      .toSorted((a, b) => a.edits - b.edits)
    return closest ? [{ name, meant: closest.meant }] : []
  })

/** What production is refused over: misses whose setting is given neither itself nor as a file. */
export const refusalsOf = (misses: readonly NearMiss[], env: Environment): string[] =>
  misses
    .filter(({ meant }) => !env[meant] && !env[`${meant}_FILE`] && !env[meant.replace(/_FILE$/, '')])
    .map(
      ({ name, meant }) =>
        `${name} is no setting: did you mean ${meant}? Where it is another program's, set ${meant} too`,
    )
