import { z } from 'zod'
import { shaped } from '../support/typed.js'
import type { Desk } from './desk.js'

/** An object with its id. */
export const withId = z.object({ id: z.string() })

/** A connection in an answer. */
export const nodesOf = <Row>(row: z.ZodType<Row>) => z.object({ nodes: z.array(row) })

/** The body that a page sends to GraphQL with the text of an operation. */
export const sentOperation = z.object({
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()),
})

/** The body that a page sends to GraphQL with the id of an operation instead of its text. */
export const sentDocument = z.object({ documentId: z.string() })

/** The id under which the staff know a customer. */
export const idOfCustomer = async (graphql: Desk['graphql'], msisdn: string): Promise<string> => {
  const { data } = await graphql('query ($m: Msisdn!) { customer(by: { msisdn: $m }) { id } }', { m: msisdn })
  return shaped(z.object({ customer: withId }), data).customer.id
}
