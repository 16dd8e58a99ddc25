import { X509Certificate } from 'node:crypto'
import type http from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Config } from '../config/config.js'
import { assertTlsPair } from '../../platform/crypto/tls-pair.js'
import { formatInstant, type WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { tlsProtocols } from './server.js'
import { certificateEnds, dayMs, isSoon, readPair } from '../watch-expiry.js'

const checkEveryMs = 10_000

type Files = NonNullable<Config['tls']>

interface Deps {
  readonly log: Log
  readonly clock: WallClock
  /** Called with each certificate that the server begins to serve. */
  readonly onUse?: (certificate: string) => void
}

/** Logs a warning once a day for a certificate that expires within two weeks. */
const warnOfExpiry = (files: Files, { log, clock }: Deps) => {
  const { certFile } = files
  const certificateEnd = certificateEnds(files)
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const now = clock.now()
    const endsAt = await certificateEnd()
    if (endsAt === undefined || !isSoon(endsAt, now) || now - warnedAt < dayMs) return
    log.warn({ certFile, expiresAt: formatInstant(endsAt) }, 'the certificate expires soon')
    warnedAt = now
  }
}

/**
 * Serves a renewed certificate from its files on new connections of these servers, without a restart. The two files are rarely written
 * at the same moment: a pair that does not match is checked again, and the previous one is used meanwhile. Warns of one that
 * expires soon, in each process that serves it.
 *
 * @returns the function that stops watching
 */
export const reloadCertificate = (
  servers: readonly http.Server[],
  files: Config['tls'],
  deps: Deps,
  everyMs = checkEveryMs,
): (() => void) => {
  const secured = servers.filter((server) => server instanceof HttpsServer)
  if (!files || secured.length === 0) return () => undefined
  const { log } = deps
  const warn = warnOfExpiry(files, deps)
  let known: string | undefined
  /** The last state of the files in which they could not be used, and whether that was logged. */
  let unusable: { readonly state: string; readonly isLogged: boolean } | undefined
  const check = async (): Promise<void> => {
    let state = ''
    try {
      const read = await readPair(files)
      const pair = (state = read.cert + read.key)
      if (pair === known) return void (unusable = undefined)
      assertTlsPair(read)
      // Replaces all that a server was created with.
      for (const server of secured) server.setSecureContext({ ...tlsProtocols, ...read })
      deps.onUse?.(read.cert)
      // The first check sets what the server has already, unless the files changed since it read them.
      if (known !== undefined)
        log.info({ validTo: new X509Certificate(read.cert).validTo }, 'the renewed certificate is used')
      known = pair
    } catch (err) {
      const isStill = unusable?.state === state
      if (isStill && !unusable?.isLogged)
        log.warn(
          { err, certFile: files.certFile },
          'the renewed certificate cannot be used; the previous one stays in use',
        )
      unusable = { state, isLogged: isStill }
    }
  }
  const run = async (): Promise<void> => {
    await check()
    await warn()
  }
  void run()
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
