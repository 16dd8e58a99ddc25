import type { FastifyRequest } from 'fastify'
import { prefixOf, type Environment } from '../../scoring-contract/environment.js'
import type { Instant } from '../../kernel/clock.js'
import { checkAddress, signAddress } from '../../platform/crypto/addresses.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'

/** Our public origin: the configured one, or in development the host that this caller used. */
export const originOf = (publicUrl: string | undefined, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`

const paths = { PUT: 'uploads', GET: 'results' } as const

/** A complete, signed address of this service that needs no credential. */
export const signedAddress = (
  ring: KeyRing,
  origin: string,
  environment: Environment,
  target: { readonly method: 'PUT' | 'GET'; readonly id: string; readonly expiresAt: Instant },
): string => {
  const { method, id, expiresAt } = target
  const path = `${prefixOf[environment]}/${paths[method]}/${id}`
  return `${origin}${path}?${signAddress(ring, { method, path, expiresAt })}`
}

/** Checks the signature and the expiry of the address that a request was sent to. */
export const checkRequestAddress = (
  ring: KeyRing,
  method: 'PUT' | 'GET',
  request: FastifyRequest,
  now: Instant,
): 'VALID' | 'EXPIRED' | 'FORGED' => {
  const path = request.url.split('?', 1)[0] ?? ''
  return checkAddress(ring, { method, path }, request.query as Record<string, unknown>, now)
}
