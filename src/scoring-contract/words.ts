/** The products (docs/scoring-contract.md#products); P7 reads no statement. */
export const productCodes = ['PA', 'PAS', 'PARS', 'P7', 'P8'] as const
export type ProductCode = (typeof productCodes)[number]

export const documentTypes = ['WALLET_STATEMENT', 'WALLET_TILL_STATEMENT', 'BANK_STATEMENT'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Why a document gives no rows. Each opens the `details` of a 422 (docs/scoring-contract.md#why-a-request-fails). */
export const unreadableCodes = [
  'wrong_password',
  'password_required',
  'encrypted_unsupported',
  'not_a_pdf',
  'corrupt_pdf',
  'image_only',
  'no_transactions',
  'unsupported_layout',
  'wrong_bank',
  'too_many_pages',
  'too_many_rows',
  'result_too_large',
  'resource_limit',
] as const
export type UnreadableCode = (typeof unreadableCodes)[number]
