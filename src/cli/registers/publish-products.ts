import 'reflect-metadata'
import { createHash } from 'node:crypto'
import { toEntry, type ProductTerms } from '../../bank/products/product-file.js'
import { messageOf } from '../message-of.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import { readProductsFile } from './products.js'

export interface PublishOptions {
  readonly file: string
  readonly url: string
  readonly key: string
  readonly reason: string
  readonly evidence?: string
}

interface Proposed {
  readonly product: string
  readonly approval: string | null
  readonly refusal: string | null
}

const callMsMax = 15_000

type Answer = {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { message: string }[]
  readonly error?: { message: string }
}

/** Calls GraphQL of a running service, with the key of a person. Throws Mistake. */
const createGraphqlCall =
  ({ url, key }: PublishOptions) =>
  async (query: string, variables: object = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url.replace(/\/$/, '')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(callMsMax),
    }).catch((error: unknown) => {
      throw new Mistake(`${url} cannot be reached: ${messageOf(error)}`)
    })
    const { data, errors, error } = (await response.json().catch(() => ({}))) as Answer
    if (data && !errors) return data
    // An unknown key is refused before GraphQL, with `error` in place of `errors`.
    const message = errors?.[0]?.message ?? error?.message ?? ''
    throw new Mistake(`${url} answers ${response.status} ${message}`.trim())
  }

type GraphqlCall = ReturnType<typeof createGraphqlCall>

const latestOf = async (call: GraphqlCall): Promise<ReadonlyMap<string, number>> => {
  const latest = new Map<string, number>()
  for (let after: string | null = null; ;) {
    const query = `query ($after: String) {
      products(first: 100, after: $after) { nodes { code version } pageInfo { hasNextPage endCursor } } }`
    const { products } = (await call(query, { after })) as {
      products: {
        nodes: readonly { code: string; version: number }[]
        pageInfo: { hasNextPage: boolean; endCursor: string | null }
      }
    }
    for (const { code, version } of products.nodes) latest.set(code, Math.max(version, latest.get(code) ?? 0))
    if (!products.pageInfo.hasNextPage) return latest
    after = products.pageInfo.endCursor
  }
}

const proposePublish = `mutation ($input: ProposePublishProductInput!) {
  proposed: proposePublishProduct(input: $input) { approval { id } refusal { message } } }`
const proposeWithdraw = `mutation ($input: ProposeWithdrawProductInput!) {
  proposed: proposeWithdrawProduct(input: $input) { approval { id } refusal { message } } }`

/** Proposing the same file again, with the same reason and evidence, finds the existing proposal. */
const idempotencyKeyFor = (entry: object): string =>
  `products-${createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 32)}`

const propose = async (
  call: GraphqlCall,
  options: PublishOptions,
  terms: ProductTerms,
): Promise<Proposed> => {
  const entry = toEntry(terms)
  const { version, onSale, onSaleFrom: from, termMonths, tax, ...otherTerms } = entry
  const { code } = otherTerms
  const { reason, evidence = null } = options
  const common = {
    code,
    from,
    reason,
    evidence,
    idempotencyKey: idempotencyKeyFor({ ...entry, reason, evidence }),
  }
  const input = onSale ? { ...otherTerms, accrualPeriods: termMonths, taxRate: tax, ...common } : common
  const { proposed } = (await call(onSale ? proposePublish : proposeWithdraw, { input })) as {
    proposed: { approval: { id: string } | null; refusal: { message: string } | null }
  }
  return {
    product: `${code}.${version}`,
    approval: proposed.approval?.id ?? null,
    refusal: proposed.refusal?.message ?? null,
  }
}

const nothingNew =
  'nothing to propose: the file has no later version than what is published; cauri products diff compares their terms'

/**
 * Proposes the versions of a file that are not published yet; they are published when another person approves. A version that is not on
 * sale is proposed as the withdrawal of its product.
 */
export const perform: Perform<PublishOptions> = async (options, progress) => {
  const all = readProductsFile(options.file)
  const call = createGraphqlCall(options)
  const latest = await latestOf(call)
  const newVersions = all.filter(({ code, version }) => version > (latest.get(code) ?? 0))
  for (const { code, version } of newVersions)
    if (version !== (latest.get(code) ?? 0) + 1)
      throw new Mistake(`${options.file}: the next version of ${code} must be ${(latest.get(code) ?? 0) + 1}`)
  const proposed: Proposed[] = []
  for (const terms of newVersions) {
    proposed.push(await propose(call, options, terms))
    progress(proposed.length, newVersions.length)
  }
  const lines = proposed.map(({ product, approval, refusal }) =>
    refusal === null
      ? `proposed ${product}: ${approval}, for another person to approve`
      : `NO ${product}: ${refusal}`,
  )
  return {
    data: { proposed },
    text: lines.length === 0 ? nothingNew : lines.join('\n'),
    exitCode: proposed.some(({ refusal }) => refusal !== null) ? 1 : 0,
  }
}
