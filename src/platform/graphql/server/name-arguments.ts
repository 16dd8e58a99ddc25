import {
  Kind,
  type ASTNode,
  type ASTVisitor,
  type GraphQLError,
  type ValidationRule,
  type ValueNode,
} from 'graphql'

/** Where a value of a document stands, from the argument that it is a part of: `input.lines[1].amount`. */
const pathsOf = new WeakMap<ASTNode, string>()

const remember = (value: ValueNode, path: string): void => {
  pathsOf.set(value, path)
  if (value.kind === Kind.LIST)
    for (const [at, each] of value.values.entries()) remember(each, `${path}[${at}]`)
  if (value.kind !== Kind.OBJECT) return
  for (const field of value.fields) {
    // What is wrong with a field that there is not is wrong with what it is a part of.
    pathsOf.set(field, path)
    remember(field.value, `${path}.${field.name.value}`)
  }
}

/** Finds nothing wrong: it remembers what each value is given to, for the errors that others find. */
export const nameArguments: ValidationRule = (): ASTVisitor => ({
  Argument: ({ name, value }) => remember(value, name.value),
})

/** Begins what is wrong with a value with the argument that it was given to. */
export const withArgument = (message: string, error: unknown): string => {
  const [node] = (error as Partial<GraphQLError> | undefined)?.nodes ?? []
  const path = node && pathsOf.get(node)
  return path === undefined ? message : `The argument ${path} is invalid: ${message}`
}
