import { join } from 'node:path'
import { developmentKeys } from '../platform/identity/development-keys.js'
import type { ProcessRole } from './config/process-roles.js'
import type { Config } from './config/config.js'
import type { Door } from '../platform/docs/front-door.js'

/** What the roles of a process have open, for whoever comes to it without knowing where to go. */
export const doorsOf = (roles: ReadonlySet<ProcessRole>, stage: Config['stage']): readonly Door[] => [
  { path: '/docs', what: 'Documentation of the gateway and of the scoring service, with calls to try' },
  ...(roles.has('gateway')
    ? [
        { path: '/getdynamicarguments', method: 'POST', what: 'The USSD gateway: one record' },
        { path: '/getdynamicoptions', method: 'POST', what: 'The USSD gateway: a list of records' },
        ...(stage === 'production'
          ? []
          : [{ path: '/simulator', what: 'A phone to try the journeys of a customer' }]),
      ]
    : []),
  ...(roles.has('staff')
    ? [
        { path: '/console', what: 'The console of staff' },
        { path: '/insights', what: 'The bank in pictures, for analysts and finance' },
        { path: '/graphql', what: 'GraphQL for the back office and analysts, with an explorer' },
      ]
    : []),
  ...(roles.has('scoring')
    ? [{ path: '/scoring/auth/token', method: 'POST', what: "The scoring service, for lenders' systems" }]
    : []),
  { path: '/healthz', what: 'Whether it lives' },
]

/** What is written below the log of `npm start` in development: where everything is, and which keys open it. */
export const welcome = (
  config: Pick<Config, 'developmentSecret' | 'smtpUrl' | 'dataDirectory' | 'roles' | 'stage'>,
  {
    origin,
    version,
    emulator,
  }: { readonly origin: string; readonly version: string; readonly emulator: string | undefined },
): string => {
  const { developmentSecret, smtpUrl, dataDirectory, roles, stage } = config
  const end = developmentSecret === undefined ? '' : '-$DEVELOPMENT_SECRET'
  const pages = doorsOf(roles, stage).filter(({ method }) => method === undefined)
  return [
    `Cauri ${version}, ${stage}, at ${origin}`,
    ...pages.map(({ path, what }) => `  ${path.padEnd(13)}${what}`),
    `Mails: ${smtpUrl === undefined ? join(dataDirectory, 'outbox') : 'SMTP_URL'}`,
    'The wallet answers as the last three digits of a number say (docs/emulator.md).',
    ...(emulator === undefined ? [] : [`Its control: ${emulator}/emulator/orders`]),
    'Keys, by role:',
    ...developmentKeys.map(({ roles: [role], key }) => `  ${role!.padEnd(13)}${key}${end}`),
    '',
  ].join('\n')
}

/** Where we find ourselves when we listen everywhere. */
export const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
