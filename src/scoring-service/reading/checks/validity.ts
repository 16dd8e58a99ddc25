import { statusOf } from '../../card/verdict/verdict.rules.js'
import type { Applicant } from '../../model/engine.js'
import type { StatementHeader, StatementRow } from '../../model/statement.js'
import { validityReasons, type ValidityReason, type ValidityStatus } from '../../../scoring-contract/words.js'
import type { Check, CheckId } from './checks.js'
import { accountsAgree, emailsAgree, isEmail, jointHoldersIn, namesAgree, phonesAgree } from './identity.js'
import type { Layout } from '../layouts/layout.js'
import { isCounted } from '../rows/reconcile.js'

/** The closed list of docs/scoring-contract.md#validity. */
export type ExclusionReason =
  | 'name_invalid'
  | 'email_invalid'
  | 'phone_number_invalid'
  | 'document_modified'
  | 'insufficient_transactions'
  | 'author_mismatch'

export interface Validity {
  readonly hasName: boolean
  readonly nameIsValid: boolean
  readonly hasEmail: boolean
  readonly emailIsValid: boolean
  readonly hasPhoneNumber: boolean
  readonly phoneNumberIsValid: boolean
  readonly authorIsValid: boolean
  readonly creatorIsValid: boolean
  readonly notModified: boolean
  readonly hasTransactions: boolean
  readonly exclusionReasons: readonly ExclusionReason[]
  /** Whether the status is VALID. */
  readonly isValid: boolean
  readonly status: ValidityStatus
  /** Why the document is not VALID, the most serious first. Finer than the contract's `exclusionReasons`. */
  readonly reasons: readonly ValidityReason[]
  /**
   * Who vouches that the document is genuine: the issuer, if the file is made as the issuer makes its files; the
   * client, for a CSV from its own channel; or nobody.
   */
  readonly vouchedBy: 'issuer' | 'client' | null
}

/** With fewer rows no card gives a score (docs/scorecard.md#from-points-to-a-decision). */
export const countedRowsMin = 30

/** Checks that a modified file fails. A file that was written by an editing program counts as modified too (`isEdited`). */
const modifyingChecks: readonly CheckId[] = [
  'mod_date',
  'revisions',
  'overlay',
  'covered_text',
  'invisible_text',
  'declared_totals',
  'running_balance',
  'changed_amount',
]

export interface ValidityFacts {
  readonly layout: Layout
  readonly header: StatementHeader
  readonly rows: readonly StatementRow[]
  readonly applicant: Applicant
  readonly checks: readonly Check[]
  readonly format: 'pdf' | 'csv'
  /** Whether the client vouches for its CSVs. */
  readonly acceptsCsv: boolean
  /** Whether a bank's statement names the bank that the request gave. */
  readonly namesIssuer: boolean
  /** Every name that is printed as a holder's. */
  readonly holders: readonly string[]
  /** Whether the printed balances confirm the rows, all but a few. */
  readonly hasBalances: boolean
  readonly isEdited: boolean
}

/** Whether the account number that the client gave is the printed one; undefined if one of them is missing. */
export const accountMatches = (header: StatementHeader, given: string | null): boolean | undefined =>
  given === null || header.accountNumber === null ? undefined : accountsAgree(header.accountNumber, given)

/**
 * The contract's word for a reason. A reason for which the contract has no word is given as `author_mismatch`: nothing
 * shows that the document is genuine.
 */
const wordOf = (reason: ValidityReason, isWallet: boolean): ExclusionReason => {
  switch (reason) {
    case 'document_modified':
    case 'name_invalid':
    case 'phone_number_invalid':
    case 'email_invalid':
    case 'insufficient_transactions':
      return reason
    case 'phone_number_not_printed':
      return 'phone_number_invalid'
    case 'name_not_printed':
      return isWallet ? 'name_invalid' : 'author_mismatch'
    default:
      return 'author_mismatch'
  }
}

/** In the order of docs/scoring-contract.md#validity. */
const exclusionWords: readonly ExclusionReason[] = [
  'name_invalid',
  'email_invalid',
  'phone_number_invalid',
  'document_modified',
  'insufficient_transactions',
  'author_mismatch',
]

type Passed = (ids: readonly CheckId[]) => boolean

