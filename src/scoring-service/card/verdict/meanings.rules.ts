import type { ValidityReason, ValidityStatus } from '../../../scoring-contract/words.js'

interface Meaning {
  readonly status: Exclude<ValidityStatus, 'VALID'>
  readonly code: string
  readonly text: string
}

/** What each reason means for a document, in words that can be shown to the person who sent it. */
export const meanings: Readonly<Record<ValidityReason, Meaning>> = {
  document_modified: {
    status: 'INVALID',
    code: 'V01',
    text: 'The statement is not as its issuer made it',
  },
  name_invalid: { status: 'INVALID', code: 'V02', text: 'The statement is in the name of another person' },
  phone_number_invalid: {
    status: 'INVALID',
    code: 'V03',
    text: 'The statement is of another phone number than the one given',
  },
  email_invalid: {
    status: 'INVALID',
    code: 'V04',
    text: 'The statement has another e-mail address than the one given',
  },
  account_number_mismatch: {
    status: 'UNVERIFIED',
    code: 'V10',
    text: 'The statement is of another account than the one given',
  },
  till_of_another_holder: {
    status: 'UNVERIFIED',
    code: 'V11',
    text: 'The till is not in the name of the applicant',
  },
  names_differ: {
    status: 'UNVERIFIED',
    code: 'V22',
    text: 'The statement names more than one holder',
  },
  name_not_printed: { status: 'UNVERIFIED', code: 'V12', text: 'The statement does not say whose it is' },
  phone_number_not_printed: {
    status: 'UNVERIFIED',
    code: 'V13',
    text: 'The statement does not say of which phone number it is',
  },
  issuer_not_named: {
    status: 'UNVERIFIED',
    code: 'V14',
    text: 'The statement does not name the bank that it is said to be of',
  },
  csv_not_of_issuer: {
    status: 'UNVERIFIED',
    code: 'V15',
    text: 'The issuer gives this statement as a PDF and not as a table',
  },
  csv_not_vouched_for: {
    status: 'UNVERIFIED',
    code: 'V16',
    text: 'The statement is a table that anybody can write; a PDF of the issuer is needed',
  },
  maker_unknown: {
    status: 'UNVERIFIED',
    code: 'V17',
    text: 'The file was not made in a way that its issuer is known for',
  },
  dates_contradict: {
    status: 'UNVERIFIED',
    code: 'V23',
    text: 'The statement speaks of days after the day on which it was made or asked for',
  },
  balances_not_printed: {
    status: 'UNVERIFIED',
    code: 'V18',
    text: 'The statement has no balances to check its amounts by',
  },
  balances_not_explained: {
    status: 'UNVERIFIED',
    code: 'V21',
    text: 'Balances of the statement do not follow from its amounts',
  },
  cells_unread: {
    status: 'UNVERIFIED',
    code: 'V19',
    text: 'Amounts or balances of the statement cannot be read',
  },
  insufficient_transactions: {
    status: 'UNVERIFIED',
    code: 'V20',
    text: 'There is too little on the statements to judge by',
  },
}
