import { readFileSync } from 'node:fs'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import type { Config } from '../config/config.js'

/** How long the headers of a request may take to arrive. */
const arrivalTimeoutMs = 10_000
/** How long a document may take to arrive on a slow connection. All other requests time out long before. */
const uploadTimeoutMs = 900_000
/** How often node checks for slow senders. */
const arrivalCheckMs = 2000
/** Longer than the keep-alive of load balancers, so that none sends a request on a connection that we are closing. */
const keepAliveMs = 72_000

/** TLS 1.3, or 1.2 with forward secrecy: a key that is stolen later decrypts nothing recorded before. */
export const tlsProtocols = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const

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
    { ...times, ...tlsProtocols, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    handler,
  )
}
