import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type http from 'node:http'
import { Server as HttpsServer } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config/config.js'
import type { Log } from '../../kernel/log.js'

const lookEveryMs = 10_000

type Files = NonNullable<Config['tls']>

const readPair = async ({ certFile, keyFile }: Files): Promise<{ cert: string; key: string }> => {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

/**
 * A certificate that is renewed in its files is served from then on, to new connections, without a restart. The two files are
 * seldom written in one moment: a pair that does not fit is looked at again, and the one before is used meanwhile.
 *
 * @returns what ends it
 */
export const reloadCertificate = (
  server: http.Server,
  files: Config['tls'],
  log: Log,
  everyMs = lookEveryMs,
): (() => void) => {
  if (!files || !(server instanceof HttpsServer)) return () => undefined
  let known: string | undefined
  /** A pair that did not fit when it was last looked at, and whether that was said. */
  let odd: { readonly pair: string; readonly isSaid: boolean } | undefined
  const look = async (): Promise<void> => {
    const read = await readPair(files).catch(() => undefined)
    if (!read) return
    const pair = read.cert + read.key
    known ??= pair
    if (pair === known) return
    try {
      // Throws for a pair that does not fit, which the server itself would take.
      createSecureContext(read)
      server.setSecureContext(read)
      known = pair
      log.info({ validTo: new X509Certificate(read.cert).validTo }, 'the renewed certificate is used')
    } catch (err) {
      const isStill = odd?.pair === pair
      if (isStill && !odd?.isSaid)
        log.warn(
          { err, certFile: files.certFile },
          'the renewed certificate cannot be used; the previous one stays in use',
        )
      odd = { pair, isSaid: isStill }
    }
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
