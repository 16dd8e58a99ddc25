import { documentTypes, type DocumentType } from './words.js'

/**
 * Other names that this deployment's clients use for a document type, such as the brand of an issuer. The contract
 * names no brands.
 */
export type DocumentTypeAliases = ReadonlyMap<string, DocumentType>

const isType = (name: string): name is DocumentType => documentTypes.some((type) => type === name)

/** Parses `KOLA_STATEMENT=WALLET_STATEMENT,…`. Undefined for any other form, and when an alias is repeated, is itself a type, or has an unknown type. */
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

/** The type that a name or alias means. Any other value is returned as it is, for the validation to refuse. */
export const documentTypeOf = (given: unknown, aliases: DocumentTypeAliases): unknown =>
  typeof given === 'string' ? (aliases.get(given) ?? given) : given
