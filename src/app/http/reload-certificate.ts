import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type http from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Config } from '../config/config.js'
import { assertTlsPair } from '../../platform/crypto/tls-pair.js'
import { formatInstant, type WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { tlsProtocols } from './server.js'
import { certificateEnd, dayMs, isSoon } from '../watch-expiry.js'

const checkEveryMs = 10_000

type Files = NonNullable<Config['tls']>

const readPair = async ({ certFile, keyFile }: Files): Promise<{ cert: string; key: string }> => {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

interface Deps {
  readonly log: Log
  readonly clock: WallClock
  /** Called with each certificate that the server begins to serve. */
  readonly onUse?: (certificate: string) => void
}

/** Logs a warning once a day for a certificate that expires within two weeks. */
const warnOfExpiry = ({ certFile }: Files, { log, clock }: Deps) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (certificate: string): void => {
    const now = clock.now()
    const endsAt = certificateEnd(certificate)
    if (!isSoon(endsAt, now) || now - warnedAt < dayMs) return
    log.warn({ certFile, expiresAt: formatInstant(endsAt) }, 'the certificate expires soon')
    warnedAt = now
  }
}

/**
 * Serves a renewed certificate from its files on new connections of these servers, without a restart. The two files are rarely written
 * at the same moment: a pair that does not match is checked again, and the previous one is used meanwhile. Warns when the one in
 * use expires soon, in each process that serves it.
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
  let used: { readonly pair: string; readonly cert: string } | undefined
  /** The last state of the files in which they could not be used, and whether that was logged. */
  let unusable: { readonly state: string; readonly isLogged: boolean } | undefined
  const check = async (): Promise<void> => {
    let state = ''
    try {
      const read = await readPair(files)
      const pair = (state = read.cert + read.key)
      if (pair === used?.pair) return void (unusable = undefined)
      assertTlsPair(read)
      // This replaces all TLS options that a server was created with, so the protocols are set again too.
      for (const server of secured) server.setSecureContext({ ...tlsProtocols, ...read })
      deps.onUse?.(read.cert)
      // Not logged by the first check, which usually finds the certificate that the servers were created with.
      if (used)
        log.info({ validTo: new X509Certificate(read.cert).validTo }, 'the renewed certificate is used')
      used = { pair, cert: read.cert }
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
    if (used) warn(used.cert)
  }
  void run()
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
