import * as oidc from 'openid-client'

/** No answer, one that was cut off, or one without the provider's own error: of a proxy, or a page about maintenance. */
const awayCodes: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** Errors by which a provider says that it cannot answer now, or that it does not accept our client id or secret (RFC 6749, 4.1.2.1 and 5.2). */
const awayErrors: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'unauthorized_client',
])

/** Whether the provider refused our own client secret: its challenge is then `Basic`. If it refused a person's token, it is `Bearer`. */
const isOurSecretWrong = ({ cause }: oidc.WWWAuthenticateChallengeError): boolean =>
  cause.some(({ scheme }) => scheme === 'basic')

/** Whether the provider gave no usable answer, or did not accept us as its client: then the fault is not the person's. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof oidc.ClientError) return awayCodes.has(error.code)
  if (error instanceof oidc.ResponseBodyError) return error.status === 429 || awayErrors.has(error.error)
  if (error instanceof oidc.AuthorizationResponseError) return awayErrors.has(error.error)
  if (error instanceof oidc.WWWAuthenticateChallengeError) return isOurSecretWrong(error)
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
}
