import * as z from 'zod'
import { parseLocalDate } from '../../kernel/calendar.js'
import { formatAmount, parseAmount } from '../../kernel/money.js'
import { formatRate, parseRate } from '../../kernel/rate.js'
import { dayCountBasis } from '../../kernel/interest.js'
import type { ProductVersion } from './product.entity.js'

/** The terms of a product to publish; the database adds the time of publication. */
export type ProductTerms = Omit<ProductVersion, 'id' | 'publishedAt'>

const daysPerMonthMax = 31n
const int64Max = 2n ** 63n

const rate = (name: string) =>
  z.string().transform((text, context) => {
    const ppm = parseRate(text)
    if (ppm !== undefined) return ppm
    context.addIssue(`${name} must be percent with at most two decimals, as "4.50"`)
    return z.NEVER
  })

const date = z.string().transform((text, context) => {
  const parsed = parseLocalDate(text)
  if (parsed !== undefined) return parsed
  context.addIssue('onSaleFrom must be a date YYYY-MM-DD')
  return z.NEVER
})

const entry = z
  .strictObject({
    code: z.string().regex(/^[A-Z0-9_]{1,32}$/, 'code must be 1 to 32 of A-Z, 0-9 and _'),
    version: z.int().min(1),
    termMonths: z.int().min(1).max(120),
    rate: rate('rate'),
    earlyRate: rate('earlyRate'),
    dayCount: z.enum(['ACT_365F', 'ACT_360']).default('ACT_365F'),
    tax: rate('tax').default(0),
    currency: z.string().regex(/^[A-Z]{3}$/),
    minAmount: z.string(),
    maxBalance: z.string(),
    holdHours: z
      .int()
      .min(0)
      .max(24 * 31),
    maturityInstruction: z.enum(['HOLD', 'AUTO_PAYOUT']).default('HOLD'),
    // Whether a deposit may join a position that was opened at another rate.
    joinsOtherRate: z.boolean().default(true),
    onSale: z.boolean().default(true),
    onSaleFrom: date.nullable().default(null),
  })
  .transform((product, context): ProductTerms => {
    const { rate: ratePpm, earlyRate: earlyRatePpm, tax: taxPpm, ...rest } = product
    const minAmount = parseAmount(product.minAmount, product.currency)
    const maxBalance = parseAmount(product.maxBalance, product.currency)
    if (minAmount === undefined || maxBalance === undefined || minAmount > maxBalance) {
      context.addIssue('minAmount and maxBalance must be amounts, the first not above the second')
      return z.NEVER
    }
    const days = BigInt(product.termMonths) * daysPerMonthMax
    const largest = 2n * maxBalance * days * BigInt(Math.max(ratePpm, earlyRatePpm))
    if (largest + 1_000_000n * BigInt(dayCountBasis[product.dayCount]) >= int64Max) {
      context.addIssue('maxBalance x term x rate is too large for exact interest in the database')
      return z.NEVER
    }
    return { ...rest, ratePpm, earlyRatePpm, taxPpm, minAmount, maxBalance }
  })

/** A product in a products file: plain JSON. */
export type ProductEntry = z.input<typeof entry>

export const toEntry = (terms: ProductTerms): Required<ProductEntry> => ({
  code: terms.code,
  version: terms.version,
  termMonths: terms.termMonths,
  rate: formatRate(terms.ratePpm),
  earlyRate: formatRate(terms.earlyRatePpm),
  dayCount: terms.dayCount,
  tax: formatRate(terms.taxPpm),
  currency: terms.currency,
  minAmount: formatAmount(terms.minAmount, terms.currency),
  maxBalance: formatAmount(terms.maxBalance, terms.currency),
  holdHours: terms.holdHours,
  maturityInstruction: terms.maturityInstruction,
  joinsOtherRate: terms.joinsOtherRate,
  onSale: terms.onSale,
  onSaleFrom: terms.onSaleFrom,
})

const file = z.array(entry).superRefine((products, context) => {
  const keys = products.map(({ code, version }) => `${code} version ${version}`)
  for (const key of new Set(keys.filter((key, i) => keys.indexOf(key) !== i))) {
    context.addIssue(`${key} is in the file twice`)
  }
})

/** A products file that cannot be published. Each problem is one line with its place in the file. */
export class ProductFileError extends Error {
  override readonly name = 'ProductFileError'

  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    // A problem that quotes the file may contain its line breaks.
    const lines = problems.map((problem) => problem.replaceAll(/\s+/g, ' '))
    super(`the products file is wrong: ${lines.join('; ')}`)
    this.problems = lines
  }
}

const problemOf = ({ message, path }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${message} (at ${z.core.toDotPath(path)})`

/** Reads a products file. Throws ProductFileError with every mistake. */
export const parseProducts = (text: string): ProductTerms[] => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ProductFileError([`it is not JSON: ${(error as Error).message}`])
  }
  const parsed = file.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ProductFileError(parsed.error.issues.map(problemOf))
}

/** Reads one product. Throws ProductFileError with every mistake. */
export const parseProduct = (product: unknown): ProductTerms => {
  const parsed = entry.safeParse(product)
  if (parsed.success) return parsed.data
  throw new ProductFileError(parsed.error.issues.map(problemOf))
}
