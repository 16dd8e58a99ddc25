import { readFileSync } from 'node:fs'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import type { Config } from '../config.js'

/** How long the headers of a request may take to arrive. */
const arrivalTimeoutMs = 10_000
/** How long a document may take to arrive on a slow line. All other requests are cut long before. */
const uploadTimeoutMs = 900_000
/** Node looks for slow senders only so often. */
const arrivalCheckMs = 2000
/** Longer than load balancers keep idle connections, so that none sends into one that we are closing. */
const keepAliveMs = 72_000

/** Fastify sets no times on a server that it did not make itself, so they are set here. */
export const createServer = (tls: Config['tls'], handler: RequestListener): http.Server => {
  const times = {
    headersTimeout: arrivalTimeoutMs,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: arrivalCheckMs,
  }
  if (!tls) return http.createServer(times, handler)
  return https.createServer(
    { ...times, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    handler,
  )
}
