import { maskNumbersIn } from '../../../kernel/msisdn.js'
import { isShown } from './shown-members.rules.js'

/**
 * How personal data is masked: of a name the initials are shown, of a number the last two digits, of other text
 * nothing.
 */
export type PersonalKind = 'name' | 'number' | 'text'

/** `J*** W***`: initials distinguish rows without identifying a person. */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0]}***`)
    .join(' ')

const masks: Readonly<Record<PersonalKind, (text: string) => string>> = {
  name: maskName,
  number: (number) => `********${number.replace(/\D/g, '').slice(-2)}`,
  text: () => '***',
}

/** The text that replaces personal data for readers who may see what customers do, but not who they are. */
export const masked = (text: string, kind: PersonalKind): string => masks[kind](text)

/**
 * The members of a result that identify people, accounts or counterparties, by the end of their path; the first match
 * counts.
 */
const personalMembers: readonly (readonly [RegExp, PersonalKind])[] = [
  [/\b(header|persona)\.name$/, 'name'],
  [/\b(header\.phoneNumber|persona\.phone_number)$/, 'number'],
  [/\bheader\.(email|code|accountNumber|customerNumber|branch)$/, 'text'],
  [/\btransactions\.(details|otherParty|receiptNumber)$/, 'text'],
  [/\bmeta\.\w+$/, 'text'],
  [/\blogs\.fileKey$/, 'text'],
  [/\bsubject\.(firstName|middleName|lastName|name)$/, 'name'],
  [/\bsubject\.nationalId$/, 'number'],
  [/\bbureau\.(data\.)?[\w.]*[nN]ame$/, 'name'],
  [/\bbureau\.(data\.)?[\w.]*([iI]dentity\w*|[aA]ccountNumber|[pP]hone\w*|[eE]mail|[aA]ddress\w*)$/, 'text'],
  [/\b(documents|documentName)$/, 'text'],
  [/\btop_supermarkets_visited\.label$/, 'text'],
]

/**
 * The kind of personal data at a path of members, joined by dots and without indices; undefined for a member that
 * identifies nobody.
 */
export const personalKindOf = (path: string): PersonalKind | undefined =>
  personalMembers.find(([pattern]) => pattern.test(path))?.[1]

/** Members of a body's envelope, which identify nobody. */
const envelopeMembers: ReadonlySet<string> = new Set(['status', 'code'])

const isKnown = (path: string): boolean => envelopeMembers.has(path) || isShown(path.replace(/^data\./, ''))

/** In a reason about a document, the value is the document's name. */
const reasonValuePath = /\breasonCodes\.value$/

/** Masks every value that is not known to be harmless: a service or a bureau may put a person's name anywhere. */
const maskValue = (value: unknown, path: string): unknown => {
  const kind = personalKindOf(path)
  if (typeof value === 'string') {
    if (reasonValuePath.test(path)) return masked(value, 'text')
    if (kind) return masked(value, kind)
    // Even a text that should identify nobody may contain a mobile number.
    return isKnown(path) ? maskNumbersIn(value) : masked(value, 'text')
  }
  return !kind && isKnown(path) ? value : null
}

const maskMembers = (value: unknown, path: string): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => maskMembers(item, path))
  if (typeof value !== 'object' || value === null) return maskValue(value, path)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      maskMembers(inner, path === '' ? key : `${path}.${key}`),
    ]),
  )
}

/** A result body as this reader may see it, in GraphQL, on the page and in the PDF. */
export const maskResult = (body: unknown, isMasked: boolean): unknown =>
  isMasked ? maskMembers(body, '') : body
