import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import {
  resultOptionsDefault,
  type EngineDocument,
  type EngineRequest,
} from '../../src/scoring-service/model/engine.js'
import { setClientOptions } from '../../src/scoring-service/clients/manage-clients.js'
import { describeEachDatabase } from '../support/services.js'
import { ask, person, put, wallet as walletOf } from './caller.js'
import { asOf, startTestEngine, type TestEngine } from './engine.js'
import { bankLife } from './fixtures/bank-account.js'
import { bankDesigns } from './fixtures/bank-designs.js'
import { drawBank } from './fixtures/bank-pdf.js'
import { drawStatement } from './fixtures/draw-statement.js'
import type { WalletContent } from './fixtures/wallet-pdf.js'
import { holder, walletStatement, type WalletFile } from './fixtures/wallet-statement.js'
import { personaNames, personaStatement } from './personas.js'
import { pepper, scoringWorldFor } from './world.js'
import { at } from '../support/present.js'
import { anyObject, recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

let engine: TestEngine
let statement: WalletFile
let wallet: EngineDocument
let bank: EngineDocument

beforeAll(async () => {
  engine = await startTestEngine()
  statement = await walletStatement({ months: 4 })
  wallet = await engine.document(statement.bytes)
  bank = await engine.document(await drawBank(bankDesigns.KCB, bankLife(5)), {
    documentType: 'BANK_STATEMENT',
    bankName: 'KCB',
    password: null,
  })
})

afterAll(() => engine.close())

const bodiesOf = async (documents: readonly EngineDocument[], more: Partial<EngineRequest> = {}) => {
  const { bodies } = await engine.engine(
    engine.request(documents, { options: resultOptionsDefault, ...more }),
  )
  return bodies.map(({ json }) =>
    shaped(
      z.object({ status: z.string(), code: z.number(), data: z.record(z.string(), z.unknown()) }),
      JSON.parse(json),
    ),
  )
}

const keysOf = (value: unknown): string[] => Object.keys(recordOf(value))

test('the body of PA has the members of the contract, then those that every product has', async () => {
  const [body] = await bodiesOf([wallet])
  expect(body).toMatchObject({ status: 'success', code: 200 })
  const data = body?.data as Record<'logs' | 'meta' | 'header' | 'validity', Record<string, unknown>> & {
    transactions: object[]
  }
  expect(keysOf(data)).toEqual([
    'logs',
    'meta',
    'header',
    'transactions',
    'validity',
    'documentName',
    'decision',
    'reasonCodes',
    'cappedBy',
    'currency',
    'model',
    'documents',
  ])
  expect(data.logs).toEqual({
    documentType: 'WALLET_STATEMENT',
    documentIssuedBy: 'M-PESA',
    format: 'PDF',
    fileKey: null,
  })
  expect(keysOf(data.meta)).toEqual([
    'creationDate',
    'modDate',
    'keywords',
    'creator',
    'producer',
    'subject',
    'author',
    'title',
  ])
  expect(keysOf(data.header)).toEqual([
    'name',
    'phoneNumber',
    'email',
    'code',
    'statementPeriod',
    'requestDate',
    'accountNumber',
    'customerNumber',
    'accountType',
    'accountCreationDate',
    'branch',
    'currency',
    'openingBalance',
    'closingBalance',
    'availableBalance',
    'sumPaidIn',
    'sumPaidOut',
    'countPaidIn',
    'countPaidOut',
    'summary',
  ])
  expect(keysOf(data.header.summary)).toEqual([
    'sendMoney',
    'receivedMoney',
    'agentDeposit',
    'agentWithdrawal',
    'lipaPayBill',
    'lipaBuyGoods',
    'others',
    'total',
  ])
  expect(keysOf(data.transactions[0])).toEqual([
    'receiptNumber',
    'completionTime',
    'details',
    'paidIn',
    'paidOut',
    'balance',
    'transactionStatus',
    'transactionDate',
    'valueDate',
    'transactionType',
    'otherParty',
  ])
  expect(keysOf(data.validity)).toEqual([
    'hasName',
    'nameIsValid',
    'hasEmail',
    'emailIsValid',
    'hasPhoneNumber',
    'phoneNumberIsValid',
    'authorIsValid',
    'creatorIsValid',
    'notModified',
    'hasTransactions',
    'exclusionReasons',
    'isValid',
    'status',
    'reasons',
    'vouchedBy',
  ])
})

test('transactionDate, valueDate and transactionType are null for a wallet; a bank has transactionDate', async () => {
  type Row = Readonly<Record<'transactionDate' | 'receiptNumber' | 'transactionStatus', string | null>>
  const rowsOf = (body: Awaited<ReturnType<typeof bodiesOf>>[number] | undefined) =>
    body?.data['transactions'] as Row[]
  const [ofWallet, ofBank] = await bodiesOf([wallet, bank])
  expect(rowsOf(ofWallet)[0]).toMatchObject({ transactionDate: null, valueDate: null, transactionType: null })
  for (const { transactionDate, transactionStatus } of rowsOf(ofBank))
    expect([/^\d{4}-\d\d-\d\d$/.test(transactionDate ?? ''), transactionStatus]).toEqual([true, 'Completed'])
})

test('rows of a bank without receipts have a receiptNumber from their content, the same in every file', async () => {
  type Row = { readonly receiptNumber: string }
  const receipts = async () => {
    const again = await engine.document(await drawBank(bankDesigns.KCB, bankLife(5)), {
      documentType: 'BANK_STATEMENT',
      bankName: 'KCB',
      password: null,
    })
    const body = at(await bodiesOf([again]), 0)
    return (body.data['transactions'] as Row[]).map(({ receiptNumber }) => receiptNumber)
  }
  const first = await receipts()
  expect(first.length).toBeGreaterThan(10)
  expect(first.filter((receipt) => !/^ROW-[0-9A-F]{12}$/.test(receipt))).toEqual([])
  expect(await receipts()).toEqual(first)
})

test('the same documents give the same bytes in every request', async () => {
  for (const productCode of ['PA', 'PAS', 'PARS'] as const) {
    const [first, second] = await Promise.all(
      ['a', 'b'].map((requestId) =>
        engine.engine(engine.request([wallet, bank], { productCode, requestId })),
      ),
    )
    expect(second).toEqual(first)
  }
})

test('three rows have a PA body, but too little data for a score', async () => {
  const content = (drawn: WalletContent) => ({ ...drawn, rows: drawn.rows.slice(0, 3) })
  const three = await engine.document((await walletStatement({ months: 1, content })).bytes)
  const [parsed] = await bodiesOf([three])
  expect(parsed?.data).toMatchObject({
    validity: { exclusionReasons: ['insufficient_transactions'], isValid: false, status: 'UNVERIFIED' },
    decision: 'INSUFFICIENT_DATA',
    cappedBy: 'THIN_FILE',
  })
  const [scored] = await bodiesOf([three], { productCode: 'PAS' })
  expect(scored?.data).toMatchObject({
    scoring: { shortTermScore: -1, genericScore: -1, decision: 'INSUFFICIENT_DATA' },
    decision: 'INSUFFICIENT_DATA',
  })
})

const bureau = {
  subject: { nationalId: '29384756', firstName: 'Wanjiru', middleName: null, lastName: 'Mwangi' },
  answer: { kind: 'NoRecord', bureau: 'test', reference: 'R-1', responseDigest: 'ab' },
  pulledAt: asOf,
} as const

describe('several documents', () => {
  test('PA has a body for each document that was read, and a code for each that was not', async () => {
    const { documents, bodies } = await engine.engine(
      engine.request([wallet, { ...bank, bankName: 'EQUITY' }, bank]),
    )
    expect(documents.map((one) => (one.state === 'FAILED' ? one.code : one.state))).toEqual([
      'PARSED',
      'wrong_bank',
      'PARSED',
    ])
    expect(bodies).toHaveLength(2)
    const of = (name: string | undefined) => expect.objectContaining({ documentName: name })
    for (const [i, { json }] of bodies.entries()) {
      const { data } = shaped(
        z.object({ data: z.object({ documentName: z.string(), documents: z.array(anyObject) }) }),
        JSON.parse(json),
      )
      expect(data.documentName).toBe([wallet, bank][i]?.documentName)
      expect(data.documents).toEqual([
        {
          documentName: wallet.documentName,
          documentType: 'WALLET_STATEMENT',
          format: 'PDF',
          state: 'PARSED',
        },
        expect.objectContaining({
          state: 'FAILED',
          problem: { code: 'wrong_bank', detail: expect.stringContaining('KCB') },
        }),
        of(bank.documentName),
      ])
    }
  })

  test('PAS has a body for each document, and one body for all together', async () => {
    const bodies = await bodiesOf([wallet, bank], { productCode: 'PAS' })
    expect(bodies.map(({ data }) => 'transactions' in data)).toEqual([true, true, false])
    expect(bodies.every(({ data }) => 'scoring' in data)).toBe(true)
  })

  test('PARS and P8 have one body', async () => {
    const options = { ...resultOptionsDefault, withChecks: true }
    const [pars, ...others] = await bodiesOf([wallet, bank], { productCode: 'PARS', options })
    expect(others).toEqual([])
    const documents = [wallet, bank].map(({ documentName }) => ({
      documentName,
      state: 'PARSED',
      validity: { status: 'VALID', isValid: true, reasons: [], checks: expect.any(Array) },
    }))
    expect(pars?.data).toMatchObject({ currency: 'KES', cappedBy: 'SHORT_HISTORY', documents })
    const [p8, ...more] = await bodiesOf([wallet, bank], { productCode: 'P8', bureau, options })
    expect(more).toEqual([])
    expect(p8?.data).toMatchObject({
      documents,
      statements: [{ transactions: expect.any(Array) }, { header: {} }],
    })
  })

  test('have no body if none of them could be read', async () => {
    const { documents, bodies } = await engine.engine(
      engine.request([{ ...wallet, password: 'x' }], { productCode: 'PARS' }),
    )
    expect(documents).toEqual([expect.objectContaining({ state: 'FAILED', code: 'wrong_password' })])
    expect(bodies).toEqual([])
  })

  test('in two currencies are not scored together', async () => {
    const francs = await engine.document(
      await drawBank(bankDesigns.ECOBANK, bankLife(5, { language: 'fr', scale: 10, whole: true })),
      { documentType: 'BANK_STATEMENT', bankName: 'ECOBANK', password: null },
    )
    const bodies = await bodiesOf([wallet, francs], { productCode: 'PAS' })
    expect(bodies.map(({ data }) => [data['decision'], data['currency']])).toEqual([
      ['INSUFFICIENT_DATA', 'KES'],
      ['INSUFFICIENT_DATA', 'XAF'],
      ['INSUFFICIENT_DATA', null],
    ])
    expect(bodies[2]?.data).toMatchObject({ reasonCodes: [{ code: 'C03' }, { code: 'V17' }] })
  })
})

test.each(personaNames)(
  'the golden persona %s has the same scores after it was drawn, encrypted and read again',
  async (name) => {
    const statement = personaStatement(name)
    const document = await engine.document(await drawStatement(statement))
    const [body] = await bodiesOf([document], { productCode: 'PARS' })
    const { shortTermScore, genericScore, businessScore, riskSummary } = assess([statement], asOf)
    expect(body?.data).toMatchObject({
      recommendations: {
        short_term_score: shortTermScore,
        generic_score: genericScore,
        bwc_score: businessScore,
      },
      summary: { risk_summary: riskSummary },
    })
  },
)

describeEachDatabase('the options of a client', (database) => {
  const world = scoringWorldFor(database)
  const { firstName, lastName, phoneNumber, email } = holder

  test('mask contacts and leave out the evidence by default, and show both if that was agreed', async () => {
    const caller = await world().newClient()
    const { clientId } = caller
    world().engine.current = engine.engine
    const dataOf = async (productCode: string) => {
      const about = { firstName, lastName, phoneNumber, email, productCode }
      const documentsDetails = [walletOf('a.pdf', { password: statement.password })]
      const { body } = await caller.submit({ ...person, ...about, documentsDetails })
      await put(body.uploadUrls[0].url, statement.bytes)
      await world().process()
      const { parsedUrls } = (await caller.results(body.requestId)).body
      return (await ask(parsedUrls[0])).body.data
    }
    for (const productCode of ['PA', 'PAS']) {
      const { header, validity } = await dataOf(productCode)
      expect(header).toMatchObject({
        name: statement.content.holder.name,
        phoneNumber: '2547******123',
        email: 'w***@example.com',
      })
      expect(validity).toMatchObject({ phoneNumberIsValid: true, emailIsValid: true })
      expect(validity).not.toHaveProperty('checks')
    }
    expect((await dataOf('PARS')).persona.phone_number).toBe('2547******123')

    const deps = { database: world().database, pepper, now: world().clock.now() }
    await setClientOptions(deps, { clientId, options: { masksContacts: false, withChecks: true } })
    const { header, validity } = await dataOf('PA')
    expect(header).toMatchObject({ phoneNumber: phoneNumber.slice(1), email })
    expect(validity.checks).toContainEqual(expect.objectContaining({ id: 'running_balance', passed: true }))
    expect((await dataOf('PARS')).persona.phone_number).toBe(phoneNumber.slice(1))
  })
})
