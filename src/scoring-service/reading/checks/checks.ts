/** The checks of a document (docs/reading.md#what-is-checked). */
export type CheckId =
  | 'encryption'
  | 'author'
  | 'creator'
  | 'producer'
  | 'profile'
  | 'mod_date'
  | 'creation_date'
  | 'revisions'
  | 'fonts'
  | 'overlay'
  | 'covered_text'
  | 'invisible_text'
  | 'declared_totals'
  | 'declared_lines'
  | 'running_balance'
  | 'balance_drift'
  | 'changed_amount'
  | 'period'
  | 'page_count'
  | 'receipts'
  | 'unread_rows'
  | 'account_number'
  | 'seen_elsewhere'

/**
 * The result of one check. `applicable` is false if the check cannot be made on this document: a check that was not
 * made must not look like one that was passed.
 */
export interface Check {
  readonly id: CheckId
  readonly passed: boolean
  readonly applicable: boolean
  /** What was found, without personal values. */
  readonly evidence: string
  /**
   * A failed hard check makes the document INVALID or UNVERIFIED. Of the soft checks only `balance_drift` and
   * `unread_rows` count: if they fail, the document is UNVERIFIED.
   */
  readonly weight: 'hard' | 'soft'
}

export const check = (id: CheckId, weight: Check['weight'], passed: boolean, evidence: string): Check => ({
  id,
  passed,
  applicable: true,
  evidence,
  weight,
})

export const notApplicable = (id: CheckId, evidence: string): Check => ({
  id,
  passed: true,
  applicable: false,
  evidence,
  weight: 'soft',
})

/**
 * The placeholder for whether a document was sent for another person, which only the service can look up. The service
 * replaces this text in a body, byte for byte.
 */
export const notLookedUp = notApplicable('seen_elsewhere', 'not looked up')
