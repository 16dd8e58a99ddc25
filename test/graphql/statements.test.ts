import { expect, test } from '@jest/globals'
import { createCopies } from '../../src/bank/statements/copy-statement.js'
import { createFakeMailer } from '../../src/bank/statements/mail/fake.js'
import { submitRequest, bank, deliveryOf, tickUntil } from '../statements/support.js'
import { pdfPages } from '../support/pdf-text.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, serviceOf } from './support.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

describeEachDatabase('statements in GraphQL', (database) => {
  const world = worldFor(database)
  const fields = 'id status email language period from to attempts problem requestedAt sentAt'

  test('are found by reference, masked for analysts', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const reference = await submitRequest(world(), msisdn, { period: '3', language: 'en' })
    const source = `query ($reference: ID!) { statement(id: $reference) { ${fields} customer { msisdn } } }`
    const asking = { variables: { reference } }
    const statement = {
      id: reference,
      status: 'REQUESTED',
      email: 'awa@example.com',
      language: 'en',
      period: '3',
      from: '2025-12-02',
      to: '2026-03-01',
      attempts: 0,
      problem: null,
      requestedAt: expect.stringMatching(/Z$/),
      sentAt: null,
      customer: { msisdn },
    }
    expect(await ask(source, asking)).toEqual({ statement })
    expect(await ask(source, { ...asking, actor: analyst })).toEqual({
      statement: { ...statement, email: 'a***@***', customer: { msisdn: `237*******${msisdn.slice(-2)}` } },
    })
    expect(await ask(source, { variables: { reference: 'STM-NONE' } })).toEqual({ statement: null })

    const mailer = createFakeMailer()
    await tickUntil(world(), deliveryOf(world(), '', { mailer }), reference, 'SENT')
    expect(mailer.sent.map(({ to }) => to)).toEqual(['awa@example.com'])
    expect(await ask(source, asking)).toEqual({
      statement: { ...statement, status: 'SENT', attempts: 1, sentAt: expect.stringMatching(/Z$/) },
    })
  })

  test('are listed by customer, newest first', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const asked = []
    for (const period of ['1', '3', '6']) {
      asked.push(await submitRequest(world(), msisdn, { period }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const { customer } = await ask(
      `{ customer(by: { msisdn: "${msisdn}" }) { statements { nodes { id period } } } }`,
    )
    expect(
      shaped(z.object({ statements: z.object({ nodes: z.unknown() }) }), customer).statements.nodes,
    ).toEqual([
      { id: asked[2], period: '6' },
      { id: asked[1], period: '3' },
      { id: asked[0], period: '1' },
    ])
  })

  test('are requested at the counter for the e-mail address on file; a new address needs the approval of a second person', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    const { prepareStatement } = await ask(
      `mutation { prepareStatement(input: { msisdn: "${msisdn}" }) { reference } }`,
    )
    const { reference } = shaped(z.object({ reference: z.string() }), prepareStatement)
    const request = (email: string, actor = clerk) =>
      ask(
        `mutation { requestStatement(input: { msisdn: "${msisdn}", email: ${email}, period: "ALL",
        reference: "${reference}" }) { status refusal { code } } }`,
        { actor },
      )
    expect(await request('null')).toEqual({
      requestStatement: { status: 'FAILED', refusal: { code: 'INVALID_EMAIL' } },
    })
    // A member of staff may not, alone, send statements to a new address.
    await expect(request('"awa@example.com"')).rejects.toThrow('needs the approval of a second person')
    await world().write('UPDATE accounts SET email = ?', 'awa@example.com')
    expect(await request('"awa@example.com"')).toEqual({
      requestStatement: { status: 'REQUESTED', refusal: null },
    })
    expect(
      await ask(`{ statementStanding(msisdn: "${msisdn}", reference: "${reference}") { status } }`),
    ).toEqual({ statementStanding: { status: 'REQUESTED' } })
  })

  test('are sent again to the e-mail address on file, once for each idempotency key, and to no other address', async () => {
    const { act, refused } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'old@example.com' })
    const reference = await submitRequest(world(), msisdn, { period: '3' })
    const mailer = createFakeMailer()
    await tickUntil(world(), deliveryOf(world(), '', { mailer }), reference, 'SENT')
    await world().write(`UPDATE accounts SET email = ? WHERE email = ?`, 'new@example.com', 'old@example.com')
    const input = { statement: reference, idempotencyKey: `again-${reference}` }
    const selection = 'statement { id status email period from to } refusal { code }'
    const again = shaped(
      z.object({ statement: z.object({ id: z.string() }) }),
      await act('resendStatement', input, selection),
    )
    expect(again).toMatchObject({
      statement: { status: 'REQUESTED', email: 'new@example.com', period: '3', to: '2026-03-01' },
      refusal: null,
    })
    expect(await act('resendStatement', input, selection)).toEqual(again)
    await tickUntil(world(), deliveryOf(world(), '', { mailer }), again.statement.id, 'SENT')
    expect(mailer.sent.map(({ to }) => to).slice(-2)).toEqual(['old@example.com', 'new@example.com'])
    expect(await refused('resendStatement', { statement: 'STM-NONE' })).toBe('INVALID_REFERENCE')
    await world().write(`UPDATE accounts SET email = NULL WHERE email = ?`, 'new@example.com')
    expect(await refused('resendStatement', { statement: reference })).toBe('INVALID_EMAIL')
    expect(await refused('resendStatement', { statement: reference }, { actor: analyst })).toBe(
      'FORBIDDEN 403',
    )
  })

  test('are printed as copies at the counter, with a row in the access log', async () => {
    const { act, ask, refused } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    const customer = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))['id']
    const printed = shaped(
      z.object({ statement: z.object({ id: z.string() }) }),
      await act(
        'printStatement',
        { customer, period: 'ALL', language: 'en' },
        'statement { id status email } refusal { code }',
      ),
    )
    expect(printed).toMatchObject({ statement: { status: 'PRINTED', email: '' }, refusal: null })
    const { id } = printed.statement
    // A printed copy is not mailed, and does not exist for the customer's phone.
    const mailer = createFakeMailer()
    await deliveryOf(world(), '', { mailer }).run(new AbortController().signal)
    expect(mailer.sent).toEqual([])
    expect(await ask(`{ statementStanding(msisdn: "${msisdn}", reference: "${id}") { status } }`)).toEqual({
      statementStanding: { status: 'NOT_FOUND' },
    })
    const copyOf = createCopies({ database: world().database, bank, watch: serviceOf(world()).domain.watch })
    const copy = await copyOf(world().call({ actor: clerk }), id)
    if (typeof copy === 'string') throw new Error(copy)
    const text = (await pdfPages(copy.pdf)).flat(2).join(' ')
    expect(text).toContain('Savings account statement - COPY')
    expect(text).toContain('5 000')
    const shown = `SELECT operation FROM access_entries WHERE customer_id = ? AND operation = 'statement.pdf'`
    expect(await world().rows(shown, customer)).toHaveLength(1)
    expect(await copyOf(world().call({ actor: clerk }), 'STM-NONE')).toBe('NOT_FOUND')
    expect(await refused('printStatement', { customer, period: 'SOON' })).toBe('INVALID_PERIOD')
    expect(await refused('printStatement', { customer: 'CUS-NOBODY', period: 'ALL' })).toBe('NOT_REGISTERED')
  })
})
