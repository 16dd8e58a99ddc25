/** The document information of a PDF, by the contract's names: all texts, empty when absent. */
export interface DocumentMeta {
  readonly creationDate: string
  readonly modDate: string
  readonly keywords: string
  readonly creator: string
  readonly producer: string
  readonly subject: string
  readonly author: string
  readonly title: string
}

export const noMeta: DocumentMeta = {
  creationDate: '',
  modDate: '',
  keywords: '',
  creator: '',
  producer: '',
  subject: '',
  author: '',
  title: '',
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `info` is the information dictionary of the document. Any entry may be missing or have another type. */
export const metaOf = (info: Readonly<Record<string, unknown>>): DocumentMeta => ({
  creationDate: text(info.CreationDate),
  modDate: text(info.ModDate),
  keywords: text(info.Keywords),
  creator: text(info.Creator),
  producer: text(info.Producer),
  subject: text(info.Subject),
  author: text(info.Author),
  title: text(info.Title),
})

/** An instant such as `D:YYYYMMDDHHmmSS+03'00'`; undefined for other texts. A date without a zone is taken as UTC. */
export const instantOfPdfDate = (value: string): number | undefined => {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+-])(\d\d)'?(\d\d)?'?|Z.*)?$/.exec(
    value,
  )
  if (!match) return undefined
  const part = (at: number, absent: number): number => (match[at] === undefined ? absent : Number(match[at]))
  const offset = (part(8, 0) * 60 + part(9, 0)) * (match[7] === '-' ? -1 : 1)
  const at = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0))
  return Number.isNaN(at) ? undefined : at - offset * 60_000
}
