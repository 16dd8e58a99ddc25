import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { parseLocalDate } from '../../../kernel/calendar.js'
import { parseAmount } from '../../../kernel/money.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { ProviderLine } from './provider-file.entity.js'

/** The maximum number of lines; a larger file has to be split by day. */
const linesMax = 500_000

/** A payment in the file. */
export type FileLine = Omit<ProviderLine, 'orderId' | 'state' | 'fileDigest'>

const row = z
  .object({
    transactionId: z.string().min(1).max(64),
    reference: z.string().max(64),
    kind: z.enum(['COLLECT', 'PAY_OUT']),
    amount: z.string(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    fee: z.string().default('0'),
    completedOn: z.string(),
    status: z.string().min(1).toUpperCase().default('SUCCESSFUL'),
  })
  .transform(({ amount, fee, completedOn, ...rest }, context) => {
    const minor = parseAmount(amount, rest.currency)
    const feeMinor = /^0+(\.0+)?$/.test(fee) ? 0n : parseAmount(fee, rest.currency)
    const date = parseLocalDate(completedOn)
    if (minor !== undefined && feeMinor !== undefined && date !== undefined)
      return { ...rest, amount: minor, fee: feeMinor, completedOn: date }
    context.addIssue('amount and fee must be amounts of the currency, completedOn a date YYYY-MM-DD')
    return z.NEVER
  })

const invalidFile = (message: string): Refusal => new Refusal('INVALID_ARGUMENT', message)

const lineOf = (given: unknown, index: number): z.output<typeof row> => {
  const { success, data, error } = row.safeParse(given)
  if (success) return data
  const [issue] = error.issues
  throw invalidFile(
    `line ${index + 2}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`,
  )
}

/**
 * The successful payments of a file, and how many of its lines have another status. Refuses the whole file at its first invalid line:
 * INVALID_ARGUMENT.
 */
export const parseProviderFile = (
  bytes: Buffer,
): { readonly lines: readonly FileLine[]; readonly skipped: number } => {
  let rows: unknown[]
  try {
    rows = parse(bytes, { columns: true, bom: true, trim: true, skip_empty_lines: true, to: linesMax + 1 })
  } catch (error) {
    throw invalidFile(`it is not CSV: ${(error as Error).message}`)
  }
  if (rows.length > linesMax) throw invalidFile(`it has more than ${linesMax} lines`)
  const lines = rows.map(lineOf).filter(({ status }) => status === 'SUCCESSFUL')
  if (lines.length === 0) throw invalidFile('it has no successful payment')
  if (new Set(lines.map(({ transactionId }) => transactionId)).size < lines.length)
    throw invalidFile('it repeats a transactionId')
  return { lines: lines.map(({ status: _, ...line }) => line), skipped: rows.length - lines.length }
}