const provenanceReasons = (facts: ValidityFacts, passed: Passed) => {
  const { layout, format, acceptsCsv, namesIssuer } = facts
  const isCsv = format === 'csv'
  return {
    issuer_not_named: !isCsv && !namesIssuer,
    csv_not_of_issuer: isCsv && !layout.csv,
    csv_not_vouched_for: isCsv && layout.csv && !acceptsCsv,
    maker_unknown: !passed(['author', 'creator', 'producer', 'profile']) && !isCsv,
  }
}

/** What is printed about the holder, and whether it agrees with the applicant. */
const holderOf = ({ header, applicant }: ValidityFacts) => {
  const hasName = header.name !== ''
  const hasEmail = header.email !== ''
  const hasPhoneNumber = header.phoneNumber !== ''
  const nameIsValid = hasName && namesAgree(header.name, applicant)
  const emailIsValid =
    hasEmail &&
    (applicant.email === null ? isEmail(header.email) : emailsAgree(header.email, applicant.email))
  const phoneNumberIsValid = hasPhoneNumber && phonesAgree(header.phoneNumber, applicant.phoneNumber)
  return { hasName, nameIsValid, hasEmail, emailIsValid, hasPhoneNumber, phoneNumberIsValid }
}

/** Every reason against the document. */
const reasonsOf = (
  facts: ValidityFacts,
  holder: ReturnType<typeof holderOf>,
  passed: Passed,
  isModified: boolean,
): ValidityReason[] => {
  const { layout, header, rows, applicant, checks, holders, hasBalances } = facts
  const { hasName, nameIsValid, hasEmail, emailIsValid, hasPhoneNumber, phoneNumberIsValid } = holder
  const isTill = layout.documentType === 'WALLET_TILL_STATEMENT'
  const applies: Readonly<Record<ValidityReason, boolean>> = {
    document_modified: isModified,
    name_invalid: hasName && !nameIsValid && !isTill,
    phone_number_invalid: hasPhoneNumber && !phoneNumberIsValid,
    email_invalid: hasEmail && !emailIsValid,
    account_number_mismatch: !passed(['account_number']),
    till_of_another_holder: isTill && hasName && !nameIsValid && !phoneNumberIsValid,
    names_differ:
      nameIsValid &&
      !isTill &&
      [...holders, ...jointHoldersIn(header.name)].some((holder) => !namesAgree(holder, applicant)),
    dates_contradict: checks.some(
      ({ id, passed, weight }) => id === 'creation_date' && !passed && weight === 'hard',
    ),
    name_not_printed: !hasName,
    phone_number_not_printed: layout.documentType === 'WALLET_STATEMENT' && !hasPhoneNumber,
    ...provenanceReasons(facts, passed),
    balances_not_printed: !hasBalances,
    balances_not_explained: !isModified && !passed(['balance_drift']),
    cells_unread: !passed(['unread_rows']),
    insufficient_transactions: rows.filter(isCounted).length < countedRowsMin,
  }
  return validityReasons.filter((reason) => applies[reason])
}

/**
 * Whether a statement is about the applicant and as its issuer made it (docs/reading.md). A detail that is not printed
 * does not count against a statement, except the holder's name; a wallet statement must also print the number. A till
 * is in the name of a business: if that is not the applicant's name, the applicant's number must be printed.
 */
export const validityOf = (facts: ValidityFacts): Validity => {
  const { layout, rows, checks, format, acceptsCsv, hasBalances, isEdited } = facts
  const passed: Passed = (ids) => checks.every((one) => !ids.includes(one.id) || one.passed)
  const isConfirmed = (ids: readonly CheckId[]): boolean =>
    passed(ids) && ids.every((id) => checks.some((one) => one.id === id && one.applicable))
  const holder = holderOf(facts)
  const isModified = isEdited || !passed(modifyingChecks)
  const reasons = reasonsOf(facts, holder, passed, isModified)
  const isWallet = layout.documentType === 'WALLET_STATEMENT'
  const words = new Set(reasons.map((reason) => wordOf(reason, isWallet)))
  const status = statusOf(reasons)
  const vouching = format === 'csv' && acceptsCsv ? 'client' : 'issuer'
  return {
    ...holder,
    authorIsValid: isConfirmed(['author']),
    creatorIsValid: isConfirmed(['creator', 'producer']),
    notModified: hasBalances && !isModified,
    hasTransactions: rows.length > 0,
    exclusionReasons: exclusionWords.filter((word) => words.has(word)),
    isValid: status === 'VALID',
    status,
    reasons,
    vouchedBy: status === 'VALID' ? vouching : null,
  }
}
