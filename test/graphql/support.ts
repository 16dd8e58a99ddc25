import {
  assertObjectType,
  getNamedType,
  isInterfaceType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  graphql,
  printType,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import type { Database, Sql } from '../../src/platform/database/database.js'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { anonymiseScoresOf } from '../../src/score-requests/drive/anonymise-score.js'
import type { ScoresDomain } from '../../src/score-requests/model/deps.js'
import { withShownResults } from '../../src/score-requests/graphql/shown-results.js'
import { ledgerAccounts } from '../../src/bank/ledger/chart.js'
import { createContext } from '../../src/app/context.js'
import type { Domain } from '../../src/app/domain.js'
import { createSchema } from '../../src/app/schema.js'
import { createSavingsOutcomes } from '../../src/bank/savings/settlement/outcomes.js'
import { createPseudonyms } from '../../src/platform/identity/pseudonym.js'
import { createWatch } from '../../src/platform/identity/watch.js'
import type { Actor, Language, Role } from '../../src/kernel/call.js'
import type { World } from '../support/world.js'
import { testRunFolder } from '../support/test-run.js'
import { packageRoot } from '../../src/platform/files/package-root.js'
import { present, first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

export const person = (...roles: readonly Role[]): Actor => ({ name: roles.join(' '), roles: new Set(roles) })
export const clerk = person('BACK_OFFICE')
export const analyst = person('ANALYST')
export const gateway = person('GATEWAY', 'TESTER')

/** For a domain without orders, in which no review case is resolved. */
const noOrders: Domain['recordDeps'] = {
  timing: { scale: 1 },
  outcomes: createSavingsOutcomes({ payoutMax: undefined, payeeNote: 'payout' }),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
}

export const pseudonyms = createPseudonyms('a pepper')

/** Maps all our ledger accounts to one account of the bank's chart. */
export const wholeChart: Domain['accountNumbers'] = Object.fromEntries(
  ledgerAccounts.map((account) => [account, { number: '1', name: 'all' }]),
)

mkdirSync(testRunFolder(packageRoot), { recursive: true })
const documents = mkdtempSync(join(testRunFolder(packageRoot), 'documents-'))

export const scoresDomain: ScoresDomain = {
  objects: createFilesStore(join(documents, 'documents')),
  staging: openStaging(join(documents, 'staging')),
  sealing: developmentKeyRing('sealing'),
  signing: developmentKeyRing('signing'),
  pepper: 'a pepper',
  onScore: () => undefined,
}

export const domainOf = (
  world: Pick<World, 'database'> & Partial<Pick<World, 'orders'>>,
  changes: Partial<Domain> = {},
): Domain => ({
  database: world.database,
  testClocks: { enabled: true, msisdns: undefined },
  collectionMax: undefined,
  payoutMax: undefined,
  payeeNote: 'payout',
  onOrder: () => undefined,
  onWalk: () => undefined,
  onStatement: () => undefined,
  onReset: () => undefined,
  onUnfinishedClosing: () => undefined,
  recordDeps: world.orders ?? noOrders,
  scores: scoresDomain,
  erasing: { objects: scoresDomain.objects, pepper: 'a pepper', forgetOwn: anonymiseScoresOf },
  keys: { pepper: 'a pepper', pseudonyms, refresh: async () => undefined },
  watch: createWatch({ database: world.database, log: noOrders.log }),
  accountNumbers: {},
  clockStallSeconds: 30,
  ...changes,
})

interface Asking {
  readonly actor?: Actor
  readonly language?: Language
  readonly address?: string
  readonly variables?: Readonly<Record<string, unknown>>
}

type Data = Record<string, unknown>

/** A type with fields: an object or an interface. */
export const typeWithFields = (type: GraphQLOutputType): GraphQLObjectType | GraphQLInterfaceType => {
  const named = getNamedType(type)
  return isInterfaceType(named) ? named : assertObjectType(named)
}

/** The schema on the database and the providers of a world, called without HTTP. */
export interface Service {
  readonly domain: Domain
  readonly schema: GraphQLSchema
  readonly execute: (source: string, asking?: Asking) => Promise<ExecutionResult<Data>>
  /** The data; throws the first error. */
  readonly ask: (source: string, asking?: Asking) => Promise<Data>
  /** `CODE status` of the first error. */
  readonly refusal: (source: string, asking?: Asking) => Promise<string>
  /** The result of a mutation, with a new idempotency key if its input has one; throws the first error. */
  readonly act: (mutation: string, input: Data, selection?: string, asking?: Asking) => Promise<Data>
  /** The code of a refusal, or `CODE status` of an error; undefined if it was done. */
  readonly refused: (mutation: string, input: Data, asking?: Asking) => Promise<string | undefined>
}

let keys = 0

/** A mutation as an operation that takes its input as a variable. */
const asOperation = (schema: GraphQLSchema, mutation: string, input: Data, selection: string) => {
  const { type } = first(present(present(schema.getMutationType()).getFields()[mutation]).args)
  const isKeyed = printType(getNamedType(type)).includes('idempotencyKey')
  const variables = { input: { ...(isKeyed && { idempotencyKey: `key-${++keys}` }), ...input } }
  return {
    source: `mutation($input: ${String(type)}) { answer: ${mutation}(input: $input) { ${selection} } }`,
    variables,
  }
}

interface Built<T> {
  readonly domain: Domain
  readonly value: T
}

const once = <T>(build: (world: World, changes?: Partial<Domain>) => Built<T>) => {
  const built = new WeakMap<World, Built<T>>()
  return (world: World, changes?: Partial<Domain>): Built<T> => {
    const known = changes ? undefined : built.get(world)
    if (known) return known
    const made = build(world, changes)
    if (!changes) built.set(world, made)
    return made
  }
}

const schemaOf = once((world, changes) => {
  const domain = domainOf(world, changes)
  return { domain, value: createSchema(domain) }
})

/** Builds a value from the schema of a world: once for each world with an unchanged domain, and not for each test. */
export const oncePerWorld = <T>(build: (schema: GraphQLSchema) => T) =>
  once((world, changes) => {
    const { domain, value: schema } = schemaOf(world, changes)
    return { domain, value: build(schema) }
  })

export const serviceOf = (world: World, changes?: Partial<Domain>): Service => {
  const { domain, value: schema } = schemaOf(world, changes)
  const execute: Service['execute'] = async (
    source,
    { actor = clerk, language = 'en', address, variables } = {},
  ) => {
    const contextValue = createContext(domain, { ...world.call({ actor, language }), address })
    const result = await graphql({
      schema,
      source,
      contextValue,
      ...(variables && { variableValues: variables }),
    })
    const { data } = result
    return data
      ? {
          ...result,
          data: shaped(
            z.record(z.string(), z.unknown()),
            JSON.parse(withShownResults(contextValue, JSON.stringify(data))),
          ),
        }
      : { ...result, data: null }
  }
  const ask: Service['ask'] = async (source, asking) => {
    const { data, errors } = await execute(source, asking)
    if (errors?.[0]) throw errors[0]
    return structuredClone(present(data))
  }
  const codeOf = ({ errors }: ExecutionResult<Data>): string => {
    const { code, http } = shaped(
      z.object({ code: z.string().optional(), http: z.object({ status: z.number().optional() }).optional() }),
      errors?.[0]?.extensions ?? {},
    )
    return `${code} ${http?.status}`
  }
  return {
    domain,
    schema,
    execute,
    ask,
    refusal: async (source, asking) => codeOf(await execute(source, asking)),
    act: async (mutation, input, selection = '__typename', asking = {}) => {
      const { source, variables } = asOperation(schema, mutation, input, selection)
      return shaped(
        z.record(z.string(), z.unknown()),
        (await ask(source, { ...asking, variables }))['answer'],
      )
    },
    refused: async (mutation, input, asking = {}) => {
      const { source, variables } = asOperation(schema, mutation, input, 'refusal { code message }')
      const result = await execute(source, { ...asking, variables })
      if (!result.data) return codeOf(result)
      return shaped(z.object({ refusal: z.object({ code: z.string() }).nullable() }), result.data['answer'])
        .refusal?.code
    },
  }
}

/** The same database, recording the statements that read outside of transactions. */
export const recorded = (database: Database): { database: Database; statements: string[] } => {
  const statements: string[] = []
  const read: Sql = {
    dialect: database.read.dialect,
    dataSource: database.read.dataSource,
    all: (statement, parameters) => {
      statements.push(statement.replace(/\s+/g, ' '))
      return database.read.all(statement, parameters)
    },
  }
  return { database: { ...database, read }, statements }
}
