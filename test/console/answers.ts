import { z } from 'zod'
import { shaped } from '../support/typed.js'
import type { Desk } from './desk.js'

/** A thing of which an answer has the id. */
export const thing = z.object({ id: z.string() })

/** A connection of an answer. */
export const nodesOf = <Row>(row: z.ZodType<Row>) => z.object({ nodes: z.array(row) })

/** What a page sends to GraphQL when it asks by the text of an operation. */
export const sentOperation = z.object({
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()),
})

/** What a page sends to GraphQL when it asks by the id of an operation. */
export const sentDocument = z.object({ documentId: z.string() })

/** The id under which the staff know a customer. */
export const idOfCustomer = async (graphql: Desk['graphql'], msisdn: string): Promise<string> => {
  const { data } = await graphql('query ($m: Msisdn!) { customer(by: { msisdn: $m }) { id } }', { m: msisdn })
  return shaped(z.object({ customer: thing }), data).customer.id
}
