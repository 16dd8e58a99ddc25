import { join } from 'node:path'
import { execute, parse, type DocumentNode } from 'graphql'
import { Registry } from 'prom-client'
import { createFacade, type Endpoint } from '../../../facade/facade.js'
import { createApp, type App } from '../../app/app.js'
import { packageRoot, type Config } from '../../app/config/config.js'
import { createBareServer } from '../../app/http/bare-server.js'
import type { Actor, Language, Role } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Row } from '../../platform/database/database.js'
import type { Logger } from '../../platform/log/log.js'

type Values = Readonly<Record<string, string>>
type Data = Readonly<Record<string, unknown>>

/**
 * The whole service in this process, on a clock that the program sets. Of the service only scoring listens on a port; the emulators
 * have ports of their own.
 */
export interface DemoBank {
  readonly now: () => Instant
  /** Sets the clock, never backwards. */
  readonly moveTo: (instant: Instant) => void
  /** Advances the clock. */
  readonly wait: (ms: number) => void
  /** Calls an operation of the gateway; returns its record, by the keys of the wire. */
  readonly call: (operation: string, sent: Values, language?: Language) => Promise<Values>
  /** Calls an operation of the gateway that answers a list; returns its records. */
  readonly list: (operation: string, sent: Values) => Promise<readonly Values[]>
  /** Calls staff's GraphQL; throws an error or a refusal. */
  readonly ask: (who: Actor, source: string, variables?: Data) => Promise<Data>
  /** Runs each of these jobs once, with everything that it starts. */
  readonly work: (...names: readonly string[]) => Promise<void>
  /** The present counts of rows, by name. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>
  readonly rows: (statement: string, parameters?: readonly unknown[]) => Promise<Row[]>
  /** Sets the state of an order at the wallet emulator. */
  readonly end: (order: string, outcome: OrderEnd) => Promise<void>
  /** The errors that were logged, and the failures of the gateway's calls. */
  readonly errors: readonly string[]
  readonly close: () => Promise<void>
}

const person = (name: string, ...roles: readonly Role[]): Actor => ({ name, id: name, roles: new Set(roles) })

/** The members of staff. */
export const staff = {
  clerk: person('Awa Ngo', 'BACK_OFFICE'),
  colleague: person('Serge Mbarga', 'BACK_OFFICE'),
  approver: person('Paule Etoga', 'APPROVER'),
} as const
const gateway = person('demo gateway', 'GATEWAY')

/** How late the emulator ends an order by itself, so that the program can set another outcome before that. */
export const walletDelayMs = 20_000

interface OrderEnd {
  readonly status: 'PENDING' | 'SUCCESSFUL' | 'FAILED'
  readonly reason?: string
}

const countedTables = [
  ['customers', 'customers'],
  ['savings', 'positions'],
  ['deposits', 'deposits'],
  ['payouts', 'payouts'],
  ['payments that failed', `payment_orders WHERE status = 'FAILED'`],
  ['maturities', 'maturities'],
  ['statements', 'statements'],
  ['review cases', 'review_cases'],
  ['blocks', 'account_blocks'],
  ['notes', 'notes'],
  ['scores', 'score_requests'],
] as const

type Pair = { readonly key: { readonly value: string }; readonly value: { readonly value: string } }

const valuesOf = (pairs: readonly Pair[]): Values =>
  Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value]))

