import { documentTypes, type DocumentType } from './words.js'

/** What this deployment's clients call a document type, beside its own name: issuers have brands, the contract has none. */
export type DocumentTypeAliases = ReadonlyMap<string, DocumentType>

const isType = (name: string): name is DocumentType => documentTypes.some((type) => type === name)

/** `KOLA_STATEMENT=WALLET_STATEMENT,…`; undefined when a name is said twice, is a type itself, or stands for none. */
export const parseDocumentTypeAliases = (text: string): DocumentTypeAliases | undefined => {
  const aliases = new Map<string, DocumentType>()
  for (const part of text.split(',')) {
    const [, alias, type] = /^\s*([A-Za-z0-9_-]{1,64})\s*=\s*(\w+)\s*$/.exec(part) ?? []
    if (alias === undefined || type === undefined || !isType(type)) return undefined
    if (isType(alias) || aliases.has(alias)) return undefined
    aliases.set(alias, type)
  }
  return aliases
}

export const noAliases: DocumentTypeAliases = new Map()

/** The type that a client means; what it said, when that is none. */
export const documentTypeOf = (given: unknown, aliases: DocumentTypeAliases): unknown =>
  typeof given === 'string' ? (aliases.get(given) ?? given) : given
