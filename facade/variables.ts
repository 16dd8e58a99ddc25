import {
  coerceInputValue,
  getNullableType,
  isEnumType,
  isNonNullType,
  isScalarType,
  specifiedScalarTypes,
  typeFromAST,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { refuseCall, type FacadeReply, type Step } from './wire.js'

/** A variable of an operation, which is an argument of the wire under the same name. */
export interface WireArgument {
  name: string
  required: boolean
  type: GraphQLInputType
  /** From the schema; shown in the documentation of the wire. */
  description: string
}

/** The arguments that an operation declares, as they were sent. */
export type Inputs = Readonly<Record<string, string>>

/** The arguments of an operation, from its own variable definitions. Throws on a type that no text can fill. */
export const planArguments = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  describe: (variable: string) => string,
): WireArgument[] =>
  (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined
    if (!type || !takesText(type)) throw new Error(`$${name} has a type that no text of the wire can fill`)
    const required = isNonNullType(type) && definition.defaultValue === undefined
    return { name, type, required, description: describe(name) }
  })

const takesText = (type: GraphQLInputType): boolean => {
  const named = getNullableType(type)
  if (isEnumType(named)) return true
  if (!isScalarType(named)) return false
  const builtIn = specifiedScalarTypes.some((scalar) => scalar.name === named.name)
  return !builtIn || named.name === 'String' || named.name === 'ID'
}

/** Picks what the operation declares; all else that was sent is ignored. Refuses: MISSING_ARGUMENT. */
export const bindArguments = (
  declared: readonly WireArgument[],
  sent: ReadonlyMap<string, string>,
): Step<Inputs> => {
  const inputs: Record<string, string> = {}
  for (const { name, required } of declared) {
    const value = sent.get(name)
    if (value !== undefined) inputs[name] = value
    else if (required) return refuseCall('MISSING_ARGUMENT', `The argument ${name} is missing`)
  }
  return { value: inputs }
}

/**
 * The 400 for inputs that the compiled query rejected, undefined if graphql itself accepts them. graphql-jit drops the
 * scalar's own message, so the inputs are checked again here to get it, which costs only refused calls.
 */
export const explainInputs = (declared: readonly WireArgument[], inputs: Inputs): FacadeReply | undefined => {
  for (const { name, type } of declared) {
    const reasons: string[] = []
    const note = (_path: unknown, _value: unknown, error: GraphQLError) =>
      reasons.push((error.originalError ?? error).message)
    if (inputs[name] !== undefined) coerceInputValue(inputs[name], type, note)
    if (reasons[0] !== undefined)
      return refuseCall('INVALID_ARGUMENT', `The argument ${name} is invalid: ${reasons[0]}`).refusal
  }
  return undefined
}
