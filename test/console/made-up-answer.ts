import { readFileSync } from 'node:fs'
import {
  buildSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  parse,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
  isObjectType,
  isInterfaceType,
  type GraphQLInterfaceType,
} from 'graphql'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

const scalars: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Float: 1.5,
  Instant: '2026-01-05T10:00:00.000Z',
  Int: 3,
  LocalDate: '2026-01-05',
  Money: '1200',
}

/** Fields that are null in the answer. A clock with `advancingTo` would be walking, and the page would poll it without end. */
const nullFields: ReadonlySet<string> = new Set(['advancingTo'])

/** A fragment may be on an interface. */
type TypeWithFields = GraphQLObjectType | GraphQLInterfaceType

/** The type of the first fragment, where a field may have one of several types. */
const typeOf = (type: GraphQLOutputType, { selections }: SelectionSetNode): TypeWithFields => {
  if (isObjectType(type)) return type
  if (!isAbstractType(type)) throw new Error(`${type.toString()} has no fields`)
  const fragment = selections.find((one) => one.kind === Kind.INLINE_FRAGMENT)
  const name = fragment?.kind === Kind.INLINE_FRAGMENT ? fragment.typeCondition?.name.value : undefined
  const one = schema.getType(name ?? schema.getPossibleTypes(type)[0]!.name)
  if (isObjectType(one) || isInterfaceType(one)) return one
  throw new Error(`there is nothing with fields that is called ${name}`)
}

/**
 * An answer that has one of everything an operation asks for: a row in each list, the first value of each enum, and `text` as each text.
 */
export const madeUpAnswer = (operation: string, text: string): object => {
  const valueOf = (type: GraphQLOutputType, field: FieldNode): unknown => {
    if (isNonNullType(type)) return valueOf(type.ofType, field)
    if (isListType(type)) return [valueOf(type.ofType, field)]
    if (isEnumType(type)) return type.getValues()[0]!.name
    if (isScalarType(type)) return scalars[type.name] ?? text
    return objectOf(typeOf(type, field.selectionSet!), field.selectionSet!)
  }
  const objectOf = (type: TypeWithFields, { selections }: SelectionSetNode): object =>
    Object.fromEntries(
      selections.flatMap((one) => {
        if (one.kind === Kind.INLINE_FRAGMENT)
          return one.typeCondition?.name.value === type.name
            ? Object.entries(objectOf(type, one.selectionSet))
            : []
        if (one.kind !== Kind.FIELD) return []
        const { value: name } = one.name
        if (nullFields.has(name)) return [[name, null]]
        const said = name === '__typename' ? type.name : valueOf(type.getFields()[name]!.type, one)
        return [[one.alias?.value ?? name, said]]
      }),
    )
  const [definition] = parse(operation).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('there is no operation')
  const root = definition.operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  return { data: objectOf(root!, definition.selectionSet) }
}
