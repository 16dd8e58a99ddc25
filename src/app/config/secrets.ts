import { readFileSync } from 'node:fs'
import { errorCodeOf } from '../../kernel/error-code.js'
import { isSecret, variableNames, type Environment } from './variables.js'

const secretNames = variableNames.filter((name) => isSecret(name) && !name.endsWith('_FILE'))

/** A secret is one line: a line end that an editor or `echo` left is stripped. */
const read = (path: string): string => readFileSync(path, 'utf8').replace(/\r?\n$/, '')

/**
 * The environment with each secret that a file holds: `KEY_PEPPER_FILE` names the file of `KEY_PEPPER`. A file hides
 * the secret from process listings and from child processes.
 */
export const withSecretFiles = (env: Environment, problems: string[]): Environment => {
  const found: Record<string, string> = {}
  for (const name of secretNames) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE must not both be set`)
      continue
    }
    try {
      found[name] = read(path)
      if (found[name] === '') problems.push(`${name}_FILE must not be empty, got '${path}'`)
    } catch (error) {
      problems.push(`${name}_FILE must be a readable file, got '${path}' (${errorCodeOf(error)})`)
    }
  }
  return { ...env, ...found }
}

/** Removes all secrets from an environment. */
export const forgetSecrets = (env: Record<string, string | undefined>): void => {
  for (const name of secretNames) delete env[name]
}
