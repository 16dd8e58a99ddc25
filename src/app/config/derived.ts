import { join, resolve } from 'node:path'
import type { Environment, Variables } from './variables.js'

export const evidenceDirectoryOf = ({ EVIDENCE_DIR, DATA_DIR }: Variables): string =>
  resolve(EVIDENCE_DIR ?? join(DATA_DIR, 'evidence'))

/** In development the waits are shorter: the first poll comes after 0.2 s. */
export const timeScaleOf = (values: Variables): number =>
  values.PAYMENT_TIME_SCALE ?? (values.NODE_ENV === 'production' ? 1 : 25)

const adminPortDefault = 4001

/** The address of the admin server, if its host or its port is set. By default its host is that of the service. */
export const adminOf = ({
  ADMIN_HOST,
  ADMIN_PORT,
  HOST,
}: Variables): { readonly host: string; readonly port: number } | undefined =>
  ADMIN_HOST === undefined && ADMIN_PORT === undefined
    ? undefined
    : { host: ADMIN_HOST ?? HOST, port: ADMIN_PORT ?? adminPortDefault }

/** By the variables of the OpenTelemetry specification: tracing is on if a collector is named and tracing is not switched off. */
export const tracesOf = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
