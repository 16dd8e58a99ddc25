import { visit, type ASTNode, type ASTVisitor, type GraphQLError, type ValidationRule } from 'graphql'

/** The argument, or the field of an input, that a value of a document stands in. */
const namesOf = new WeakMap<ASTNode, string>()

const remember = (value: ASTNode, name: string): void => {
  visit(value, { enter: (node) => void namesOf.set(node, name) })
}

/** Finds nothing wrong: it remembers what each value is given to, for the errors that others find. */
export const nameArguments: ValidationRule = (): ASTVisitor => ({
  Argument: ({ name, value }) => remember(value, name.value),
  // Entered after the argument that it is a part of.
  ObjectField: ({ name, value }) => remember(value, name.value),
})

/** Begins what is wrong with a value with the argument that it was given to. */
export const withArgument = (message: string, error: unknown): string => {
  const [node] = (error as Partial<GraphQLError> | undefined)?.nodes ?? []
  const name = node && namesOf.get(node)
  return name === undefined ? message : `The argument ${name} is invalid: ${message}`
}
