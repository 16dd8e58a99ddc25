import * as z from 'zod'
import { documentTypes, productCodes } from '../../scoring-contract/words.js'
import { tokenBodySchema } from '../api/token-body.schema.js'
import { bankNames } from '../../scoring-contract/bank-names.js'
import { noAliases, type DocumentTypeAliases } from '../../scoring-contract/document-types.js'
import {
  documentCountMax,
  documentSchemaOf,
  requestSchema,
} from '../../scoring-contract/score-request.schema.js'
import {
  pending,
  requestErrors,
  results,
  resultsError,
  submitted,
  tokenAnswer,
  tokenError,
  unprocessable,
  uploaded,
} from '../../scoring-contract/answers.js'
import { resultBodies } from '../../scoring-contract/result/bodies.js'
import { component, components } from '../../scoring-contract/result/member.js'

import { wireVersion, schemaOf, ref, headers, type Json } from './parts.js'
import { paths } from './paths.js'

type ObjectSchema = Json & { readonly properties: Json; readonly required: readonly string[] }

/**
 * Each document type has its own required fields (docs/scoring-contract.md#documents). The name of a document may be
 * sent under two keys.
 */
const documentSchema = (documentTypeAliases: DocumentTypeAliases): Json => ({
  oneOf: documentTypes.map((type) => {
    const { properties, required, ...rest } = schemaOf(documentSchemaOf(type)) as ObjectSchema
    const aliases = [...documentTypeAliases].flatMap(([alias, aliased]) => (aliased === type ? [alias] : []))
    const bankName = {
      type: 'string',
      description: `In upper or lower case: ${bankNames.join(', ')}`,
      examples: ['KCB'],
    }
    return {
      ...rest,
      title: type,
      properties: {
        ...properties,
        name: { ...(properties['documentName'] as Json), description: 'The same as documentName' },
        documentType: {
          ...(aliases.length === 0 ? { const: type } : { enum: [type, ...aliases] }),
          description: 'The type of the document',
          examples: [type],
        },
        ...(type === 'BANK_STATEMENT' ? { bankName } : {}),
      },
      required: required.filter((name) => name !== 'documentName'),
      anyOf: [{ required: ['documentName'] }, { required: ['name'] }],
    }
  }),
})

const listNames = ['documentsDetails', 'documents'] as const

/** The list of documents may be sent under two keys too. Whether it must be empty depends on the product. */
const scoreRequestSchema = (): Json => {
  const { properties, ...rest } = schemaOf(requestSchema) as ObjectSchema
  const list = { type: ['array', 'null'], maxItems: documentCountMax, items: ref('Document') }
  return {
    ...rest,
    properties: {
      ...properties,
      documentsDetails: {
        ...list,
        description: 'One or more for every product but P7, which takes none',
        examples: [[{ documentName: 'march.pdf', documentType: 'WALLET_STATEMENT', password: '482915' }]],
      },
      documents: {
        ...list,
        description: 'Another name of `documentsDetails`; if both are sent, they must be equal',
        examples: [null],
      },
    },
    oneOf: [
      {
        title: 'For a person without documents',
        properties: {
          productCode: { const: 'P7' },
          ...Object.fromEntries(listNames.map((name) => [name, { maxItems: 0 }])),
        },
      },
      {
        title: 'For statements',
        properties: { productCode: { enum: productCodes.filter((code) => code !== 'P7') } },
        anyOf: listNames.map((name) => ({
          required: [name],
          properties: { [name]: { type: 'array', minItems: 1 } },
        })),
      },
    ],
  }
}

/** The schemas of all answers, by name. */
const answerTypes: Readonly<Record<string, z.ZodType>> = {
  TokenAnswer: tokenAnswer,
  TokenError: tokenError,
  Submitted: submitted,
  Uploaded: uploaded,
  Results: results,
  Pending: pending,
  ResultsError: resultsError,
  Unprocessable: unprocessable,
  ...requestErrors,
  ...Object.fromEntries(
    Object.entries(resultBodies).map(([product, schema]) => [`${product}_result`, schema]),
  ),
}
for (const [name, schema] of Object.entries(answerTypes)) component(name, schema)

/** Sorted by name: the registry has them in the order in which their modules were loaded, which differs between programs. */
const answerSchemas = (): Json => {
  const { schemas } = z.toJSONSchema(components, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([name, { $schema: _dialect, $id: _place, ...rest }]) => [name, rest] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/**
 * The OpenAPI document of the scoring service, from the same schemas that validate its requests.
 *
 * @param documentTypeAliases further names of document types in this deployment
 */
export const scoringOpenApi = (documentTypeAliases = noAliases): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Scoring service: token, score request, results',
    version: wireVersion,
    description: 'Takes score requests and statements, and returns the results.',
  },
  servers: [
    { url: '/scoring', description: 'Live' },
    { url: '/scoring/sandbox', description: 'Sandbox' },
  ],
  paths,
  components: {
    headers,
    securitySchemes: {
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The token, bare or after `Bearer`',
      },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    },
    schemas: {
      TokenRequest: schemaOf(tokenBodySchema),
      ScoreRequest: scoreRequestSchema(),
      Document: documentSchema(documentTypeAliases),
      ...answerSchemas(),
    },
  },
})
