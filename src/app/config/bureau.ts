import type { BureauSources } from '../../scoring-service/bureau/open-bureaus.js'
import { isSplit } from './process-roles.js'
import type { VariableName, Variables } from './variables.js'

/** The addresses of the bureau and of its emulator. No emulator starts in this process in production, or where ROLE splits the service. */
export const bureauOf = (values: Variables): BureauSources => {
  const { BUREAU_BASE_URL, BUREAU_API_KEY, BUREAU_EMULATOR_URL } = values
  const production = values.NODE_ENV === 'production'
  const embedded = production || isSplit(values.ROLE) ? undefined : ('embedded' as const)
  return {
    live:
      BUREAU_BASE_URL === undefined ? undefined : { baseUrl: BUREAU_BASE_URL, apiKey: BUREAU_API_KEY ?? '' },
    emulator: BUREAU_EMULATOR_URL === undefined ? embedded : { baseUrl: BUREAU_EMULATOR_URL },
    liveMayBeEmulated: !production,
  }
}

/** A bureau is optional: without one, products P7 and P8 are not offered. If one is named, it must be complete, and in production real. */
export const guardBureau = (
  values: Variables,
  mustBeSet: (names: readonly VariableName[], why: string) => void,
  problems: string[],
): void => {
  const { BUREAU_BASE_URL, BUREAU_EMULATOR_URL } = values
  if (BUREAU_BASE_URL === undefined) return
  mustBeSet(['BUREAU_API_KEY'], 'since BUREAU_BASE_URL names a credit bureau')
  if (values.NODE_ENV !== 'production') return
  if (BUREAU_BASE_URL.startsWith('http://')) problems.push('BUREAU_BASE_URL must be https in production')
  if (
    BUREAU_EMULATOR_URL !== undefined &&
    new URL(BUREAU_BASE_URL).origin === new URL(BUREAU_EMULATOR_URL).origin
  )
    problems.push('BUREAU_BASE_URL must not be the emulator in production')
}
