import type { Actor, Role } from '../../kernel/call.js'
import type { Pseudonyms } from './pseudonym.js'
import { keyOfId, shownId } from '../../kernel/ids.js'
import { maskMsisdn, maskNumbersIn } from '../../kernel/msisdn.js'

/**
 * Who works with customers in person. An analyst sees what customers do, not who they are
 * (docs/design/security.md#analysts).
 */
const sees: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'APPROVER', 'ADMIN']

const maskEmail = (email: string): string => (email === '' ? '' : `${email.slice(0, 1)}***@***`)

const emailInText = /[^\s@<>"']+@[^\s@<>"']+/g

/** As many letters for everybody: the length of a name would tell a part of it. */
const maskName = (name: string): string => (name === '' ? '' : `${name.slice(0, 1)}***`)

/** How personal data is shown to one reader: as it is, or masked. */
export interface PersonalData {
  readonly isMasked: boolean
  /** Of an account or a session, as this reader may join it with others. */
  readonly id: (id: string) => string
  readonly customerId: (id: string) => string
  /** The id behind the one that this reader was shown; undefined for what was never shown. */
  readonly keyOf: (shown: string) => string | undefined
  readonly msisdn: (msisdn: string) => string
  readonly email: <E extends string | null>(email: E) => E | string
  readonly name: <N extends string | null>(name: N) => N | string
  /** Free text that may name a number or an address: a provider's words, a note of staff. */
  readonly text: <T extends string | null>(text: T) => T | string
}

const open: PersonalData = {
  isMasked: false,
  id: (id) => id,
  customerId: (id) => shownId('Customer', id),
  keyOf: (shown) => keyOfId('Customer', shown),
  msisdn: (msisdn) => msisdn,
  email: (email) => email,
  name: (name) => name,
  text: (text) => text,
}

const masked: Omit<PersonalData, 'id' | 'customerId' | 'keyOf'> = {
  isMasked: true,
  msisdn: maskMsisdn,
  email: (email) => (email === null ? email : maskEmail(email)),
  name: (name) => (name === null ? name : maskName(name)),
  text: (text) => (text === null ? text : maskNumbersIn(text.replace(emailInText, maskEmail))),
}

export const personalDataFor = (actor: Actor, pseudonyms: Pseudonyms): PersonalData =>
  sees.some((role) => actor.roles.has(role))
    ? open
    : { ...masked, id: pseudonyms.of, customerId: pseudonyms.of, keyOf: pseudonyms.idOf }
