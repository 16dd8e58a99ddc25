import {
  Kind,
  type ASTNode,
  type ASTVisitor,
  type GraphQLError,
  type ValidationRule,
  type ValueNode,
} from 'graphql'

/** The path of a value in a document, from its argument on: `input.lines[1].amount`. */
const pathsOf = new WeakMap<ASTNode, string>()

const remember = (value: ValueNode, path: string): void => {
  pathsOf.set(value, path)
  if (value.kind === Kind.LIST)
    for (const [at, each] of value.values.entries()) remember(each, `${path}[${at}]`)
  if (value.kind !== Kind.OBJECT) return
  for (const field of value.fields) {
    // An error about an unknown field belongs to the value that contains it.
    pathsOf.set(field, path)
    remember(field.value, `${path}.${field.name.value}`)
  }
}

/**
 * A validation rule that reports nothing: it records which argument each value belongs to, for the errors of other
 * rules.
 */
export const nameArguments: ValidationRule = (): ASTVisitor => ({
  Argument: ({ name, value }) => remember(value, name.value),
})

/** Prefixes an error about a value with its argument. */
export const withArgument = (message: string, error: unknown): string => {
  const [node] = (error as Partial<GraphQLError> | undefined)?.nodes ?? []
  const path = node && pathsOf.get(node)
  return path === undefined ? message : `The argument ${path} is invalid: ${message}`
}
