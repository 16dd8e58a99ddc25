import {
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql'

/**
 * A key that an operation answers, in wire order. Optional: it may be omitted, because the schema lets it be null, or because the
 * operation selects it under a directive or for some types only.
 */
export interface WireKey {
  key: string
  optional: boolean
  type: GraphQLLeafType
  /** From the schema; shown in the documentation of the wire. */
  description: string
}

/**
 * How one field of a result is written: a leaf with the text before its value on the wire, or an object
 * whose leaves join those of its parent.
 */
export type PlannedField =
  | {
      field: string
      optional: boolean
      text: string
      type: GraphQLLeafType
      description: string
      fields?: never
    }
  | { field: string; optional: boolean; fields: readonly PlannedField[]; text?: never }

interface Scope {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** One field of an object with all its selections: GraphQL merges selections with the same response name. */
interface Collected {
  type: GraphQLOutputType
  description: string
  optional: boolean
  selections: SelectionNode[]
}

/**
 * The plan by which one record is written, computed once at start from the operation's selections. Throws on a field that cannot be a
 * key, such as a list.
 */
export const planFields = (
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
  scope: Scope,
): PlannedField[] => {
  const collected = new Map<string, Collected>()
  collect(type, selections, { scope, optional: false }, collected)
  return [...collected].map(([field, { type, description, optional, selections }]) => {
    const named = getNullableType(type)
    if (isListType(named)) throw new Error(`${field} is a list, which can't flatten into one record`)
    if (isObjectType(named) || isAbstractType(named))
      return { field, optional, fields: planFields(named, selections, scope) }
    if (!isLeafType(named)) throw new Error(`${field} is neither a scalar nor an enum`)
    // A GraphQL name needs no escaping in JSON. The comma is cut from the first pair of a record.
    const text = `,{"key":{"value":"${field}"},"value":{"value":`
    return { field, optional, text, type: named, description }
  })
}

const collect = (
  parent: GraphQLCompositeType,
  selections: readonly SelectionNode[],
  { scope, optional }: { readonly scope: Scope; readonly optional: boolean },
  into: Map<string, Collected>,
): void => {
  for (const selection of selections) {
    const maybe = optional || (selection.directives?.length ?? 0) > 0
    if (selection.kind === Kind.FIELD) {
      addField(parent, selection, maybe, into)
      continue
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : scope.fragments.get(selection.name.value)
    if (!fragment) continue
    const name = fragment.typeCondition?.name.value ?? parent.name
    const type = scope.schema.getType(name) as GraphQLCompositeType
    collect(type, fragment.selectionSet.selections, { scope, optional: maybe || type !== parent }, into)
  }
}

const addField = (
  parent: GraphQLCompositeType,
  node: FieldNode,
  maybe: boolean,
  into: Map<string, Collected>,
): void => {
  const definition = isUnionType(parent) ? undefined : parent.getFields()[node.name.value]
  if (!definition)
    throw new Error(`${node.name.value} cannot be a wire key: it is not a field of ${parent.name}`)
  const response = node.alias?.value ?? node.name.value
  const optional = maybe || !isNonNullType(definition.type)
  const earlier = into.get(response)
  into.set(response, {
    type: definition.type,
    description: definition.description ?? '',
    optional: optional && (earlier?.optional ?? true),
    selections: [...(earlier?.selections ?? []), ...(node.selectionSet?.selections ?? [])],
  })
}

/** The keys of a plan in wire order. Throws when two fields of different objects would have the same key. */
export const wireKeysOf = (fields: readonly PlannedField[]): WireKey[] => {
  const keys = flattenKeys(fields, false)
  const duplicate = keys.find(({ key }, index) => keys.findIndex((other) => other.key === key) !== index)
  if (duplicate) throw new Error(`two fields answer the key ${duplicate.key}`)
  return keys
}

const flattenKeys = (fields: readonly PlannedField[], isBelowOptional: boolean): WireKey[] =>
  fields.flatMap((planned) => {
    const optional = isBelowOptional || planned.optional
    if (planned.fields) return flattenKeys(planned.fields, optional)
    const { field: key, type, description } = planned
    return [{ key, optional, type, description }]
  })
