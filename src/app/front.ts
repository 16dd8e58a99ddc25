import { join } from 'node:path'
import { developmentKeys } from '../platform/identity/keys/development-keys.js'
import type { ProcessRole } from './config/process-roles.js'
import type { Config } from './config/config.js'
import type { EntryPoint } from '../platform/docs/start-page.js'

const entryPoints = {
  docs: {
    path: '/docs',
    what: {
      en: 'Documentation of the gateway and of the scoring service, with calls to try',
      fr: 'Documentation de la passerelle et du service de score, avec des appels à essayer',
    },
  },
  record: {
    path: '/getdynamicarguments',
    method: 'POST',
    what: {
      en: 'For the USSD gateway: operations that answer one record',
      fr: 'Pour la passerelle USSD\u00a0: les opérations dont la réponse est un enregistrement',
    },
  },
  list: {
    path: '/getdynamicoptions',
    method: 'POST',
    what: {
      en: 'For the USSD gateway: operations that answer a list of records',
      fr: 'Pour la passerelle USSD\u00a0: les opérations dont la réponse est une liste',
    },
  },
  simulator: {
    path: '/simulator',
    what: {
      en: 'A phone to try the journeys of a customer',
      fr: 'Un téléphone pour essayer les parcours d’un client',
    },
  },
  console: { path: '/console', what: { en: 'The console of staff', fr: 'La console du personnel' } },
  insights: {
    path: '/insights',
    what: {
      en: 'The bank in pictures, for analysts and finance',
      fr: 'La banque en images, pour l’analyse et la finance',
    },
  },
  graphql: {
    path: '/graphql',
    what: {
      en: 'GraphQL for the back office and analysts, with an explorer',
      fr: 'GraphQL pour le back-office et l’analyse, avec un explorateur',
    },
  },
  scoring: {
    path: '/scoring/auth/token',
    method: 'POST',
    what: {
      en: "The scoring service, for lenders' systems",
      fr: 'Le service de score, pour les systèmes des prêteurs',
    },
  },
  health: { path: '/healthz', what: { en: 'The health of this process', fr: 'L’état de ce processus' } },
} as const satisfies Readonly<Record<string, EntryPoint>>

/** The entry points of a process, for somebody who opens its address in a browser. */
export const entryPointsOf = (
  roles: ReadonlySet<ProcessRole>,
  stage: Config['stage'],
): readonly EntryPoint[] => [
  entryPoints.docs,
  ...(roles.has('gateway')
    ? [entryPoints.record, entryPoints.list, ...(stage === 'production' ? [] : [entryPoints.simulator])]
    : []),
  ...(roles.has('staff') ? [entryPoints.console, entryPoints.insights, entryPoints.graphql] : []),
  ...(roles.has('scoring') ? [entryPoints.scoring] : []),
  entryPoints.health,
]

/** Printed below the log of `npm start` in development: the addresses, and the keys for them. */
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
  const pages = entryPointsOf(roles, stage).filter(({ method }) => method === undefined)
  return [
    `Cauri ${version}, ${stage}, at ${origin}`,
    ...pages.map(({ path, what }) => `  ${path.padEnd(13)}${what.en}`),
    `Mails: ${smtpUrl === undefined ? join(dataDirectory, 'outbox') : 'SMTP_URL'}`,
    'The last three digits of a number decide how the wallet answers (docs/emulator.md).',
    ...(emulator === undefined ? [] : [`Control of the emulator: ${emulator}/emulator/orders`]),
    'Keys, by role:',
    ...developmentKeys.map(({ roles: [role], key }) => `  ${role!.padEnd(13)}${key}${end}`),
    '',
  ].join('\n')
}

/** A host as a URL has it; in place of "all interfaces", this machine. */
export const hostToShow = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
