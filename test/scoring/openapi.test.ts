import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { z } from 'zod'
import { bureauBody } from '../../src/scoring/bodies/bureau-body.rules.js'
import { scoringOpenApi } from '../../src/scoring/openapi/document.js'
import { startJudge, type Judge } from '../support/json-schema.js'
import { asOf, reports } from './bureau/reports.js'

/** Schemas as the service has them: with transforms, refinements and one shape for each type of document. */
const document = scoringOpenApi({
  token: z.object({ clientId: z.string().min(1), secret: z.string().min(1) }),
  request: z.object({
    nationalId: z.string().trim().min(1).max(32),
    phoneNumber: z.string().refine((text) => text.startsWith('+')),
    email: z
      .email()
      .nullish()
      .transform((email) => email ?? null),
    productCode: z.enum(['PA', 'P7']),
  }),
  documentOf: (type) =>
    z.object({
      documentName: z.string().min(1),
      documentType: z.enum(['WALLET_STATEMENT', 'WALLET_TILL_STATEMENT', 'BANK_STATEMENT']),
      ...(type === 'BANK_STATEMENT'
        ? { bankName: z.string().transform((name) => name.toUpperCase()) }
        : { password: z.string().min(1).max(64) }),
    }),
  bankNames: ['EQUITY', 'KCB'],
  documentTypeAliases: new Map([['KOLA_STATEMENT', 'WALLET_STATEMENT']]),
}) as unknown as {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, object>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const person = { nationalId: '1', phoneNumber: '+254712345678' }

describe('the OpenAPI document of the scoring service', () => {
  let judge: Judge
  const takes = async (name: string, value: unknown) => (await judge.problems(name, value)) === ''

  beforeAll(async () => {
    judge = await startJudge(document.components.schemas)
  })
  afterAll(() => judge.close())

  test('is 3.1, says the version of the contract, and has its addresses', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
    expect(Object.keys(document.paths)).toEqual([
      '/auth/token',
      '/score/request',
      '/score/results/{requestId}',
      '/uploads/{id}',
      '/results/{id}',
    ])
  })

  test('refers to nothing that is not there', () => {
    const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !document.components.schemas[name])).toEqual([])
  })

  test('publishes what a request is judged by', async () => {
    expect(await takes('ScoreRequest', { ...person, productCode: 'P7' })).toBe(true)
    expect(await takes('ScoreRequest', { ...person, productCode: 'P7', email: null, documents: [] })).toBe(
      true,
    )
    expect(await takes('ScoreRequest', { ...person, productCode: 'P9' })).toBe(false)
    expect(await takes('ScoreRequest', { productCode: 'P7' })).toBe(false)
    expect(await takes('TokenRequest', { clientId: 'a' })).toBe(false)
  })

  test('wants of a document what its type needs', async () => {
    const asks = (one: object) =>
      takes('ScoreRequest', { ...person, productCode: 'PA', documentsDetails: [one] })
    const branded = { documentName: 'k', documentType: 'KOLA_STATEMENT', password: 'p' }
    expect([await asks(branded), await asks({ ...branded, password: undefined })]).toEqual([true, false])
    expect(await asks({ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: 'x' })).toBe(true)
    expect(await asks({ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT' })).toBe(false)
    expect(await asks({ documentName: 'a.pdf', documentType: 'BANK_STATEMENT', bankName: 'kcb' })).toBe(true)
    expect(await asks({ documentName: 'a.pdf', documentType: 'BANK_STATEMENT' })).toBe(false)
  })

  test('shows every P7 result as it is', async () => {
    const person = { nationalId: '90000001', firstName: 'Aïcha', middleName: null, lastName: 'Mbarga' }
    const bodies = fc
      .sample(reports, 20)
      .map((report) => bureauBody(person, { kind: 'Found', report }, asOf))
      .concat(
        bureauBody(
          person,
          { kind: 'NoRecord', bureau: 'b', reference: 'r', responseDigest: 'ab'.repeat(32) },
          asOf,
        ),
      )
    for (const { json } of bodies) expect(await judge.problems('P7_result', JSON.parse(json))).toBe('')
    expect(await takes('P7_result', { status: 'success', code: 200, data: {} })).toBe(false)
  })

  test.each([
    [
      'ValidationError',
      { success: false, error: 'ValidationError', message: 'm', details: [{ field: 'a', message: 'b' }] },
    ],
    ['AuthenticationError', { success: false, error: 'AuthenticationError', message: 'm' }],
    [
      'RateLimitError',
      {
        success: false,
        error: 'RateLimitError',
        message: 'm',
        retryAfter: 1,
        quotaRemaining: 0,
        resetTime: '2026-03-02T00:00:00.000Z',
      },
    ],
    ['ResultsError', { status: 'error', code: 422, message: 'm', details: 'wrong_password: x' }],
    ['TokenError', { message: 'm' }],
  ])('has the body of a %s', async (name, body) => {
    expect(await judge.problems(name, body)).toBe('')
    expect(await takes(name, { other: true })).toBe(false)
  })
})
