import {
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
  visit,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { present } from '../support/present.js'

/** How deep a payload is read: its fields, the fields of the objects in it, and so on. */
const depthMax = 5

const fieldsOf = (type: GraphQLObjectType, depth: number): string =>
  Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => {
      const given = getNamedType(field.type)
      if (isLeafType(given)) return field.name
      const isPart = isObjectType(given) && !('nodes' in given.getFields()) && !('id' in given.getFields())
      if (!isObjectType(given) || depth === depthMax || !(depth === 1 || isPart)) return ''
      const inner = fieldsOf(given, depth + 1)
      return inner === '' ? '' : `${field.name} { ${inner} }`
    })
    .filter((one) => one !== '')
    .join(' ')

/** The same mutation with its whole payload: every field except links to other objects. */
export const withWholePayload = (schema: GraphQLSchema, text: string): string => {
  const mutations = present(schema.getMutationType()).getFields()
  const whole = (name: string): SelectionSetNode => {
    const payload = getNamedType(present(mutations[name]).type)
    if (!isObjectType(payload)) throw new Error(`${name} has no payload`)
    const [operation] = parse(`{ ${fieldsOf(payload, 1)} }`).definitions
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation')
    return operation.selectionSet
  }
  return print(
    visit(parse(text), {
      Field: (field, _key, _parent, _path, ancestors) =>
        ancestors.some((node) => 'kind' in node && node.kind === Kind.FIELD)
          ? undefined
          : { ...field, selectionSet: whole(field.name.value) },
    }),
  )
}
