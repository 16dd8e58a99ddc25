import type { Applicant, DocumentType } from '../engine.js'
import type { StatementHeader, StatementRow } from '../statement.js'
import type { Check, CheckId } from './checks.js'
import { accountsAgree, emailsAgree, isEmail, namesAgree, phonesAgree } from './identity.js'
import { isCounted } from './reconcile.js'

/** The closed list of contract 2.4. */
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
  readonly isValid: boolean
}

/** Below it no card gives a score (research 7.3, thin file), and a statement says too little. */
export const countedRowsMin = 30

/** A file that an editing program wrote is a modified one, whatever its figures say (research 12, case 54). */
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
  readonly documentType: DocumentType
  readonly header: StatementHeader
  readonly rows: readonly StatementRow[]
  readonly applicant: Applicant
  readonly checks: readonly Check[]
  /** Whether there is anything in it that an edit could have disturbed. */
  readonly isCheckable: boolean
  readonly isEdited: boolean
}

const accountIsRight = (checks: readonly Check[]): boolean =>
  checks.every(({ id, passed }) => id !== 'account_number' || passed)

/** The account that the client named for a document against the one printed; undefined where one of them is missing. */
export const accountMatches = (header: StatementHeader, given: string | null): boolean | undefined =>
  given === null || header.accountNumber === null ? undefined : accountsAgree(header.accountNumber, given)

/**
 * Whose statement it is and whether it is as its issuer made it. A paper is not held against what it does not print,
 * but a wallet statement always prints name and number. A till's name is that of a business and is not compared with a
 * person's. Of a CSV nobody can say who made it: author and creator are then not valid, as an e-mail that is not printed,
 * and no reason against it. An account other than the one named makes the holder a wrong one: no reason of its own exists.
 */
export const validityOf = ({
  documentType,
  header,
  rows,
  applicant,
  checks,
  isCheckable,
  isEdited,
}: ValidityFacts): Validity => {
  const passed = (ids: readonly CheckId[]): boolean =>
    checks.every((one) => !ids.includes(one.id) || one.passed)
  const shown = (ids: readonly CheckId[]): boolean =>
    passed(ids) && ids.every((id) => checks.some((one) => one.id === id && one.applicable))
  const hasName = header.name !== ''
  const hasEmail = header.email !== ''
  const hasPhoneNumber = header.phoneNumber !== ''
  const isPersonal = documentType !== 'WALLET_TILL_STATEMENT'
  const nameIsValid = hasName && (!isPersonal || namesAgree(header.name, applicant)) && accountIsRight(checks)
  const emailIsValid =
    hasEmail &&
    (applicant.email === null ? isEmail(header.email) : emailsAgree(header.email, applicant.email))
  const phoneNumberIsValid = hasPhoneNumber && phonesAgree(header.phoneNumber, applicant.phoneNumber)
  const authorIsValid = shown(['author'])
  const creatorIsValid = shown(['creator', 'producer'])
  const isModified = isEdited || !passed(modifyingChecks)
  const mustBePrinted = documentType === 'WALLET_STATEMENT'
  const reasons: [ExclusionReason, boolean][] = [
    ['name_invalid', !nameIsValid && (hasName || mustBePrinted || !accountIsRight(checks))],
    ['email_invalid', hasEmail && !emailIsValid],
    ['phone_number_invalid', !phoneNumberIsValid && (hasPhoneNumber || mustBePrinted)],
    ['document_modified', isModified],
    ['insufficient_transactions', rows.filter(isCounted).length < countedRowsMin],
    ['author_mismatch', !passed(['author', 'creator', 'producer'])],
  ]
  const exclusionReasons = reasons.filter(([, holds]) => holds).map(([reason]) => reason)
  return {
    hasName,
    nameIsValid,
    hasEmail,
    emailIsValid,
    hasPhoneNumber,
    phoneNumberIsValid,
    authorIsValid,
    creatorIsValid,
    notModified: isCheckable && !isModified,
    hasTransactions: rows.length > 0,
    exclusionReasons,
    isValid: exclusionReasons.length === 0,
  }
}
