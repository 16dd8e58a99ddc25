import {
  getVariableValues,
  Kind,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { RequestContext } from '../../platform/graphql/context.js'
import type { Column, ExportedList } from './exported-lists.js'

export interface Page {
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** What a file is made of. */
export interface Asking {
  readonly list: ExportedList
  readonly columns: readonly Column[]
  readonly filter: unknown
  readonly sort: string | undefined
}

interface Place {
  readonly first: number
  readonly after: string | null
}

/** Throws the first error. */
export type AskPage = (context: RequestContext, place: Place) => Promise<Page>

type Result = ExecutionResult<{ list: Page }>

interface Compiled {
  readonly operation: OperationDefinitionNode
  readonly execute: (context: RequestContext, values: Values) => Promise<Result> | Result
}

type Values = Readonly<Record<string, unknown>>

const compile = (schema: GraphQLSchema, { list, columns, sort }: Asking): Compiled => {
  const document = list.document(columns, sort !== undefined)
  const [operation] = document.definitions
  const made = compileQuery(schema, document)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !isCompiledQuery(made))
    throw new Error(`a file of ${list.name} cannot be asked for`)
  return {
    operation,
    execute: (context, values) => made.query(undefined, context, values) as ReturnType<Compiled['execute']>,
  }
}

/**
 * The lists of a schema as their files ask for them: what GraphQL finds out anew for each field of each row is found out once
 * for a list and the columns that a reader may have, of whom there are as many as there are roles.
 */
export const compiledPages = (schema: GraphQLSchema): ((asking: Asking) => AskPage) => {
  const known = new Map<string, Compiled>()

  /** Throws the error of a filter or an order that is none; a compiled query does not say what it lacks. */
  return (asking) => {
    const { list, columns, filter, sort } = asking
    const key = JSON.stringify([list.name, sort !== undefined, columns.map(({ name }) => name)])
    const { operation, execute } = known.get(key) ?? compile(schema, asking)
    known.set(key, { operation, execute })
    const values = { first: 1, after: null, filter, sort }
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], values)
    if (errors?.[0]) throw errors[0]
    return async (context, place) => {
      const { data, errors } = await execute(context, { ...values, ...place })
      if (errors?.[0]) throw errors[0]
      return data!.list
    }
  }
}
