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
      'false: this check cannot be made on this document, which does not count in its favour',
      true,
    ),
    evidence: described(
      text,
      'What was found, without personal values',
      'Whether it can exclude the document: a soft check cannot',
    ),
    weight: described(z.enum(['hard', 'soft']), 'A soft check excludes nothing', 'hard'),
  }),
)

/** docs/scoring-contract.md#validity. */
export const validity = component(
  'Validity',
  section('Whether the document is genuine and of the applicant', {
    ...members(flag, {
      hasName: ['A holder is printed', true],
      nameIsValid: ['It is the applicant', true],
      hasEmail: ['An e-mail address is printed', true],
      emailIsValid: ["It is the applicant's, where one was given", true],
      hasPhoneNumber: ['A phone number is printed', true],
      phoneNumberIsValid: ["It is the applicant's", true],
      authorIsValid: ['Its author is one that this issuer uses', true],
      creatorIsValid: ['Its program is one that this issuer uses', true],
      notModified: ['It was checked and is as it was issued', true],
      hasTransactions: ['It has enough transactions to judge by', true],
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
