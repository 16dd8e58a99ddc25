/** The products (docs/scoring-contract.md#products); P7 reads no statement. */
export const productCodes = ['PA', 'PAS', 'PARS', 'P7', 'P8'] as const
export type ProductCode = (typeof productCodes)[number]

export const documentTypes = ['WALLET_STATEMENT', 'WALLET_TILL_STATEMENT', 'BANK_STATEMENT'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Why the reader refuses a document. */
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

/**
 * Why a request has no result, or why one of its documents could not be read. The `details` of a 422 begin with one of
 * these (docs/scoring-contract.md#why-a-request-fails).
 */
export const unprocessableCodes = [
  ...unreadableCodes,
  'bureau_unavailable',
  'documents_not_uploaded',
  'processing_crashed',
] as const

/** The lines of the summary that wallet statements print, by their names in `header.summary`. */
export const summaryCategories = [
  'sendMoney',
  'receivedMoney',
  'agentDeposit',
  'agentWithdrawal',
  'lipaPayBill',
  'lipaBuyGoods',
  'others',
  'total',
] as const
export type SummaryCategory = (typeof summaryCategories)[number]

/**
 * VALID: of the applicant and from its issuer, as far as can be told. UNVERIFIED: nothing contradicts it, and nothing
 * shows that it is genuine. INVALID: something contradicts it.
 */
export type ValidityStatus = 'VALID' | 'UNVERIFIED' | 'INVALID'

/** Why a document is not VALID, the most serious first. They are finer than the six `exclusionReasons` of the contract. */
export const validityReasons = [
  'document_modified',
  'name_invalid',
  'phone_number_invalid',
  'email_invalid',
  'account_number_mismatch',
  'till_of_another_holder',
  'names_differ',
  'name_not_printed',
  'phone_number_not_printed',
  'issuer_not_named',
  'csv_not_of_issuer',
  'csv_not_vouched_for',
  'maker_unknown',
  'dates_contradict',
  'balances_not_printed',
  'balances_not_explained',
  'cells_unread',
  'insufficient_transactions',
] as const
export type ValidityReason = (typeof validityReasons)[number]
