import { afterAll, beforeAll, expect, test, describe } from '@jest/globals'
import type { Role } from '../../src/kernel/call.js'
import { newId } from '../../src/kernel/ids.js'
import { askOverHttp } from '../support/http.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import { person } from './support.js'
import { keys, registerCrowd, seed, serve } from './tasks-world.js'
import type { KnownToStaff } from './task.js'
import { at, present } from '../support/present.js'

/** The limit of statements of a mutation: locking reads, the writes, and the audit rows. */
const statementsMax = 40
const crowd = 2000

describeEachDatabase('staff of a bank', (database) => {
  let world: World
  let known: KnownToStaff
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    world = await openWorld(database)
    await registerCrowd(world, crowd)
    known = await seed(world)
    server = await serve(world)
  })
  afterAll(async () => {
    await server.stop()
    await checkBooks(world.database)
    await world.close()
  })

  /** A mutation of staff with a new idempotency key, which must not be refused. */
  const act = async (role: Role, mutation: string, input: object, gives = 'approval { id status }') => {
    const name = `${at(mutation, 0).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${name}!) { answer: ${mutation}(input: $input) { ${gives} refusal { code message } } }`
    const variables = { input: { idempotencyKey: newId(0), ...input } }
    const { text, statements } = await server.ask(query, role, variables)
    const { data, errors } = JSON.parse(text)
    expect([mutation, errors, data?.answer.refusal]).toEqual([mutation, undefined, null])
    if (statements.length > statementsMax) throw new Error(`${mutation}: ${statements.join('\n')}`)
    return data.answer
  }
  const proposeAndApprove = async (mutation: string, input: object): Promise<void> => {
    const proposed = { reason: 'ticket 7', evidence: 'letter', ...input }
    const { approval } = await act('BACK_OFFICE', mutation, proposed)
    const done = await act('APPROVER', 'approve', { id: approval.id })
    expect([mutation, done.approval.status]).toEqual([mutation, 'DONE'])
  }

  test('find customers by an amount of savings, without withdrawn savings', async () => {
    const found = async (saved: string) => {
      const query = `{ customers(filter: { saved: ${saved} }) { nodes { id } totalCount { value } } }`
      const { text } = await server.ask(query, 'BACK_OFFICE')
      const { nodes, totalCount } = JSON.parse(text).data.customers
      expect(totalCount).toEqual({ value: nodes.length })
      return nodes
    }
    const whole = [{ id: known.customer }]
    expect(await found('{ atLeast: "70000", atMost: "70000" }')).toEqual(whole)
    expect(await found('{ atLeast: "70001" }')).toEqual([])
    expect(await found('{ atMost: "69999" }')).toEqual([])
    const before = at(await world.rows('SELECT status FROM positions WHERE id = ?', known.position), 0)
    await world.write(`UPDATE positions SET status = 'CLOSED' WHERE id = ?`, known.position)
    expect(await found('{ atLeast: "20001" }')).toEqual([])
    expect(await found('{ atLeast: "20000" }')).toEqual(whole)
    expect(await found('{ atMost: "20000" }')).toEqual(whole)
    await world.write('UPDATE positions SET status = ? WHERE id = ?', before['status'], known.position)
  })

  test('do each action with one operation, or two if it takes two people', async () => {
    const { customer, msisdn, payout } = known
    const note = { about: 'PAYOUT', subject: payout, text: 'called' }
    await act('BACK_OFFICE', 'addNote', note, 'note { id }')
    await proposeAndApprove('proposeBlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
    const block = at(await world.rows('SELECT id FROM account_blocks'), 0)
    await proposeAndApprove('proposeUnblockCustomer', { block: block['id'] })
    await proposeAndApprove('proposeCancelPayout', { payout })
    await proposeAndApprove('proposeEmail', { msisdn, email: 'awa.new@example.com' })
    await proposeAndApprove('proposeChangeMsisdn', { customer, newMsisdn: world.newNumber() })
    await proposeAndApprove('proposePublishProduct', { code: 'LOCK3M', rate: '5.00', from: '2027-01-01' })
    await proposeAndApprove('proposeWithdrawProduct', { code: 'LOCK12M' })
    const lines = [
      { account: 'wallet_clearing', amount: '-250' },
      { account: 'adjustments', amount: '250' },
    ]
    await proposeAndApprove('proposeAdjustment', { lines })
    const deposit = at(await world.rows(`SELECT id FROM deposits WHERE position_id <> ?`, known.position), 0)
    await proposeAndApprove('proposeVoidDeposit', { deposit: `PMT-${String(deposit['id'])}` })
    await proposeAndApprove('proposeErasure', { nationalId: 'ID-4711' })
    await act('BACK_OFFICE', 'assign', { caseId: known.caseId, to: 'Awa Ngo' }, 'reviewCase { id }')
    await act('BACK_OFFICE', 'resendStatement', { statement: known.statement }, 'statement { id }')
    await act('BACK_OFFICE', 'printStatement', { customer, period: 'ALL' }, 'statement { id }')
    const { text } = await server.ask(
      '{ approvals(sort: NEWEST, filter: { status: [DONE] }) { nodes { kind proposedBy decidedBy decidedAt evidence } } }',
      'APPROVER',
    )
    const { nodes } = JSON.parse(text).data.approvals
    expect(nodes.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'BLOCK_CUSTOMER',
      'CANCEL_PAYOUT',
      'CHANGE_EMAIL',
      'CHANGE_MSISDN',
      'ERASE_PERSON',
      'POST_ADJUSTMENT',
      'PUBLISH_PRODUCT',
      'UNBLOCK_CUSTOMER',
      'VOID_DEPOSIT',
      'WITHDRAW_PRODUCT',
    ])
    expect(nodes[0]).toMatchObject({
      proposedBy: 'development back office',
      decidedBy: 'development approver',
    })
  })

  test('see no customer without a row in the access log, at most one for each reader in a quarter of an hour', async () => {
    const ask = (role: Role, name = 'Counter') =>
      server.ask(`query ${name} { customer(by: { id: "${known.customer}" }) { msisdn } }`, role)
    for (let i = 0; i < 3; i++) await ask('BACK_OFFICE')
    await ask('APPROVER')
    const rows = () =>
      world.rows(`SELECT actor, operation FROM access_entries WHERE operation LIKE 'Counter%' ORDER BY id`)
    expect(await rows()).toEqual([
      { actor: 'development back office', operation: 'Counter: customer' },
      { actor: 'development approver', operation: 'Counter: customer' },
    ])
    world.clock.advance(15 * 60_000)
    await ask('BACK_OFFICE')
    expect(await rows()).toHaveLength(3)
    const { text: pseudonyms } = await server.ask('{ customers(first: 1) { nodes { id } } }', 'ANALYST')
    const { id } = JSON.parse(pseudonyms).data.customers.nodes[0]
    await server.ask(`query Masked { customer(by: { id: "${id}" }) { msisdn } }`, 'ANALYST')
    await server.ask('query Counted { customers { totalCount { value } nodes { id } } }', 'BACK_OFFICE')
    const others = `operation LIKE 'Masked%' OR operation LIKE 'Counted%'`
    expect(await world.rows(`SELECT actor FROM access_entries WHERE ${others}`)).toEqual([])
    // If the access cannot be recorded, nothing is shown.
    await world.write('ALTER TABLE access_entries RENAME TO access_entries_away')
    const { text } = await ask('BACK_OFFICE', 'Lost')
    await world.write('ALTER TABLE access_entries_away RENAME TO access_entries')
    expect(JSON.parse(text)).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL' } }] })
  })

  test('see no document and no result of a score without a row in the access log', async () => {
    const scored = { nationalId: '4711', firstName: 'Awa', lastName: 'Ngo', productCode: 'PARS' }
    const documents = [{ documentName: 'awa.pdf', documentType: 'WALLET_STATEMENT', password: 'x' }]
    const id = known.customer.replace('CUS-', '')
    const now = at(await world.rows('SELECT msisdn FROM customers WHERE id = ?', id), 0)
    const asked = { ...scored, msisdn: now['msisdn'], documents }
    await act('BACK_OFFICE', 'submitScoreRequest', asked, 'scoreRequest { id }')
    for (const [name, shown] of [
      ['Papers', 'documents { documentName }'],
      ['Results', 'result { statements { header { name } } }'],
      ['Persons', 'person { lastName }'],
      ['Products', 'productCode status'],
    ])
      await server.ask(`query ${name} { scoreRequests { nodes { id ${shown} } } }`, 'BACK_OFFICE')
    expect(
      await world.rows(
        `SELECT operation FROM access_entries WHERE operation LIKE '%scoreRequests' AND customer_id = ? ORDER BY operation`,
        id,
      ),
    ).toEqual(['Papers', 'Persons', 'Results'].map((name) => ({ operation: `${name}: scoreRequests` })))
    await world.write('DELETE FROM score_documents')
    await world.write('DELETE FROM score_requests')
  })

  test('see no free text of a proposal without a row in the access log', async () => {
    const { customer } = known
    const said = { customer, scope: 'DEBIT', cause: 'DEATH', reason: 'their wife called', evidence: 'letter' }
    const { approval } = await act('BACK_OFFICE', 'proposeBlockCustomer', said)
    const shows = (role: Role, name: string, field: string) =>
      server.ask(`query ${name} { approvals(filter: { status: [OPEN] }) { nodes { id ${field} } } }`, role)
    await shows('BACK_OFFICE', 'Why', 'reason')
    await shows('BACK_OFFICE', 'Shown', 'evidence')
    await shows('BACK_OFFICE', 'Kinds', 'kind status')
    await shows('AUDITOR', 'Audited', 'reason evidence')
    const rejecting = { id: approval.id, reason: 'she is well' }
    await act('APPROVER', 'reject', rejecting, 'approval { id }')
    const of = `{ nodes { decisionReason } }`
    await server.ask(
      `query Rejected { customer(by: { id: "${customer}" }) { id } approvals ${of} }`,
      'APPROVER',
    )
    expect(
      await world.rows(
        `SELECT operation FROM access_entries WHERE operation LIKE '%: %approvals' AND customer_id = ? ORDER BY operation`,
        customer.replace('CUS-', ''),
      ),
    ).toEqual(
      ['Rejected: customer approvals', 'Shown: approvals', 'Why: approvals'].map((operation) => ({
        operation,
      })),
    )
  })

  test('print a copy of a statement with the role for it only', async () => {
    const copy = (role: Role, file = `${known.statement}.pdf`) =>
      askOverHttp(`${server.url}/reports/statements/${file}`, { headers: { 'x-api-key': keys[role] } })
    const { status, headers } = await copy('BACK_OFFICE')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await copy('ANALYST')).status).toBe(403)
    for (const file of ['STM-OTHER.pdf', known.statement])
      expect((await copy('ADMIN', file)).status).toBe(404)
  })

  describe('lists as files', () => {
    const table = (text: string): string[][] =>
      text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))

    test('have the rows, the filter and the masks of the list, and are recorded', async () => {
      const { status, text, headers } = await server.file('customers.csv', 'BACK_OFFICE')
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
      const [head, ...rows] = table(text)
      expect(head).toEqual(expect.arrayContaining(['id', 'msisdn', 'email', 'createdAt']))
      const all = at(await world.rows('SELECT COUNT(*) AS n FROM customers'), 0)
      expect(rows).toHaveLength(Number(all['n']))
      const ids = present(head).indexOf('id')
      expect(new Set(rows.map((cells) => cells[ids])).size).toBe(rows.length)
      const [seen] = await world.rows(
        `SELECT COUNT(*) AS n FROM access_entries WHERE operation = 'export: customers'`,
      )
      expect(seen).toEqual(all)
      const filter = encodeURIComponent('{"status":["FAILED"]}')
      const failed = table((await server.file(`orders.csv?filter=${filter}&sort=OLDEST`, 'BACK_OFFICE')).text)
      expect(failed.slice(1).every((row) => row.includes('FAILED'))).toBe(true)
      expect(failed.length).toBeGreaterThan(1)
      const audits = await world.rows(
        `SELECT subject, state_after FROM audit_log WHERE action = 'EXPORT' ORDER BY id`,
      )
      expect(audits).toEqual([
        { subject: 'customers', state_after: '{"filter":null,"sort":null}' },
        { subject: 'orders', state_after: '{"filter":{"status":["FAILED"]},"sort":"OLDEST"}' },
      ])
    })

    test('are recorded as a whole, and not as reads of each page too', async () => {
      const actions = async (): Promise<unknown[]> =>
        (await world.rows('SELECT action FROM audit_log ORDER BY id')).map(({ action }) => action)
      const before = await actions()
      await server.file('customers.csv', 'BACK_OFFICE')
      expect((await actions()).slice(before.length)).toEqual(['EXPORT'])
    })

    test('show an analyst no rows of fewer than five customers, and no number', async () => {
      const { text } = await server.file('customers.csv', 'ANALYST')
      expect(table(text).length).toBeGreaterThan(crowd)
      expect(text).not.toContain(known.msisdn)
      expect(text).not.toContain(known.customer)
      const few = await server.file('payouts.csv', 'ANALYST')
      expect([few.status, table(few.text).length]).toEqual([200, 1])
      const left = `accounts.csv?filter=${encodeURIComponent('{"status":["CLOSED","CLOSING"]}')}`
      expect(table((await server.file(left, 'BACK_OFFICE')).text).length).toBe(2)
      expect(table((await server.file(left, 'ANALYST')).text).length).toBe(1)
      expect((await server.file('auditEntries.csv', 'ANALYST')).status).toBe(403)
    })

    test('show an analyst no rows of fewer than five unregistered people', async () => {
      const rowsFor = async (role: Role) =>
        table((await server.file('scoreRequests.csv', role)).text).length - 1
      for (let i = 1; i <= 5; i++) {
        await world.write(
          `INSERT INTO score_requests (id, product_code, augment, first_name, last_name, phone_number, national_id, person_hash, status,
             submission, attempts, fence, asked_by, asked_on, asked_at)
           VALUES (?, 'PAS', 0, 'Awa', 'Ngo', '', '', ?, 'COMPLETED', 1, 0, 0, 'a clerk', '2026-03-01', ?)`,
          newId(i),
          `hash of ${i}`,
          i,
        )
        expect([i, await rowsFor('BACK_OFFICE'), await rowsFor('ANALYST')]).toEqual([i, i, i < 5 ? 0 : 5])
      }
      await world.write('DELETE FROM score_requests')
    })

    test('begin with a UTF-8 byte-order mark', async () => {
      const response = await fetch(`${server.url}/exports/products.csv`, {
        headers: { 'x-api-key': keys.ANALYST },
      })
      expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    })

    test('are made two at a time, and one at a time for each person', async () => {
      const { openExport } = server
      const call = (role: Role) => world.call({ actor: person(role) })
      const wanted = { name: 'clocks', filter: undefined, sort: undefined }
      const [first, second] = [
        await openExport(call('BACK_OFFICE'), wanted),
        await openExport(call('BACK_OFFICE'), wanted),
      ]
      expect([first, second]).toEqual([
        expect.objectContaining({ lines: expect.anything() }),
        expect.objectContaining({ refused: 'RATE_LIMITED' }),
      ])
      const third = await openExport(call('ADMIN'), wanted)
      expect(third).toHaveProperty('lines')
      expect((await server.file('clocks.csv', 'APPROVER')).status).toBe(429)
      for (const made of [first, third]) if ('close' in made) await made.close()
      expect((await server.file('clocks.csv', 'APPROVER')).status).toBe(200)
    })

    test('are refused for an unknown list, filter or order', async () => {
      const statusOf = async (path: string) => (await server.file(path, 'BACK_OFFICE')).status
      const statuses: number[] = []
      for (const path of [
        'nothing.csv',
        'customers',
        'orders.csv?filter=x',
        `orders.csv?filter=${encodeURIComponent('{"x":1}')}`,
        'orders.csv?sort=SIDEWAYS',
      ])
        statuses.push(await statusOf(path))
      expect(statuses).toEqual([404, 404, 400, 400, 400])
    })

    test('exist for every list', async () => {
      const lists = Object.values(present(server.schema.getQueryType()).getFields()).filter(({ type }) =>
        String(type).includes('Connection'),
      )
      expect(lists.length).toBeGreaterThan(20)
      for (const { name } of lists) {
        const { status, text } = await server.file(`${name}.csv`, 'ADMIN')
        expect([name, status, text.endsWith('\r\n')]).toEqual([name, 200, true])
      }
    })
  })
})