/** The gateway's and the staff's entry points, without HTTP. */
const openEntryPoints = (app: App, errors: string[]): Pick<DemoBank, 'call' | 'list' | 'ask'> => {
  const facade = createFacade({
    schema: app.schema,
    operations: join(packageRoot, 'facade', 'operations'),
    onFailure: (error, { operationName }) => {
      errors.push(`${operationName}: ${String(error)}`)
      return { isOutage: false, incident: 'demo' }
    },
  })
  const documents = new Map<string, DocumentNode>()
  let sessions = 0

  const send = async (endpoint: Endpoint, operation: string, sent: Values, language: Language) => {
    const pairs = Object.entries({ operation_name: operation, ...sent })
    const session = `demo-${++sessions}`
    const envelope = {
      arguments: pairs.map(([key, value]) => ({ key: { value: key }, value: { value } })),
      languageCode: language,
      sessionIdentifier: session,
      journeyIdentifier: session,
    }
    const { status, body } = await facade.handle(endpoint, JSON.stringify(envelope), () =>
      app.contextFor(app.callOf(gateway, { language, session, journey: session })),
    )
    if (status !== 200) throw new Error(`${operation} answers ${status} ${body}`)
    return JSON.parse(body) as { arguments: readonly Pair[]; argumentsList: readonly (readonly Pair[])[] }
  }

  return {
    call: async (operation, sent, language = 'fr') =>
      valuesOf((await send('getdynamicarguments', operation, sent, language)).arguments),
    list: async (operation, sent) =>
      (await send('getdynamicoptions', operation, sent, 'fr')).argumentsList.map(valuesOf),
    ask: async (who, source, variableValues = {}) => {
      const document = documents.get(source) ?? parse(source)
      documents.set(source, document)
      const contextValue = app.contextFor(app.callOf(who))
      const execution = { schema: app.schema, document, contextValue, variableValues }
      const { data, errors: graphqlErrors } = await execute(execution)
      if (graphqlErrors || !data) throw new Error(graphqlErrors?.[0]?.message ?? 'no answer')
      return data
    },
  }
}

const countAll = async ({ database }: App): Promise<Readonly<Record<string, number>>> => {
  const selected = countedTables.map(([name, from]) => `(SELECT COUNT(*) FROM ${from}) AS "${name}"`)
  const [row] = await database.read.all(`SELECT ${selected.join(', ')}`)
  return Object.fromEntries(countedTables.map(([name]) => [name, Number(row![name])]))
}

const endOrder = async ({ emulatorUrl }: App, order: string, outcome: OrderEnd): Promise<void> => {
  const { ok, status } = await fetch(`${emulatorUrl}/emulator/orders/${order}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(outcome),
  })
  if (!ok) throw new Error(`the emulator answers ${status}`)
}

const collectingErrors = (log: Logger, errors: string[]): Logger =>
  Object.assign(Object.create(log) as Logger, {
    error: (facts: { readonly err?: unknown }, message: string) =>
      void errors.push(`${message}: ${String(facts.err ?? JSON.stringify(facts))}`),
  })

/** So high that no limit is reached: rate limits use the real clock, and the program plays weeks in a minute of it. */
const limitsMax = 1_000_000

const withoutLimits = ({ scoring }: Config): Config['scoring'] => ({
  ...scoring,
  limits: {
    ...scoring.limits,
    tokensPerMinute: limitsMax,
    resultsPerMinute: limitsMax,
    requestsPerMinute: { live: limitsMax, sandbox: limitsMax },
    requestsPerDay: { live: limitsMax, sandbox: limitsMax },
  },
})

export const openDemoBank = async (configured: Config, quiet: Logger, begin: Instant): Promise<DemoBank> => {
  const config: Config = { ...configured, emulatorDelayMs: walletDelayMs, scoring: withoutLimits(configured) }
  let now = begin
  const clock = { now: () => now }
  const errors: string[] = []
  const log = collectingErrors(quiet, errors)
  const metrics = new Registry()
  const own: { url?: string } = {}
  const nudge = (): void => undefined
  const app = await createApp(config, {
    clock,
    isClockSimulated: true,
    log,
    metrics,
    nudge,
    ownUrl: () => own.url,
  })
  // Scores are requested over HTTP, even from the same process.
  const scoring = createBareServer({ config, log, metrics, scoring: app.scoring })
  await scoring.register(app.scoring.mount)
  own.url = await scoring.listen({ host: '127.0.0.1', port: 0 })
  const works = new Map(app.work.map((work) => [work.name, work]))
  const neverAborted = new AbortController().signal

  return {
    ...openEntryPoints(app, errors),
    now: clock.now,
    moveTo: (instant) => {
      now = Math.max(now, instant)
    },
    wait: (ms) => {
      now += ms
    },
    work: async (...names) => {
      for (const name of names) {
        await works.get(name)!.run(neverAborted)
        await app.idle()
      }
    },
    counts: () => countAll(app),
    rows: (statement, parameters) => app.database.read.all(statement, parameters),
    end: (order, outcome) => endOrder(app, order, outcome),
    errors,
    close: async () => {
      await scoring.close()
      await app.close()
    },
  }
}
