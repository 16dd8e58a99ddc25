import { Kind, parse, type SelectionNode } from 'graphql'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OperationShape } from './scenario.js'

const extension = '.graphql'

const keysOf = (selections: readonly SelectionNode[]): string[] =>
  selections.flatMap((node) => {
    // A mutation selects `error`, but its answer has no such key: the gateway answers a refusal as an error.
    if (node.kind !== Kind.FIELD || node.alias?.value === 'error') return []
    return node.selectionSet ? keysOf(node.selectionSet.selections) : [node.alias?.value ?? node.name.value]
  })

const shapeOf = (text: string): OperationShape => {
  const [operation] = parse(text).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation')
  const [root] = operation.selectionSet.selections
  if (root?.kind !== Kind.FIELD) throw new Error('no root')
  return {
    isList: root.alias?.value === 'rows',
    arguments: (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
    keys: keysOf(root.selectionSet?.selections ?? []),
  }
}

export interface GatewayOperation extends OperationShape {
  /** The GraphQL document of the operation's file. */
  readonly document: string
}

/** The operations of the gateway by name, from their files. */
export const readGatewayOperations = (directory: string): ReadonlyMap<string, GatewayOperation> =>
  new Map(
    readdirSync(directory)
      .filter((file) => file.endsWith(extension))
      .map((file) => {
        const document = readFileSync(join(directory, file), 'utf8')
        return [basename(file, extension), { ...shapeOf(document), document }]
      }),
  )
