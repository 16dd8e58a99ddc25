import type { ProviderSettings } from '../../platform/identity/sessions/provider.js'
import { hostOf, isLoopback } from './hosts.js'
import type { VariableName, Variables } from './variables.js'

const requiredVariables = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'STAFF_PUBLIC_URL',
] as const satisfies readonly VariableName[]

/** The guards have already refused incomplete settings. */
export const identityProviderOf = (values: Variables): ProviderSettings | undefined =>
  values.OIDC_ISSUER === undefined
    ? undefined
    : {
        issuer: values.OIDC_ISSUER,
        clientId: values.OIDC_CLIENT_ID ?? '',
        clientSecret: values.OIDC_CLIENT_SECRET ?? '',
        rolesClaim: values.OIDC_ROLES_CLAIM,
        scope: values.OIDC_SCOPE,
        publicUrl: values.STAFF_PUBLIC_URL ?? '',
      }

/** Checks the settings of the provider. Without https, anybody between us and it could sign in as any person of the bank. */
export const guardIdentityProvider = (
  values: Variables,
  mustBeSet: (names: readonly VariableName[], why: string) => void,
  problems: string[],
): void => {
  if (values.OIDC_ISSUER === undefined) return
  mustBeSet(requiredVariables, 'since OIDC_ISSUER names an identity provider')
  if (!values.OIDC_SCOPE.split(' ').includes('openid')) problems.push('OIDC_SCOPE must have openid in it')
  for (const name of ['OIDC_ISSUER', 'STAFF_PUBLIC_URL'] as const) {
    const url = values[name]
    if (url?.startsWith('http://') && !isLoopback(hostOf(url)))
      problems.push(`${name} must be https, unless it is on this machine`)
  }
}
