/** How one reader sees names and free text; what `PersonalData` has of it. */
interface Masks {
  readonly isMasked: boolean
  readonly name: (name: string) => string
  readonly text: (text: string) => string
}

/**
 * Where a result names people, accounts or counterparties, by the end of the path to the value; list positions do not count.
 * Whatever else is text loses its long numbers.
 */
const personal: readonly RegExp[] = [
  /\bheader\.(name|phoneNumber|email|code|accountNumber|customerNumber|branch)$/,
  /\bpersona\.(name|phone_number)$/,
  /\btransactions\.(details|otherParty|receiptNumber)$/,
  /\bmeta\.\w+$/,
  /\blogs\.fileKey$/,
  /\bsubject\.(nationalId|firstName|middleName|lastName|name)$/,
  /\bbureau\.(data\.)?[\w.]*([nN]ame|[iI]dentity\w*|[aA]ccountNumber|[pP]hone\w*|[eE]mail|[aA]ddress\w*)$/,
  /\b(documents|documentName)$/,
  /\btop_supermarkets_visited\.label$/,
]

const isPersonal = (path: string): boolean => personal.some((pattern) => pattern.test(path))

const walk = (value: unknown, path: string, masks: Masks): unknown => {
  if (typeof value === 'string') return isPersonal(path) ? masks.name(value) : masks.text(value)
  if (Array.isArray(value)) return value.map((item: unknown) => walk(item, path, masks))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      walk(inner, path === '' ? key : `${path}.${key}`, masks),
    ]),
  )
}

/** A result body as this reader may see it. */
export const maskResult = (body: unknown, masks: Masks): unknown =>
  masks.isMasked ? walk(body, '', masks) : body
