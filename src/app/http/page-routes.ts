import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { market } from '../../kernel/market.js'
import { languageOf } from '../../platform/http/language.js'
import type { Pages } from '../../platform/pages/read-pages.js'
import {
  assetsPrefix,
  explorerPolicy,
  pagePolicy,
  renderShell,
  sandboxOrigin,
  sandboxPolicy,
  type ShellFacts,
} from '../../platform/pages/shell.js'
import type { ProcessRole } from '../config/process-roles.js'
import type { Config } from '../config/config.js'

interface ServedPage {
  /** The folder of `web` that it is made of. */
  readonly name: string
  readonly title: string
  /** The paths that the page serves; what it shows depends on the path. */
  readonly paths: readonly string[]
  /** The role that a process must have to serve it. */
  readonly role: ProcessRole
  /** The stages on which it is served; all by default. */
  readonly stages?: readonly Config['stage'][]
  readonly policy?: string
}

const servedPages: readonly ServedPage[] = [
  { name: 'console', title: 'Cauri', paths: ['/console', '/console/*', '/insights'], role: 'staff' },
  {
    name: 'simulator',
    title: 'Cauri',
    paths: ['/simulator'],
    role: 'gateway',
    stages: ['development', 'sandbox'],
  },
  {
    name: 'sandbox',
    title: 'Apollo Sandbox',
    paths: ['/graphql/sandbox'],
    role: 'staff',
    policy: sandboxPolicy,
  },
]

const yearSeconds = 31_536_000

/** The facts about this service that every page gets. */
export const pageFactsOf = ({
  stage = 'development',
  timeZone = market.timeZone,
}: Partial<Pick<Config, 'stage' | 'timeZone'>>) => ({ stage, timeZone })

interface PageParts extends Omit<ShellFacts, 'language'> {
  readonly pages: Pages
  readonly name: string
  readonly policy: string
}

const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, name, policy, ...facts }: PageParts,
): FastifyReply =>
  reply
    .headers({
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(renderShell(pages, name, { ...facts, language: languageOf(request) }))

/** Sends the explorer page to a browser that opens the GraphQL address. */
export const sendExplorer = (
  request: FastifyRequest,
  reply: FastifyReply,
  facts: Omit<PageParts, 'name' | 'policy' | 'title'>,
): FastifyReply =>
  sendPage(request, reply, { ...facts, name: 'explorer', title: 'GraphQL', policy: explorerPolicy })

/**
 * The pages. They need no credential, since they contain no data before a sign-in. Their assets are cached for a year, by names that
 * change with the content; the pages themselves are not cached.
 */
export const pageRoutes =
  ({
    pages,
    version,
    stage,
    timeZone,
    roles,
    explorerOrigins = [],
  }: {
    readonly pages: Pages
    readonly version: string
    readonly stage: Config['stage']
    readonly timeZone: string
    readonly roles: ReadonlySet<ProcessRole>
    readonly explorerOrigins?: readonly string[] | undefined
  }) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(fastifyStatic, {
      root: pages.assets,
      prefix: assetsPrefix,
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        reply.header('cross-origin-resource-policy', 'same-origin')
      },
    })
    const allowsSandbox = explorerOrigins.includes(sandboxOrigin)
    for (const { name, title, paths, role, stages, policy = pagePolicy } of servedPages) {
      if (!pages.byName.has(name) || !roles.has(role) || (stages && !stages.includes(stage))) continue
      for (const path of paths) {
        app.get(path, async (request, reply) =>
          sendPage(request, reply, { pages, name, title, version, stage, timeZone, policy, allowsSandbox }),
        )
      }
    }
  }
