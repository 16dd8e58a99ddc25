import type { GraphQLSchema } from 'graphql'
import { suggestionList } from 'graphql/jsutils/suggestionList.js'
import { parseEnvelope } from './envelope.js'
import { refuseErrors } from './outcome.js'
import { readOperations } from './read-operations.js'
import { compileOperations, type Operation } from './registry.js'
import { bindArguments, explainInputs } from './variables.js'
import { refuse, refuseCall, type Endpoint, type FacadeCall, type FacadeReply, type Step } from './wire.js'

export type { Endpoint, FacadeCall, FacadeReply } from './wire.js'
export type { Operation } from './registry.js'

/** A bug is INTERNAL with 500; a temporary fault is UNAVAILABLE with 503, and may be retried. */
export interface Failure {
  readonly isOutage: boolean
  /** The id by which an operator finds the failure in the log. */
  readonly incident: string
}

export interface FacadeOptions {
  schema: GraphQLSchema
  /** GraphQL texts by operation name, or the directory that holds them as `<operation_name>.graphql`. */
  operations: ReadonlyMap<string, string> | string
  /** Called with every unexpected failure; returns what the caller sees of it. */
  onFailure: (error: unknown, call: FacadeCall, requestId: string | undefined) => Failure
}

export interface Facade {
  /** What the facade offers, by operation name: for docs and conformance tests. */
  operations: ReadonlyMap<string, Operation>
  /**
   * Answers one call. `contextFor` makes the GraphQL context, once the call is known to be well-formed. Refuses: the
   * 400s of docs/wire-contract.md#errors; the status and code of a GraphQL error; 500 INTERNAL and 503 UNAVAILABLE,
   * each with an incident id.
   */
  handle: (
    endpoint: Endpoint,
    body: Uint8Array | string,
    contextFor: (call: FacadeCall) => unknown,
    /** The id of the request in the log, passed on to `onFailure`. */
    requestId?: string,
  ) => Promise<FacadeReply>
}

/** Compiles all operations; throws with the names of the bad files. */
export const createFacade = ({ schema, operations: from, onFailure }: FacadeOptions): Facade => {
  const operations = compileOperations(schema, typeof from === 'string' ? readOperations(from) : from)

  const handle: Facade['handle'] = async (endpoint, body, contextFor, requestId) => {
    const { value: envelope, refusal: malformed } = parseEnvelope(body)
    if (malformed) return malformed
    const { call } = envelope
    const { value: operation, refusal: unknown } = find(operations, endpoint, call.operationName)
    if (unknown) return unknown
    const { value: inputs, refusal: missing } = bindArguments(operation.arguments, envelope.arguments)
    if (missing) return missing

    const fail = (error: unknown): FacadeReply => {
      const { isOutage, incident } = onFailure(error, call, requestId)
      return isOutage
        ? refuse(503, 'UNAVAILABLE', `We cannot answer now; ask again, incident ${incident}`)
        : refuse(500, 'INTERNAL', `Something went wrong on our side, incident ${incident}`)
    }
    try {
      const { data, errors } = await operation.query(undefined, contextFor(call), inputs)
      // No data means that nothing was executed, because a variable had an invalid value.
      const invalid = data === undefined ? explainInputs(operation.arguments, inputs) : undefined
      if (invalid) return invalid
      if (errors || !data) return refuseErrors(errors ?? [], fail)
      const refused = operation.refusal(data)
      return refused
        ? refuse(400, refused.code, refused.message)
        : { status: 200, body: operation.answer(data) }
    } catch (error) {
      return fail(error)
    }
  }

  return { operations, handle }
}

/** How many characters of an unknown name the answer repeats. */
const echoLengthMax = 64

const unknownOperation = (name: string, operations: ReadonlyMap<string, Operation>): string => {
  const [closest] = suggestionList(name, [...operations.keys()])
  return `There is no operation ${name}${closest === undefined ? '' : `; did you mean ${closest}?`}`
}

const find = (
  operations: ReadonlyMap<string, Operation>,
  endpoint: Endpoint,
  name: string,
): Step<Operation> => {
  const operation = operations.get(name)
  if (!operation)
    return refuseCall('UNKNOWN_OPERATION', unknownOperation(name.slice(0, echoLengthMax), operations))
  if (operation.endpoint !== endpoint)
    return refuseCall('UNKNOWN_OPERATION', `${name} is an operation of /${operation.endpoint}`)
  return { value: operation }
}
