import { Field, ID, InterfaceType } from 'type-graphql'

/** A node that was found by its id, with the name of its GraphQL type. */
export interface Named {
  readonly __typename: string
}

@InterfaceType('Node', {
  description: 'An object with an id of its own, which begins with its kind.',
  resolveType: (node: object) => (node as Named).__typename,
})
export abstract class NodeType {
  @Field(() => ID, { description: 'Does not change as long as the row exists.' })
  id!: string
}
