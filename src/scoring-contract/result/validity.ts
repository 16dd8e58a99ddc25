import * as z from 'zod'
import { validityReasons } from '../words.js'
import { flag, text } from './kinds.js'
import { component, listOf, members, described, section } from './member.js'

const check = component(
  'ValidityCheck',
  z.strictObject({
    id: described(text, 'The id of the check', 'running_balance'),
    passed: described(flag, 'Whether it passed', true),
    applicable: described(
      flag,
      'False if this check cannot be made on this document; that does not count in its favour',
      true,
    ),
    evidence: described(
      text,
      'What was found, without personal values. A group is the rows of one receipt or one second, whose order is not known',
      '0 of 214 groups do not follow',
    ),
    weight: described(
      z.enum(['hard', 'soft']),
      'A failed hard check makes the document INVALID or UNVERIFIED. A failed soft check does neither, except `balance_drift` and `unread_rows`, which make it UNVERIFIED',
      'hard',
    ),
  }),
)

/** docs/scoring-contract.md#validity. */
export const validity = component(
  'Validity',
  section('Whether the document is genuine and of the applicant', {
    ...members(flag, {
      hasName: ['Whether a holder is printed', true],
      nameIsValid: ['Whether the printed holder is the applicant', true],
      hasEmail: ['Whether an e-mail address is printed', true],
      emailIsValid: ["Whether it is the applicant's, if the request has one", true],
      hasPhoneNumber: ['Whether a phone number is printed', true],
      phoneNumberIsValid: ["Whether it is the applicant's", true],
      authorIsValid: ['Whether its author is one that this issuer uses', true],
      creatorIsValid: ['Whether its programs are some that this issuer uses', true],
      notModified: ['Whether it was checked and is unchanged since its issue', true],
      hasTransactions: ['Whether it has transactions', true],
    }),
    exclusionReasons: listOf(
      z.enum([
        'name_invalid',
        'email_invalid',
        'phone_number_invalid',
        'document_modified',
        'insufficient_transactions',
        'author_mismatch',
      ]),
      'Why it is excluded, in the words of the contract',
      [],
    ),
    isValid: described(flag, 'True only for VALID', true),
    status: described(
      z.enum(['VALID', 'UNVERIFIED', 'INVALID']),
      'UNVERIFIED: nothing contradicts it, and nothing shows that it is genuine',
      'VALID',
    ),
    reasons: listOf(z.enum(validityReasons), 'Why it is not VALID, the most serious first', []),
    vouchedBy: described(
      z.enum(['issuer', 'client']).nullable(),
      'Who vouches that it is genuine: the issuer, by a file made as it makes them; the client, for its own channel; or nobody',
      'issuer',
    ),
    checks: listOf(check, 'The evidence of each check, for clients with that option').optional(),
  }),
)
