import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Instant } from '../kernel/clock.js'
import type { FieldProblem } from './field-problem.js'
import { documentTypeOf, noAliases, type DocumentTypeAliases } from './document-types.js'
import {
  documentCountMax,
  documentSchemaOf,
  requestSchema,
  type AnnouncedDocument,
  type RequestFields,
} from './score-request.schema.js'

export interface CheckedRequest extends RequestFields {
  readonly documents: readonly AnnouncedDocument[]
}

type Checked = { readonly request: CheckedRequest } | { readonly problems: readonly FieldProblem[] }

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const problemsOf = (error: z.ZodError | undefined, prefix = ''): FieldProblem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ field: prefix + path.join('.'), message }))

const isCivilDate = (date: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false
  const instant = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date)
}

const ageOf = (dob: string, now: Instant): number => {
  const today = new Date(now).toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

/**
 * The list of documents. A client sends it as `documentsDetails`, as `documents`, or as both with the same content;
 * null counts as absent.
 */
const listOf = (body: Fields) => {
  const documentsDetails = body['documentsDetails'] ?? undefined
  const documents = body['documents'] ?? undefined
  const name = documentsDetails === undefined && documents !== undefined ? 'documents' : 'documentsDetails'
  const areDifferent =
    documentsDetails !== undefined &&
    documents !== undefined &&
    !isDeepStrictEqual(documentsDetails, documents)
  return { name, list: body[name] ?? [], areDifferent }
}

const checkDocument = (item: unknown, prefix: string, aliases: DocumentTypeAliases) => {
  if (!isObject(item)) {
    return {
      problems: [{ field: prefix, message: 'must be an object' }],
      document: undefined,
      documentName: undefined,
    }
  }
  const { documentName = item['name'], name = documentName } = item
  const documentType = documentTypeOf(item['documentType'], aliases)
  const parsed = documentSchemaOf(documentType).safeParse({ ...item, documentType, documentName })
  const problems = problemsOf(parsed.error, `${prefix}.`)
  if (name !== documentName) problems.push({ field: `${prefix}.name`, message: 'must equal documentName' })
  return { problems, document: parsed.data, documentName }
}

/**
 * Names must be unique, since a client finds the upload address of a document by its name. Names that differ only in
 * case are different names.
 */
const repeatedNames = (names: readonly unknown[], listName: string): FieldProblem[] =>
  names.flatMap((name, index) =>
    typeof name === 'string' && names.indexOf(name) < index
      ? [{ field: `${listName}[${index}].documentName`, message: 'is the name of an earlier document' }]
      : [],
  )

const checkDocuments = (
  body: Fields,
  aliases: DocumentTypeAliases,
): { problems: FieldProblem[]; documents: AnnouncedDocument[] } => {
  const { name, list, areDifferent } = listOf(body)
  const listProblem = (message: string) => ({ problems: [{ field: name, message }], documents: [] })
  if (areDifferent) return listProblem('must equal documents when both are sent')
  if (!Array.isArray(list)) return listProblem('must be a list')
  if (body['productCode'] === 'P7') {
    return list.length === 0 ? { problems: [], documents: [] } : listProblem('must be empty for P7')
  }
  if (list.length === 0) return listProblem('must have at least one document for this product')
  if (list.length > documentCountMax) return listProblem(`must have at most ${documentCountMax} documents`)
  const checked = list.map((item: unknown, index) => checkDocument(item, `${name}[${index}]`, aliases))
  const names = checked.map(({ documentName }) => documentName)
  return {
    problems: [...checked.flatMap(({ problems }) => problems), ...repeatedNames(names, name)],
    documents: checked.flatMap(({ document }) => document ?? []),
  }
}

const ageMin = 18
const ageMax = 120

const ageProblems = (dob: unknown, now: Instant): FieldProblem[] => {
  if (typeof dob !== 'string' || !isCivilDate(dob)) return []
  const age = ageOf(dob, now)
  return age < ageMin || age > ageMax
    ? [{ field: 'dob', message: `must be that of a person of ${ageMin} to ${ageMax} years` }]
    : []
}

/**
 * The checked request, or every problem of the body in the order of the contract's tables. A document type that is
 * given by an alias of the deployment is replaced by the type itself.
 */
export const checkScoreRequest = (
  body: unknown,
  now: Instant,
  aliases: DocumentTypeAliases = noAliases,
): Checked => {
  if (!isObject(body)) return { problems: [{ field: 'body', message: 'must be a JSON object' }] }
  const parsed = requestSchema.safeParse(body)
  const { problems: ofDocuments, documents } = checkDocuments(body, aliases)
  const problems = [...problemsOf(parsed.error), ...ageProblems(body['dob'], now), ...ofDocuments]
  return parsed.success && problems.length === 0 ? { request: { ...parsed.data, documents } } : { problems }
}
