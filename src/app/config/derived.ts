import { join, resolve } from 'node:path'
import type { Environment, Variables } from './variables.js'

export const evidenceDirectoryOf = ({ EVIDENCE_DIR, DATA_DIR }: Variables): string =>
  resolve(EVIDENCE_DIR ?? join(DATA_DIR, 'evidence'))

/** In development a minute of waiting is no one's friend: the first poll comes after 0.2 s. */
export const timeScaleOf = (values: Variables): number =>
  values.PAYMENT_TIME_SCALE ?? (values.NODE_ENV === 'production' ? 1 : 25)

const adminPortDefault = 4001

/** One of the two is enough: the address beside the service's port, or the port beside its address. */
export const adminOf = ({
  ADMIN_HOST,
  ADMIN_PORT,
  HOST,
}: Variables): { readonly host: string; readonly port: number } | undefined =>
  ADMIN_HOST === undefined && ADMIN_PORT === undefined
    ? undefined
    : { host: ADMIN_HOST ?? HOST, port: ADMIN_PORT ?? adminPortDefault }

/** On where a collector is named, as the specification of OpenTelemetry has it. */
export const tracesOf = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
