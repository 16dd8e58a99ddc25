import { expect, test } from '@jest/globals'
import { createFakeMailer } from '../../src/bank/statements/mail/fake.js'
import { askFor, deliveryOf, tickUntil } from '../statements/support.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, serviceOf } from './support.js'

describeEachDatabase('statements in GraphQL', (database) => {
  const world = worldFor(database)
  const fields = 'id status email language period from to attempts problem requestedAt sentAt'

  test('are found by reference, masked for analysts', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register({ email: 'awa@example.com' })
    const reference = await askFor(world(), msisdn, { period: '3', language: 'en' })
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
      asked.push(await askFor(world(), msisdn, { period }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const { customer } = await ask(
      `{ customer(by: { msisdn: "${msisdn}" }) { statements { nodes { id period } } } }`,
    )
    expect((customer as { statements: { nodes: unknown } }).statements.nodes).toEqual([
      { id: asked[2], period: '6' },
      { id: asked[1], period: '3' },
      { id: asked[0], period: '1' },
    ])
  })

  test('are asked for at a counter, in the words of the gateway', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    const { prepareStatement } = await ask(
      `mutation { prepareStatement(input: { msisdn: "${msisdn}" }) { reference } }`,
    )
    const { reference } = prepareStatement as { reference: string }
    const request = (email: string, actor = clerk) =>
      ask(
        `mutation { requestStatement(input: { msisdn: "${msisdn}", email: ${email}, period: "ALL",
        reference: "${reference}" }) { status refusal { code } } }`,
        { actor },
      )
    expect(await request('null')).toEqual({
      requestStatement: { status: 'FAILED', refusal: { code: 'INVALID_EMAIL' } },
    })
    // Where papers go is the customer's word, or that of two people.
    await expect(request('"awa@example.com"')).rejects.toThrow('takes two people')
    await world().write('UPDATE accounts SET email = ?', 'awa@example.com')
    expect(await request('"awa@example.com"')).toEqual({
      requestStatement: { status: 'REQUESTED', refusal: null },
    })
    expect(
      await ask(`{ statementStanding(msisdn: "${msisdn}", reference: "${reference}") { status } }`),
    ).toEqual({ statementStanding: { status: 'REQUESTED' } })
  })
})
