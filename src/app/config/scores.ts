import { withSecret } from '../../platform/identity/keys/development-keys.js'
import { developmentClients } from '../../scoring-service/clients/development-clients.js'
import type { ScoringAccount } from '../../score-requests/client/service.js'
import type { VariableName, Variables } from './variables.js'

/** The scoring service that we use, and our credentials. `baseUrl` undefined: the one in this process. */
export interface ScoresConfig {
  readonly baseUrl: string | undefined
  readonly account: ScoringAccount
}

export const scoresCredentials = [
  'SCORING_CLIENT_ID',
  'SCORING_CLIENT_SECRET',
  'SCORING_API_KEY',
] as const satisfies readonly VariableName[]

/**
 * The guards refuse SCORING_BASE_URL without all three credentials, so a development credential is sent only to the scoring
 * service in this process.
 */
export const scoresOf = (values: Variables): ScoresConfig => {
  const development = developmentClients.find(({ environment }) => environment === 'live')
  return {
    baseUrl: values.SCORING_BASE_URL,
    account: {
      clientId: values.SCORING_CLIENT_ID ?? development?.clientId ?? '',
      secret:
        values.SCORING_CLIENT_SECRET ?? withSecret(development?.secret ?? '', values.DEVELOPMENT_SECRET),
      apiKey: values.SCORING_API_KEY ?? withSecret(development?.apiKey ?? '', values.DEVELOPMENT_SECRET),
    },
  }
}
