import { expect, test } from '@jest/globals'
import { keyOfId } from '../../src/kernel/ids.js'
import { anonymiseScore } from '../../src/score-requests/drive/anonymise-score.js'
import { nationalIdCondition } from '../../src/score-requests/requests/persons.read.js'
import { submitScoreRequest } from '../../src/score-requests/requests/submit-score-request.js'
import { readScoreReport } from '../../src/score-requests/requests/scores.read.js'
import { analyst, clerk, person as actorWith, serviceOf, type Service } from '../graphql/support.js'
import { hashNationalId } from '../../src/platform/identity/keys/keys.js'
import type { Database } from '../../src/platform/database/database.js'
import { describeEachDatabase } from '../support/services.js'
import { p7, p8Of, parsOf, pasOf } from './bodies.js'
import type { Reaction } from './stub-service.js'
import { clerk as orderer, person, scoresWorldFor } from './world.js'
import { at, present } from '../support/present.js'
import { anyObject, recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'
import { productCodes } from '../../src/scoring-contract/words.js'

const section = z.record(z.string(), z.unknown())

const { phoneNumber: _, ...unphoned } = person
const wallet = (documentName: string, changes: object = {}) => ({
  documentName,
  documentType: 'WALLET_STATEMENT',
  password: 'x1',
  ...changes,
})

const shown = `scoreRequest {
  id productCode status askedBy askedOn submissions person { firstName phoneNumber nationalId }
  customer { msisdn } documents { documentName state uploadPath } result { notices } rawResults }`
/** Adds the id of the row, which is a part of the shown id. */
const withKey = <Shown extends { id: string }>(shown: unknown) => ({
  ...(shown as Shown),
  key: keyOfId('ScoreRequest', (shown as Shown).id),
})
const shownAgain = 'scoreRequest { id status resubmissionOf documents { state } }'

describeEachDatabase('score requests in GraphQL', (database) => {
  const scores = scoresWorldFor(database)
  let made: Service | undefined
  const service = (): Service => (made ??= serviceOf(scores().world, { scores: scores().deps }))
  const completed = async (...bodies: readonly unknown[]): Promise<string> => {
    scores().stub.results = bodies
    const all = bodies.map((body) => shaped(z.object({ data: z.record(z.string(), z.unknown()) }), body).data)
    const own = all.flatMap(({ documentName }) => shaped(z.string().optional(), documentName) ?? [])
    const told = shaped(z.array(z.object({ documentName: z.string() })), all.at(-1)?.['documents'] ?? [])
    const names = [...new Set([...own, ...told.map(({ documentName }) => documentName)])]
    const { boosted, scoring, transactions } = all[0] ?? {}
    const ofScoring = shaped(z.object({ productCode: z.enum(productCodes) }).optional(), scoring)?.productCode
    const named = boosted ? 'P8' : (ofScoring ?? (transactions ? 'PA' : undefined))
    const productCode = named ?? 'PARS'
    const ordered = productCode === 'P7' ? [] : names.length > 0 ? names : undefined
    const { id } = await scores().submit(ordered, { productCode })
    await scores().until(id, 'COMPLETED')
    return id
  }
  const failed = async (): Promise<string> => {
    const wrong: Reaction = {
      status: 422,
      body: {
        status: 'error',
        code: 422,
        message: 'no',
        details: 'wrong_password: a.pdf',
        documents: [{ documentName: 'a.pdf', code: 'wrong_password', detail: 'it does not open a.pdf' }],
      },
    }
    scores().stub.reactNext('/score/results', wrong)
    const { id } = await scores().submit(['a.pdf', 'b.pdf'])
    await scores().until(id, 'FAILED')
    return id
  }

  test('of a customer use the phone and e-mail address on file', async () => {
    const { msisdn } = await scores().world.register({ email: 'awa@example.com' })
    const input = { ...unphoned, msisdn, productCode: 'P7' }
    const { scoreRequest } = await service().act('submitScoreRequest', input, shown)
    const made = withKey(scoreRequest)
    expect(made).toMatchObject({
      status: 'QUEUED',
      askedBy: 'BACK_OFFICE',
      askedOn: '2026-03-01',
      person: { firstName: 'Wanjiku', phoneNumber: `+${msisdn}`, nationalId: '*****756' },
      customer: { msisdn },
      documents: [],
      result: null,
      rawResults: [],
    })
    await scores().until(made.key, 'COMPLETED')
    expect(JSON.parse(at(scores().stub.requestsTo('/score/request'), 0).body.toString())).toMatchObject({
      phoneNumber: `+${msisdn}`,
      email: 'awa@example.com',
    })
  })

  test('are created once for an idempotency key of a caller, also by concurrent calls', async () => {
    const ordered = async (changes: object, actor = clerk) => {
      const input = { ...person, productCode: 'P7', idempotencyKey: 'order-1', ...changes }
      const { scoreRequest } = await service().act('submitScoreRequest', input, shown, { actor })
      return withKey(scoreRequest).key
    }
    const ids = await Promise.all([1, 2, 3, 4].map(() => ordered({})))
    expect(new Set(ids).size).toBe(1)
    expect(await ordered({ idempotencyKey: 'order-2' })).not.toBe(ids[0])
    expect(await ordered({}, actorWith('ADMIN'))).not.toBe(ids[0])
    for (const other of [{ lastName: 'Otieno' }, { augment: true }, { city: 'Nairobi' }]) {
      const input = { ...person, productCode: 'P7', idempotencyKey: 'order-1', ...other }
      expect(await service().refused('submitScoreRequest', input)).toBe('INVALID_ARGUMENT')
    }
    expect(await ordered({ augment: false, documents: [] })).toBe(ids[0])
    await scores().world.write('UPDATE score_requests SET order_hash = NULL')
    expect(await ordered({ lastName: 'Otieno' })).toBe(ids[0])
    const input = { ...person, productCode: 'P7', idempotencyKey: 'a b' }
    expect(await service().refused('submitScoreRequest', input)).toBe('INVALID_ARGUMENT')
    const [count] = await scores().world.rows(`SELECT COUNT(*) AS n FROM audit_log WHERE subject = ?`, ids[0])
    expect(Number(count?.['n'])).toBe(1)
  })

  test('show the state of each document and why it could not be read, but not the detail to an analyst', async () => {
    const query = `{ scoreRequest(id: "${await failed()}") { documents { state problem { code message detail } } } }`
    const problem = { code: 'WRONG_PASSWORD', message: expect.any(String), detail: 'it does not open a.pdf' }
    const sent = { state: 'SENT', problem: null }
    expect(await service().ask(query)).toEqual({
      scoreRequest: { documents: [{ state: 'FAILED', problem }, sent] },
    })
    expect(await service().ask(query, { actor: analyst })).toEqual({
      scoreRequest: { documents: [{ state: 'FAILED', problem: { ...problem, detail: null } }, sent] },
    })
  })

  test('with the same idempotency key are refused if their documents differ', async () => {
    const ordered = async (bytes: string) => {
      const documents = [
        {
          documentName: 'a.pdf',
          documentType: 'WALLET_STATEMENT' as const,
          bankName: null,
          password: 'x1',
          accountNumber: null,
          file: await scores().sealed(Buffer.from(bytes)),
        },
      ]
      return scores().submit([], { orderKey: 'bytes', documents })
    }
    const { id } = await ordered('%PDF-1.5 one')
    expect((await ordered('%PDF-1.5 one')).id).toBe(id)
    await expect(ordered('%PDF-1.5 two')).rejects.toThrow('This idempotencyKey was used for another order')
  })

  test('with the same idempotency key are one order while the pepper is rotated', async () => {
    const { deps, world } = scores()
    const call = world.call({ actor: orderer })
    const order = { msisdn: null, orderKey: 'rotated', person, augment: false, documents: [] } as const
    const { id } = await submitScoreRequest(deps, call, { ...order, productCode: 'P7' })
    const rotated = { ...deps, pepper: 'the next pepper', pepperBefore: deps.pepper }
    expect((await submitScoreRequest(rotated, call, { ...order, productCode: 'P7' })).id).toBe(id)
    const other = { ...order, productCode: 'P7', augment: true } as const
    await expect(submitScoreRequest(rotated, call, other)).rejects.toThrow('used for another order')
  })

  test('store names without blanks around them, and the bank of a bank statement by its code', async () => {
    const blanks = ' '.repeat(200)
    const bank = { documentName: 'b.pdf', documentType: 'BANK_STATEMENT', bankName: `k${blanks}cb` }
    const input = {
      ...person,
      firstName: `${blanks}Wanjiku `,
      productCode: 'PA',
      documents: [bank, wallet('a.pdf', { bankName: 'x' })],
    }
    const { scoreRequest } = await service().act('submitScoreRequest', input, shown)
    const { key: id, person: kept } = withKey<{ id: string; person: object }>(scoreRequest)
    expect(kept).toMatchObject({ firstName: 'Wanjiku' })
    expect((await scores().documents(id)).map(({ bankName }) => bankName)).toEqual(['KCB', null])
  })

  test('are refused for an unregistered number; the refusal of an invalid input names all its mistakes', async () => {
    const { act, refused } = service()
    const input = { ...unphoned, msisdn: scores().world.newNumber(), productCode: 'P7' }
    expect(await refused('submitScoreRequest', input)).toBe('NOT_REGISTERED')
    const wrong = {
      ...person,
      phoneNumber: '0712345678',
      nationalId: ' ',
      productCode: 'PARS',
      documents: [
        wallet('a.pdf', { password: null }),
        { documentName: '../b', documentType: 'BANK_STATEMENT' },
      ],
    }
    const { refusal } = shaped(
      z.object({ refusal: z.object({ code: z.string(), message: z.string() }) }),
      await act('submitScoreRequest', wrong, 'refusal { code message }'),
    )
    expect(refusal.code).toBe('INVALID_ARGUMENT')
    for (const field of [
      'nationalId',
      'phoneNumber',
      'documents[0].password',
      'documents[1].documentName',
      'documents[1].bankName',
    ])
      expect(refusal.message).toContain(field)
    expect(refusal.message).not.toContain('0712345678')
    const unheld = {
      ...person,
      productCode: 'PA',
      documents: [wallet('a.pdf', { file: { path: '/etc/passwd', key: 'x', format: 'pdf' } })],
    }
    await expect(act('submitScoreRequest', unheld)).rejects.toThrow('must be a file of a multipart request')
  })

  test('wait for each document at an upload path, which an analyst does not see, and fail if none arrives in time', async () => {
    const { ask, act } = service()
    const input = { ...person, productCode: 'PA', documents: [wallet('a.pdf')] }
    const { scoreRequest } = await act('submitScoreRequest', input, shown)
    const made = withKey<{ id: string; documents: { uploadPath: string }[] }>(scoreRequest)
    expect(made).toMatchObject({ status: 'AWAITING_DOCUMENTS', documents: [{ state: 'AWAITED' }] })
    expect(made.documents[0]?.uploadPath).toMatch(
      /^\/scores\/documents\/\w+\?expires=\d+&key=development&signature=/,
    )
    await scores().tick()
    const query = `{ scoreRequest(id: "${made.id}") { status documents { documentName uploadPath } person { firstName middleName lastName phoneNumber } } }`
    expect(await ask(query, { actor: analyst })).toEqual({
      scoreRequest: {
        status: 'AWAITING_DOCUMENTS',
        documents: [{ documentName: 'a***', uploadPath: null }],
        person: { firstName: 'W***', middleName: null, lastName: 'K***', phoneNumber: '+25********78' },
      },
    })
    await scores().world.write('UPDATE score_requests SET due_at = 0 WHERE id = ?', made.key)
    await scores().tick()
    const failure = `{ scoreRequest(id: "${made.id}") { status documents { state uploadPath } failure { code message } } }`
    expect(await ask(failure, { language: 'fr' })).toEqual({
      scoreRequest: {
        status: 'FAILED',
        documents: [{ state: 'AWAITED', uploadPath: null }],
        failure: {
          code: 'DOCUMENTS_NOT_RECEIVED',
          message: expect.stringContaining('Faites une nouvelle demande'),
        },
      },
    })
  })

  test('show a PARS result by its sections', async () => {
    const body = shaped(z.object({ data: z.record(z.string(), z.unknown()) }), parsOf('salaried'))
    const id = await completed(body)
    const { scoreRequest } = await service().ask(`{ scoreRequest(id: "${id}") { status rawResults result {
      summary { shortTermLimit businessLimit confidenceLevel riskSummary observedMonthlyIncome mainOutflowCategories { category amount share } customerBehaviourIdentified }
      persona { name phoneNumber hasSalary isADriver earningProfile mainBank }
      dataCompleteness { statementPeriod completenessFlag nbMonthsInStatement transactionCount transactionDays }
      cashflow { cashInflowRatio estimatedMonthlyIncome { low mid high method monthsUsed } observedIncomeBlock { salary regularPayerShare } evolutionOfCashflow { month inflow outflow } monthlyIncomeEvolution { month income } }
      borrowingCharacter { nbDisbEvents totalDisbursed avgDisbPerEvent highestOverdraft }
      recommendations { shortTermScore bwcScore genericScore shortTermAffordability businessAffordability }
      lifestyle { topSpendingCategories { category value } utilitiesPayments { name amount frequency } topSupermarketsVisited { label value } customerBehaviour { title status } }
      scoring { decision } boosted { score } reasonCodes { code } statements { transactionCount } } } }`)
    const { result, rawResults } = shaped(
      z.object({
        result: z.record(z.string(), z.unknown()),
        rawResults: z.array(z.unknown()),
      }),
      scoreRequest,
    )
    const { data } = body
    expect(rawResults).toEqual([body])
    expect(result['recommendations']).toEqual({
      shortTermScore: 930,
      bwcScore: -1,
      genericScore: 981,
      shortTermAffordability: recordOf(data['recommendations'])['short_term_affordability'],
      businessAffordability: null,
    })
    const limit = shaped(
      z.object({ short_term_limit: z.number() }),
      recordOf(data['summary'])['recommended_credit_limit'],
    )
    expect(result['summary']).toMatchObject({
      shortTermLimit: limit.short_term_limit,
      businessLimit: null,
      mainOutflowCategories: recordOf(data['summary'])['main_outflow_categories'],
    })
    expect(result['persona']).toMatchObject({
      hasSalary: true,
      earningProfile: 'formal',
      name: recordOf(data['persona'])['name'],
    })
    const estimated = shaped(
      z.object({ mid: z.number() }),
      recordOf(data['cashflow'])['estimated_monthly_income'],
    )
    expect(result['cashflow']).toMatchObject({
      estimatedMonthlyIncome: {
        mid: estimated.mid,
      },
      evolutionOfCashflow: recordOf(data['cashflow'])['evolution_of_cashflow'],
    })
    expect(recordOf(result['lifestyle'])['customerBehaviour']).toEqual(
      recordOf(data['lifestyle'])['customer_behaviour'],
    )
    expect(recordOf(result['borrowingCharacter'])['nbDisbEvents']).toBe(
      recordOf(data['borrowing_character'])['nb_disb_events'],
    )
    expect(result).toMatchObject({ scoring: null, boosted: null, reasonCodes: [], statements: [] })
    const nothing = (value: unknown): boolean => value === null || value === undefined
    const { summary, dataCompleteness, borrowingCharacter } = result
    for (const part of [dataCompleteness, borrowingCharacter])
      expect(Object.values(recordOf(part)).some(nothing)).toBe(false)
    expect(recordOf(summary)['confidenceLevel']).toMatch(/%$/)
  })

  test('show the scoring of PAS, P7 and P8; for several documents, the combined scoring', async () => {
    const { ask } = service()
    const query = (id: string) => `{ scoreRequest(id: "${id}") { id decision riskBand result {
      scoring { shortTermScore enhancedScore decision riskBand recommendedCreditLimit { shortTermLimit netLimit currency } affordability { shortTerm } confidenceLevel model { id version } }
      boosted { score riskBand decision limit weights { statement bureau } } reasonCodes { code text characteristic value }
      statements { header { name phoneNumber currency openingBalance } validity { isValid exclusionReasons } transactionCount } notices } } }`
    const read = async (...bodies: readonly unknown[]) => {
      const { scoreRequest } = await ask(query(await completed(...bodies)))
      const { id, decision, riskBand, result } = shaped(
        z.object({
          id: z.string(),
          decision: z.string().nullable(),
          riskBand: z.string().nullable(),
          result: z.object({ boosted: section.nullable(), scoring: section.nullable() }),
        }),
        scoreRequest,
      )
      const { boosted, scoring } = result
      const judged = boosted ?? scoring
      expect([decision, riskBand]).toEqual([judged?.['decision'], judged?.['riskBand']])
      expect(decision).not.toBeNull()
      const narrowed = `decision: [${decision}], ${riskBand === null ? '' : `riskBand: [${riskBand}]`}`
      const { scoreRequests } = await ask(
        `{ scoreRequests(filter: { ${narrowed} }) { nodes { id decision } } }`,
      )
      const { nodes } = shaped(
        z.object({ nodes: z.array(z.object({ id: z.string(), decision: z.string() })) }),
        scoreRequests,
      )
      expect(nodes.map((node) => node.id)).toContain(id)
      expect(new Set(nodes.map((node) => node.decision))).toEqual(new Set([decision]))
      const reasons = await scores().world.rows(
        'SELECT code FROM score_reasons WHERE score_id = ? ORDER BY code',
        keyOfId('ScoreRequest', id),
      )
      expect(reasons.length).toBeGreaterThan(0)
      return result
    }
    expect(await read(...pasOf('trader'))).toMatchObject({
      scoring: {
        shortTermScore: expect.any(Number),
        decision: expect.any(String),
        model: { version: expect.any(String) },
      },
      boosted: null,
      reasonCodes: expect.arrayContaining([
        expect.objectContaining({ code: expect.any(String), text: expect.any(String) }),
      ]),
      statements: [
        { header: { currency: 'KES', openingBalance: 5 }, validity: { isValid: true }, transactionCount: 1 },
        { transactionCount: 1 },
      ],
    })
    expect(await read(p7())).toMatchObject({
      scoring: { enhancedScore: expect.any(Number), shortTermScore: null, recommendedCreditLimit: null },
      notices: expect.arrayContaining([expect.stringContaining('No income is known')]),
      statements: [],
    })
    expect(await read(p8Of('salaried'))).toMatchObject({
      scoring: { shortTermScore: 930 },
      boosted: { score: expect.any(Number), weights: { bureau: expect.any(Number) } },
    })
  })

  test('show the decision, its reasons, and the validity of each document', async () => {
    const validity = {
      isValid: false,
      exclusionReasons: ['author_mismatch'],
      status: 'UNVERIFIED',
      reasons: ['csv_not_vouched_for'],
      vouchedBy: null,
    }
    const why = { code: 'V16', text: 'A table', characteristic: 'csv_not_vouched_for', value: 'a.csv' }
    const lost = { code: 'R04', text: 'Balances', characteristic: 'daysOfCover', value: 2.5 }
    const verdict = {
      decision: 'REFER',
      cappedBy: 'UNVERIFIED_DOCUMENT',
      reasonCodes: [why, lost],
      currency: 'KES',
      model: { id: 'sc-2026.2', version: '2.1.0' },
    }
    const document = { documentName: 'a.csv', documentType: 'BANK_STATEMENT', format: 'CSV', state: 'PARSED' }
    const { data } = shaped(z.object({ data: anyObject }), parsOf('salaried'))
    const query = (id: string) => `{ scoreRequest(id: "${id}") { result {
      decision cappedBy currency model { id } reasonCodes { code value documentName }
      documents { documentName format state validity { isValid status reasons vouchedBy } } } } }`
    const read = async (...bodies: readonly object[]) => {
      const told = bodies.map((body) => ({ status: 'success', code: 200, data: body }))
      const { scoreRequest } = await service().ask(query(await completed(...told)))
      return shaped(z.object({ result: anyObject }), scoreRequest).result
    }
    const judged = { isValid: false, status: 'UNVERIFIED', reasons: ['csv_not_vouched_for'], vouchedBy: null }
    const said = {
      decision: 'REFER',
      cappedBy: 'UNVERIFIED_DOCUMENT',
      currency: 'KES',
      model: { id: 'sc-2026.2' },
      reasonCodes: [
        { code: 'V16', value: null, documentName: 'a.csv' },
        { code: 'R04', value: 2.5, documentName: null },
      ],
      documents: [{ documentName: 'a.csv', format: 'CSV', state: 'PARSED', validity: judged }],
    }
    expect(await read({ ...data, ...verdict, documents: [{ ...document, validity }] })).toEqual(said)
    const failed = {
      ...document,
      documentName: 'b.csv',
      state: 'FAILED',
      problem: { code: 'not_a_pdf', detail: '' },
    }
    const pa = { header: {}, transactions: [], validity, documentName: 'a.csv' }
    expect(await read({ ...pa, ...verdict, documents: [document, failed] })).toEqual({
      ...said,
      documents: [
        ...said.documents,
        { documentName: 'b.csv', format: 'CSV', state: 'FAILED', validity: null },
      ],
    })
    // PA has no combined result: the most severe of its documents counts.
    const good = { ...pa, documentName: 'c.pdf', decision: null, cappedBy: null, reasonCodes: [] }
    expect(await read({ ...pa, ...verdict }, good)).toMatchObject({
      decision: 'REFER',
      reasonCodes: said.reasonCodes,
    })
  })

  test('show null for values of a wrong type, and the rest of the result', async () => {
    const odd = {
      status: 'success',
      code: 200,
      data: {
        summary: {},
        recommendations: { short_term_score: 'many', generic_score: 3.5, bwc_score: 3 },
        cashflow: 7,
      },
    }
    const { scoreRequest } = await service().ask(
      `{ scoreRequest(id: "${await completed(odd)}") { result { recommendations { shortTermScore genericScore bwcScore } cashflow { snapshotDate } } } }`,
    )
    expect(scoreRequest).toEqual({
      result: { recommendations: { shortTermScore: null, genericScore: null, bwcScore: 3 }, cashflow: null },
    })
  })

  test('are found by a national ID that was hashed under the previous pepper, during a rotation', () => {
    const { parameters } = nationalIdCondition('person_hash', ['next', 'before'], '4711222')
    for (const pepper of ['next', 'before']) expect(parameters).toContain(hashNationalId(pepper, '4711222'))
  })

  test('are found by a name in either order and by a national ID, but not for a caller who sees pseudonyms', async () => {
    const { ask, refusal } = service()
    const { msisdn } = await scores().world.register()
    const named = (firstName: string, lastName: string, nationalId: string, ofCustomer: boolean) =>
      scores().submit([], {
        productCode: 'P7',
        msisdn: ofCustomer ? msisdn : null,
        person: { ...person, firstName, lastName, nationalId, ...(ofCustomer && { middleName: 'Mélanie' }) },
      })
    const hers = `SCORE-${(await named('Éloïse', 'Ngo-Bassa', 'CM 4711.b', true)).id}`
    const his = `SCORE-${(await named('Elon', 'Ngono', '4711222', false)).id}`
    const search = async (text: string, whose = 'whose { msisdn }') => {
      const { search: hits } = await ask(
        `query ($text: String!) { search(text: $text) { ${whose} found { ... on ScoreRequest { id } } } }`,
        { variables: { text } },
      )
      return shaped(z.array(z.object({ found: z.object({ id: z.string().optional() }) })), hits).flatMap(
        ({ found }) => found.id ?? [],
      )
    }
    for (const text of [
      'eloise',
      'NGO BASSA',
      'Eloïse Mélanie Ngo',
      'bassa eloise ngo',
      'Ngo  bassa, Éloïse',
      hers,
    ])
      expect([text, await search(text)]).toEqual([text, [hers]])
    expect(await search('Elon Ngono')).toEqual([his])
    expect(new Set(await search('ngo'))).toEqual(new Set([hers, his]))
    // Selecting `customer`, which cannot be null, leaves out requests for people who are not customers.
    expect(await search('ngo', 'customer { id }')).toEqual([hers])
    expect(await search('ngo', '... on SearchHit { customer { id } }')).toEqual([hers])
    for (const text of ['CM 4711.b', 'cm4711B', 'cm 4711.B', 'CM-4711B'])
      expect([text, await search(text)]).toEqual([text, [hers]])
    expect(await search('4711222')).toEqual([his])
    for (const nobody of ['n', 'ngx', '4711', '...', 'SCORE-NONE']) expect(await search(nobody)).toEqual([])

    const filtered = async (filter: string) => {
      const { scoreRequests } = await ask(`{ scoreRequests(filter: { ${filter} }) { nodes { id } } }`)
      return shaped(z.object({ nodes: z.array(z.object({ id: z.string() })) }), scoreRequests).nodes.map(
        ({ id }) => id,
      )
    }
    expect(await filtered('name: "ngo"')).toEqual([his, hers])
    expect(await filtered('name: "ngo", product: [PARS]')).toEqual([])
    expect(await filtered('nationalId: "4711222"')).toEqual([his])
    expect(await filtered('nationalId: " "')).toEqual([])
    expect(await refusal('{ scoreRequests(filter: { name: "1" }) { nodes { id } } }')).toBe(
      'INVALID_ARGUMENT 400',
    )
    for (const filter of ['name: "ngo"', 'nationalId: "4711222"'])
      expect(
        await refusal(`{ scoreRequests(filter: { ${filter} }) { nodes { id } } }`, { actor: analyst }),
      ).toBe('FORBIDDEN 403')

    await scores().world.database.inTransaction(async (tx) =>
      anonymiseScore(tx, await scores().find(keyOfId('ScoreRequest', hers))),
    )
    expect(await search('eloise')).toEqual([])
  })

  test('are found by indexes only, however many there are', async () => {
    const { world } = scores()
    const { id } = await scores().submit([], { productCode: 'P7', person: { ...person, firstName: 'Zoé' } })
    const row = at(await world.rows('SELECT * FROM score_requests WHERE id = ?', id), 0)
    const own: Record<string, string> = {
      id: `CONCAT('COPY-', n)`,
      by_first_name: `CONCAT('name', n)`,
      by_last_name: `CONCAT('family', n)`,
      person_hash: `CONCAT('', n)`,
      order_key: 'NULL',
      due_at: 'NULL',
    }
    const names = Object.keys(row)
    await world.write(
      `INSERT INTO score_requests (${names.join(', ')})
       WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 900)
       SELECT ${names.map((name) => (name in own ? present(own[name]).replaceAll(/\bn\b/g, 'one.n * 1000 + other.n') : name)).join(', ')}
       FROM score_requests CROSS JOIN numbers one CROSS JOIN (SELECT n FROM numbers WHERE n <= 20) other WHERE id = ?`,
      id,
    )
    if (database.kind === 'mysql') await world.rows('ANALYZE TABLE score_requests')
    const asked: (readonly [string, readonly unknown[]])[] = []
    const { read } = world.database
    const spying: Database = {
      ...world.database,
      read: { ...read, all: (sql, of = []) => (asked.push([sql, of]), read.all(sql, of)) },
    }
    const { ask } = serviceOf(world, { scores: scores().deps, database: spying })
    const queries = ['zoe kamau', 'kamau zoe', person.nationalId].map(
      (text) => `{ search(text: "${text}") { found { ... on ScoreRequest { id } } } }`,
    )
    for (const filter of ['name: "zoe"', 'name: "kamau zoe"', `nationalId: "${person.nationalId}"`])
      queries.push(`{ scoreRequests(filter: { ${filter} }) { nodes { id } totalCount { value } } }`)
    for (const query of queries) expect(JSON.stringify(await ask(query))).toContain(id)
    const plans: string[] = []
    for (const [sql, parameters] of asked.filter(([sql]) => sql.includes('score_requests'))) {
      const explain = database.kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
      for (const step of await world.rows(`${explain} ${sql}`, ...parameters)) {
        const { type, table, rows, detail } = step
        plans.push(
          String(detail ?? `${String(table)} ${String(type)} ${Number(rows) < 100 ? 'few' : 'MANY'}`),
        )
      }
    }
    await world.write(`DELETE FROM score_requests WHERE id LIKE 'COPY-%'`)
    expect(plans.length).toBeGreaterThan(10)
    expect(plans.filter((step) => /SCAN score_requests|MANY/.test(step))).toEqual([])
  })

  test('show an analyst no name and no number in any part of a result', async () => {
    const ids = [
      await completed(...pasOf('trader')),
      await completed(parsOf('salaried')),
      await completed(p7()),
    ]
    const everything = `{ ${ids
      .map(
        (
          id,
          i,
        ) => `r${i}: scoreRequest(id: "${id}") { rawResults person { firstName lastName phoneNumber nationalId }
      result { persona { name phoneNumber } statements { header { name phoneNumber } } } documents { documentName } }`,
      )
      .join('\n')} }`
    const masked = JSON.stringify(await service().ask(everything, { actor: analyst }))
    for (const secret of [
      'Kamau',
      'KAMAU',
      'Achieng',
      '0712345678',
      '254712345678',
      '254700111222',
      'kamau',
      '29384756',
    ])
      expect(masked).not.toContain(secret)
    const open = JSON.stringify(await service().ask(everything, { actor: clerk }))
    for (const shown of ['Kamau', 'Achieng', '254700111222']) expect(open).toContain(shown)
    const report = readScoreReport(scores().world.database, scores().deps.sealing)
    expect(await report(at(ids, 0), 'en')).toMatchObject({ state: 'COMPLETED', product: 'PAS' })
    expect(await report('nothing', 'en')).toBeUndefined()
  })

  test('are listed by customer, product, state and date, in pages', async () => {
    const { ask } = service()
    const { msisdn } = await scores().world.register()
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      if (i === 3) scores().world.clock.set('2026-03-02')
      scores().world.clock.advance(1000)
      const { id } = await scores().submit([], { msisdn, productCode: 'P7' })
      made.unshift(`SCORE-${id}`)
    }
    const { customer } = await ask(`{ customer(by: { msisdn: "${msisdn}" }) { id } }`)
    const own = `customer: "${shaped(z.object({ id: z.string() }), customer).id}"`
    const list = async (filter: string, page = 'first: 20') => {
      const { scoreRequests } = await ask(
        `{ scoreRequests(filter: { ${filter} }, ${page}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
      )
      const { nodes, pageInfo } = shaped(
        z.object({
          nodes: z.array(z.object({ id: z.string() })),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        }),
        scoreRequests,
      )
      return { ids: nodes.map(({ id }) => id), ...pageInfo }
    }
    const first = await list(own, 'first: 2')
    expect(first).toMatchObject({ ids: made.slice(0, 2), hasNextPage: true })
    const second = await list(own, `first: 2, after: "${first.endCursor}"`)
    expect(second.ids).toEqual(made.slice(2, 4))
    expect(await list(own, `first: 2, after: "${second.endCursor}"`)).toMatchObject({
      ids: made.slice(4),
      hasNextPage: false,
    })
    expect((await list(`${own}, askedOn: { from: "2026-03-02" }`)).ids).toEqual(made.slice(0, 2))
    expect((await list(`${own}, askedOn: { before: "2026-03-02" }`)).ids).toEqual(made.slice(2))
    expect((await list(`${own}, product: [PARS]`)).ids).toEqual([])
    expect((await list(`${own}, status: [QUEUED], product: [P7, PARS]`)).ids).toEqual(made)
    expect(await list('customer: "nobody"')).toMatchObject({ ids: [], endCursor: null })
  })

  test('that failed can be resubmitted once, with a new password and the stored files', async () => {
    const { act, refused } = service()
    const id = await failed()
    const resubmit = async (input: Record<string, unknown>) =>
      withKey((await act('resubmitScoreRequest', input, shownAgain))['scoreRequest'])
    const documents = [wallet('a.pdf', { password: 'the right one' }), wallet('b.pdf', { password: null })]
    const again = await resubmit({ id, documents })
    const { key: next } = again
    expect(again).toMatchObject({
      status: 'QUEUED',
      resubmissionOf: `SCORE-${id}`,
      documents: [{ state: 'HELD' }, { state: 'HELD' }],
    })
    const atOnce = await Promise.all([1, 2, 3].map(() => resubmit({ id })))
    for (const found of atOnce) expect(found).toMatchObject({ key: next })
    scores().stub.received.length = 0
    await scores().until(next, 'COMPLETED')
    const sent = at(scores().stub.requestsTo('/score/request'), 0)
    expect(sent.headers['idempotency-key']).toBe(`${next}.1`)
    expect(JSON.parse(sent.body.toString()).documentsDetails).toMatchObject([
      { password: 'the right one' },
      { password: 'open-sesame-please' },
    ])
    expect(
      scores()
        .stub.requestsTo('/put/')
        .map(({ body }) => body.toString()),
    ).toEqual([expect.stringMatching(/a\.pdf$/), expect.stringMatching(/b\.pdf$/)])
    expect((await scores().find(id)).person).toBeNull()
    for (const other of [next, 'nothing', `${id} `])
      expect(await refused('resubmitScoreRequest', { id: other })).toBe('INVALID_ARGUMENT')
    const audited = await scores().world.rows(
      'SELECT action, state_before FROM audit_log WHERE subject = ? AND actor <> ?',
      next,
      'job',
    )
    expect(audited).toEqual([
      { action: 'RESUBMIT_SCORE_REQUEST', state_before: JSON.stringify({ failed: id }) },
    ])
  })

  test('that failed are resubmitted once by concurrent calls', async () => {
    const id = await failed()
    const made = await Promise.all(
      [1, 2, 3].map(() => service().act('resubmitScoreRequest', { id }, shownAgain)),
    )
    const ids = made.map(({ scoreRequest }) => shaped(z.object({ id: z.string() }), scoreRequest).id)
    expect(new Set(ids).size).toBe(1)
  })

  test('that failed keep their inputs if the key of the resubmission was used for an order of an earlier version', async () => {
    const id = await failed()
    const idempotencyKey = 'of-an-earlier-order'
    await service().act('submitScoreRequest', { ...person, productCode: 'P7', idempotencyKey }, shown)
    await scores().world.write('UPDATE score_requests SET order_hash = NULL')
    expect(await service().refused('resubmitScoreRequest', { id, idempotencyKey })).toBe('INVALID_ARGUMENT')
    expect((await scores().find(id)).person).not.toBeNull()
  })

  test('that failed and were wiped cannot be resubmitted', async () => {
    const id = await failed()
    await scores().world.write('UPDATE score_requests SET person = NULL WHERE id = ?', id)
    const { refusal } = await service().act('resubmitScoreRequest', { id }, 'refusal { message }')
    expect(refusal).toEqual({ message: expect.stringContaining('no longer held') })
  })

  test('can be submitted by the back office only', async () => {
    const input = { ...person, productCode: 'P7' }
    for (const role of ['ANALYST', 'APPROVER', 'GATEWAY', 'TESTER'] as const)
      expect(await service().refused('submitScoreRequest', input, { actor: actorWith(role) })).toBe(
        'FORBIDDEN 403',
      )
  })
})
