import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/app/config/config.js'

/** One request as the generator sends it. */
export interface BenchRequest {
  readonly path: string
  readonly body: string
}

export const gatewayHeaders = {
  'content-type': 'application/json',
  'x-api-key': 'dev-gateway-key',
} as const

/** Customers are numbered from 0. */
export const msisdnOf = (customer: number): string => `2376${String(70_000_000 + customer)}`

/** An envelope as the gateway sends it (docs/wire-contract.md#envelope). */
export const envelope = (
  operation: string,
  customer: number,
  others: Readonly<Record<string, string>> = {},
): BenchRequest => {
  const sent = { operation_name: operation, ACCOUNT_HOLDER_MSISDN: msisdnOf(customer), ...others }
  return {
    path: operation.startsWith('list_') ? '/getdynamicoptions' : '/getdynamicarguments',
    body: JSON.stringify({
      arguments: Object.entries(sent).map(([key, value]) => ({ key: { value: key }, value: { value } })),
      languageCode: 'fr',
      sessionIdentifier: `session-${customer}`,
      journeyIdentifier: `journey-${customer}`,
    }),
  }
}

export const quoteRequest = (customer: number): BenchRequest =>
  envelope('create_deposit_summary', customer, { amount: '5000', product_code: 'LOCK3M' })

export const confirmRequest = (customer: number, reference: string): BenchRequest =>
  envelope('confirm_deposit', customer, { deposit_reference: reference })

/** The facade's query for the operation, sent as GraphQL over HTTP. */
export const graphqlRequest = (operation: string, customer: number): BenchRequest => ({
  path: '/graphql',
  body: JSON.stringify({
    query: sourceOf(operation),
    variables: { ACCOUNT_HOLDER_MSISDN: msisdnOf(customer) },
  }),
})

const sources = new Map<string, string>()
const sourceOf = (operation: string): string => {
  let source = sources.get(operation)
  if (source === undefined) {
    source = readFileSync(join(packageRoot, 'facade', 'operations', `${operation}.graphql`), 'utf8')
    sources.set(operation, source)
  }
  return source
}

/** The reference in the answer to a quote; undefined when it was refused. */
export const referenceIn = (answer: string): string | undefined => /"(DEP-[0-9A-Z]{26})"/.exec(answer)?.[1]
