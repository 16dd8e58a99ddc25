import type { Post } from '../../src/cli/conformance/audit.js'
import { postTo } from '../facade/post-to.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { bodyProblems } from '../../src/cli/conformance/conformance.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { askOverHttp } from '../support/http.js'
import { present } from '../support/present.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

/** The values of a record by key. */
export type Values = Readonly<Record<string, string>>

/** A record as the gateway answers it. */
export const pairs = z.array(
  z.object({ key: z.object({ value: z.string() }), value: z.object({ value: z.string() }) }),
)

export interface GraphqlAnswer {
  readonly status: number
  readonly data: unknown
  /** The code of each error. */
  readonly codes: readonly unknown[]
}

/** Calls of the gateway and of GraphQL users. */
export interface Client {
  readonly post: Post
  /** Calls an operation that answers with one record; throws unless it is a 200 with the keys of the contract. */
  record(operation: string, sent?: Values, fields?: Readonly<Record<string, unknown>>): Promise<Values>
  /** The same for an operation that answers with rows. */
  rows(operation: string, sent?: Values): Promise<Values[]>
  graphql(query: string, key: string): Promise<GraphqlAnswer>
}

export const gatewayKey = 'dev-gateway-key'

const valuesOf = (told: z.infer<typeof pairs>): Values =>
  Object.fromEntries(told.map(({ key, value }) => [key.value, value.value]))

/** `urlNow` is called for each request, because a service that starts again has another port. */
export const createClient = (urlNow: () => string): Client => {
  const post: Post = (...sent) => postTo(urlNow(), { 'x-api-key': gatewayKey })(...sent)

  const call = async (operation: string, sent: Values, fields: object): Promise<unknown> => {
    const { endpoint } = present(contract[operation])
    const envelope = envelopeOf(operation, sent, { languageCode: 'en', ...fields })
    const { status, body } = await post(endpoint, JSON.stringify(envelope))
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${body}`)
    const answer = recordOf(JSON.parse(body))
    const problems = bodyProblems(operation, answer)
    if (problems.length > 0) throw new Error(`${operation} does not conform: ${problems.join('; ')}\n${body}`)
    return Object.values(answer)[0]
  }

  return {
    post,
    record: async (operation, sent = {}, fields = {}) =>
      valuesOf(shaped(pairs, await call(operation, sent, fields))),
    rows: async (operation, sent = {}) =>
      shaped(z.array(pairs), await call(operation, sent, {})).map(valuesOf),
    graphql: async (query, key) => {
      const { status, text } = await askOverHttp(`${urlNow()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query }),
      })
      const { data, errors = [] } = shaped(
        z.object({
          data: z.unknown().optional(),
          errors: z
            .array(z.object({ extensions: z.object({ code: z.unknown().optional() }).optional() }))
            .optional(),
        }),
        JSON.parse(text),
      )
      return { status, data, codes: errors.map(({ extensions }) => extensions?.code) }
    },
  }
}
