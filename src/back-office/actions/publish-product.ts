import type { ProductVersion } from '../../bank/products/product.entity.js'
import {
  parseProduct,
  ProductFileError,
  toEntry,
  type ProductEntry,
  type ProductTerms,
} from '../../bank/products/product-file.js'
import {
  lockVersions,
  publishVersions,
  versionInOtherCurrency,
} from '../../bank/products/publish-products.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Tx } from '../../platform/database/database.js'
import { emptyPreview, type Action, type Plan, type Preview } from '../action.js'

export interface PublishInput {
  readonly kind: 'PUBLISH_PRODUCT'
  /** The terms, as in a file of products; a missing one is taken from the previous version. */
  readonly product: Partial<ProductEntry> & Pick<ProductEntry, 'code'>
}

export interface WithdrawInput {
  readonly kind: 'WITHDRAW_PRODUCT'
  readonly code: string
  /** The first date on which the product is not sold; null for the date of the approval. */
  readonly from: LocalDate | null
}

const asInvalidArgument = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ProductFileError)) throw error
    throw new Refusal('INVALID_ARGUMENT', error.problems.join('; '))
  }
}

/** The terms that a new product must have. */
const requiredTerms = [
  'termMonths',
  'rate',
  'earlyRate',
  'minAmount',
  'maxBalance',
  'currency',
  'holdHours',
] as const

/** Refuses: INVALID_ARGUMENT. */
const nextVersion = (latest: ProductVersion | undefined, { product }: PublishInput): ProductTerms => {
  const version = (latest?.version ?? 0) + 1
  if (product.version !== undefined && product.version !== version)
    throw new Refusal('INVALID_ARGUMENT', `The next version of ${product.code} is ${version}`)
  const missing = latest ? [] : requiredTerms.filter((name) => product[name] === undefined)
  if (missing.length > 0)
    throw new Refusal('INVALID_ARGUMENT', `${product.code} is new: it needs ${missing.join(', ')}`)
  const before = latest ? toEntry(latest) : {}
  return asInvalidArgument(() =>
    parseProduct({ ...before, onSale: true, onSaleFrom: null, ...product, version }),
  )
}

const textOf = (value: unknown): string => String(value)

const changesOf = (latest: ProductVersion | undefined, terms: ProductTerms): Preview['changes'] => {
  const [before, after] = [latest && toEntry(latest), toEntry(terms)]
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before?.[field as keyof ProductEntry] ?? null
    if (field === 'code' || old === value) return []
    return [
      {
        field: `product.${field}`,
        before: old === null ? null : textOf(old),
        after: value === null ? null : textOf(value),
      },
    ]
  })
}

/** The changes for versions that were to begin after `from`: they will never be current. */
const overtaken = (versions: readonly ProductVersion[], from: LocalDate): Preview['changes'] =>
  versions
    .filter(({ onSaleFrom }) => onSaleFrom !== null && onSaleFrom > from)
    .map(({ version, onSaleFrom }) => ({
      field: `product.version ${version}`,
      before: `from ${onSaleFrom}`,
      after: null,
    }))

const planOf = (
  { today }: Pick<Call, 'today'>,
  versions: readonly ProductVersion[],
  terms: ProductTerms,
): Plan => {
  const [latest] = versions
  if (terms.onSaleFrom !== null && terms.onSaleFrom < today)
    throw new Refusal('INVALID_ARGUMENT', `from: ${terms.onSaleFrom} is before ${today}`)
  const changes = changesOf(latest, terms)
  if (latest && changes.every(({ field }) => field === 'product.version'))
    throw new Refusal('INVALID_ARGUMENT', `Version ${latest.version} of ${terms.code} has the same terms`)
  return {
    subject: terms.code,
    basis: { latest: latest?.id ?? null },
    preview: { ...emptyPreview, changes: [...changes, ...overtaken(versions, terms.onSaleFrom ?? today)] },
  }
}

const publish = async (tx: Tx, call: Call, terms: ProductTerms) => {
  await publishVersions(tx, call, [terms])
  return { outcome: { product: `${terms.code}.${terms.version}` } }
}

const versionToPublish = async (tx: Tx, input: PublishInput) => {
  const versions = await lockVersions(tx, input.product.code)
  const terms = nextVersion(versions[0], input)
  const other = await versionInOtherCurrency(tx, terms)
  if (other)
    throw new Refusal(
      'INVALID_ARGUMENT',
      `${other.code} is in ${other.currency}: ${other.code === terms.code ? 'a product keeps its currency' : 'all products have one currency'}`,
    )
  return { versions, terms }
}

/** Publishes a version that is sold from a date on. Existing positions keep their terms. */
export const publishProduct: Action<PublishInput> = {
  plan: async (tx, { call, input }) => {
    const { versions, terms } = await versionToPublish(tx, input)
    return planOf(call, versions, terms)
  },
  carryOut: async (tx, { call, input }) => publish(tx, call, (await versionToPublish(tx, input)).terms),
}

/** Refuses: PRODUCT_NOT_AVAILABLE. */
const versionOffSale = async (tx: Tx, { code, from }: WithdrawInput) => {
  const versions = await lockVersions(tx, code)
  const [latest] = versions
  if (!latest?.onSale) throw new Refusal('PRODUCT_NOT_AVAILABLE')
  const { id: _, publishedAt: __, ...terms } = latest
  return { versions, terms: { ...terms, version: latest.version + 1, onSale: false, onSaleFrom: from } }
}

/** Stops selling a product from a date on. Existing positions keep their terms. */
export const withdrawProduct: Action<WithdrawInput> = {
  plan: async (tx, { call, input }) => {
    const { versions, terms } = await versionOffSale(tx, input)
    return planOf(call, versions, terms)
  },
  carryOut: async (tx, { call, input }) => publish(tx, call, (await versionOffSale(tx, input)).terms),
}
