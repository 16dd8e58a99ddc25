import { maskNumbersIn } from '../shared/msisdn.js'

/** How personal data is hidden: a name keeps its initials, a number its last two digits, other text nothing. */
export type PersonalKind = 'name' | 'phone' | 'text'

/** Initials tell a row from the next and nobody from anybody: `J*** W***`. */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0]}***`)
    .join(' ')

const masks: Readonly<Record<PersonalKind, (text: string) => string>> = {
  name: maskName,
  phone: (phone) => `********${phone.replace(/\D/g, '').slice(-2)}`,
  text: () => '***',
}

/** What is shown instead of personal data to those who see what customers do, and not who they are. */
export const masked = (text: string, kind: PersonalKind): string => masks[kind](text)

/** Where a result names people, accounts or counterparties, by the end of the path to the value; the first that fits counts. */
const personal: readonly (readonly [RegExp, PersonalKind])[] = [
  [/\b(header|persona)\.name$/, 'name'],
  [/\b(header\.phoneNumber|persona\.phone_number)$/, 'phone'],
  [/\bheader\.(email|code|accountNumber|customerNumber|branch)$/, 'text'],
  [/\btransactions\.(details|otherParty|receiptNumber)$/, 'text'],
  [/\bmeta\.\w+$/, 'text'],
  [/\blogs\.fileKey$/, 'text'],
  [/\bsubject\.(firstName|middleName|lastName|name)$/, 'name'],
  [/\bsubject\.nationalId$/, 'phone'],
  [/\bbureau\.(data\.)?[\w.]*[nN]ame$/, 'name'],
  [/\bbureau\.(data\.)?[\w.]*([iI]dentity\w*|[aA]ccountNumber|[pP]hone\w*|[eE]mail|[aA]ddress\w*)$/, 'text'],
  [/\b(documents|documentName)$/, 'text'],
  [/\btop_supermarkets_visited\.label$/, 'text'],
]

/** Of a path of members joined by dots, without the places in lists; undefined for what names nobody. */
export const personalKindOf = (path: string): PersonalKind | undefined =>
  personal.find(([pattern]) => pattern.test(path))?.[1]

const maskText = (text: string, path: string): string => {
  const kind = personalKindOf(path)
  // What is not known to name anybody may still hold somebody's number.
  return kind ? masked(text, kind) : maskNumbersIn(text)
}

const walk = (value: unknown, path: string): unknown => {
  if (typeof value === 'string') return maskText(value, path)
  if (Array.isArray(value)) return value.map((item: unknown) => walk(item, path))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, walk(inner, path === '' ? key : `${path}.${key}`)]),
  )
}

/** A result body as one reader may see it: in GraphQL, on the page and on paper. */
export const maskResult = (body: unknown, isMasked: boolean): unknown => (isMasked ? walk(body, '') : body)
