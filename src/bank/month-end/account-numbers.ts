import * as z from 'zod'
import { parseJson } from '../../kernel/json.js'
import { ledgerAccounts, type LedgerAccount } from '../ledger/chart.js'

/** An account of the bank's own chart. */
export interface BankAccount {
  readonly number: string
  readonly name: string
}

/** The account of the bank's own general ledger for our accounts that have one; several of ours may share one. */
export type AccountNumbers = Readonly<Partial<Record<LedgerAccount, BankAccount>>>

const fileSchema = z.partialRecord(
  z.enum(ledgerAccounts),
  z.strictObject({
    number: z.string().regex(/^[\w.-]{1,32}$/, 'must be 1 to 32 letters, digits, ".", "-" or "_"'),
    name: z.string().trim().min(1).max(80),
  }),
)

/** Parses the text of `GENERAL_LEDGER_FILE`. Returns the chart, and what is wrong with it. */
export const parseAccountNumbers = (
  text: string,
): { readonly numbers: AccountNumbers; readonly problems: readonly string[] } => {
  const { success, data, error } = fileSchema.safeParse(parseJson(text))
  if (success) return { numbers: data, problems: [] }
  const problems = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  )
  return { numbers: {}, problems }
}
