import type { Actor, Role } from '../../kernel/call.js'
import type { Pseudonyms } from './pseudonym.js'
import { keyOfId, shownId } from '../../kernel/ids.js'
import { maskMsisdn, maskNumbersIn } from '../../kernel/msisdn.js'

/**
 * Roles that see who customers are. The others, such as analysts and auditors, see what customers do, not who they are
 * (docs/design/security.md#analysts).
 */
const readersOfPersons: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'APPROVER', 'ADMIN']

const maskEmail = (email: string): string => (email === '' ? '' : `${email.slice(0, 1)}***@***`)

const emailInText = /[^\s@<>"']+@[^\s@<>"']+/g

/** A fixed number of letters: the length of a name would reveal a part of it. */
const maskName = (name: string): string => (name === '' ? '' : `${name.slice(0, 1)}***`)

/** How personal data is shown to one reader: plain or masked. */
export interface PersonalData {
  readonly isMasked: boolean
  /** The id of an account or a session as this reader sees it: itself, or a pseudonym, which is stable so that rows can be joined. */
  readonly id: (id: string) => string
  readonly customerId: (id: string) => string
  /** The stored id that this reader sees as `shown`; undefined if the reader sees pseudonyms and `shown` is none. */
  readonly keyOf: (shown: string) => string | undefined
  readonly msisdn: (msisdn: string) => string
  readonly email: <E extends string | null>(email: E) => E | string
  readonly name: <N extends string | null>(name: N) => N | string
  /** Free text that may name a number or an address: a provider's words, a note of staff. */
  readonly text: <T extends string | null>(text: T) => T | string
}

const plain: PersonalData = {
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
  readersOfPersons.some((role) => actor.roles.has(role))
    ? plain
    : { ...masked, id: pseudonyms.of, customerId: pseudonyms.of, keyOf: pseudonyms.idOf }
