import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/kernel/ids.js'
import type { Database } from '../../src/platform/database/database.js'
import { hashNationalId } from '../../src/platform/identity/keys/keys.js'
import { copyingAll } from '../support/copies.js'
import { at, first, present } from '../support/present.js'
import { describeEachDatabase } from '../support/services.js'
import { openWorld, type World } from '../support/world.js'
import { msisdnOf, shaped } from '../support/typed.js'
import { person, serviceOf } from './support.js'
import { seed } from './tasks-world.js'
import { z } from 'zod'

const copies = 2000
const awa = { ...person('BACK_OFFICE'), name: 'Awa Ngo', id: 'P-awa' }
/** The digits of a copy's number in its ids. */
const aNumber = '001234'
const hits = z.object({ search: z.array(z.object({ found: z.object({ id: z.string() }) })) })

describeEachDatabase('a search', (database) => {
  let world: World
  let texts: Readonly<Record<string, string>>

  /** The steps of a plan that read a whole table or index; `q` is the result of a part of the statement. */
  const scansOf = async (sql: string, parameters: readonly unknown[]): Promise<string[]> => {
    if (database.kind === 'sqlite') {
      const plan = await world.rows(`EXPLAIN QUERY PLAN ${sql}`, ...parameters)
      return plan
        .map(({ detail }) => String(detail))
        .filter((step) => /^SCAN (?!q$|CONSTANT ROW|\()/.test(step))
    }
    const plan = await world.rows(`EXPLAIN ${sql}`, ...parameters)
    const scans = plan.filter(
      ({ table, type }) => /^\w/.test(String(table ?? '<')) && /^(ALL|index)$/i.test(String(type)),
    )
    return scans.map(({ table, type, key }) => `${String(type)} ${String(table)} ${String(key)}`)
  }
  const asked = async (text: string) => {
    const said: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
    const { database: real } = world
    const watched: Database = {
      ...real,
      read: {
        ...real.read,
        all: (sql, parameters = []) => (said.push({ sql, parameters }), real.read.all(sql, parameters)),
      },
    }
    const query = `query ($text: String!) { search(text: $text, first: 20) { whose { id msisdn } found { ... on Node { id } ... on Quote { id } } } }`
    const answer = await serviceOf(world, { database: watched }).ask(query, {
      actor: awa,
      variables: { text },
    })
    const scans = []
    for (const { sql, parameters } of said) scans.push(...(await scansOf(sql, parameters)))
    return { found: shaped(hits, answer).search.map(({ found }) => found.id), statements: said.length, scans }
  }

  beforeAll(async () => {
    world = await openWorld(database)
    const msisdns = ['237650000000', '237651000000', '237652000000'].map(msisdnOf)
    const numbers = msisdns[Symbol.iterator]()
    const known = await seed(world, () => present(numbers.next().value))
    const act = (mutation: string, input: object) =>
      serviceOf(world).act(mutation, { ...input, idempotencyKey: newId(world.clock.now()) }, '__typename', {
        actor: awa,
      })
    await act('addNote', { about: 'CUSTOMER', subject: known.customer, text: 'called' })
    await act('proposeBlockCustomer', {
      customer: known.other,
      scope: 'BOTH',
      cause: 'FRAUD',
      reason: 'a call',
    })
    // Sealed columns cannot be copied, and the provider's transaction ids must stay unique.
    await world.write('UPDATE proposals SET preview = NULL, input = NULL')
    await world.write('UPDATE payment_orders SET provider_transaction_id = NULL')
    const copying = await copyingAll(world.database, { times: copies, msisdns })
    await world.database.inTransaction(async (tx) => {
      for (const { sql, parameters } of copying) await tx.run(sql, parameters)
    })
    await world.write(`UPDATE payment_orders SET provider_transaction_id = CONCAT('T-', id)`)
    const [numbered] = await world.rows('SELECT MIN(id) AS id FROM payment_orders')
    await world.write(
      `UPDATE payment_orders SET provider_transaction_id = '12-34' WHERE id = ?`,
      present(numbered)['id'],
    )
    const scored = Array.from(
      { length: copies },
      (_, n) => `('${newId(0)}', 'PARS', 0, 'x', 'x', 'x', 'x', 'COMPLETED', 1, 1, 1,
      'Awa Ngo', '2026-03-01', 0, '${hashNationalId('a pepper', `ID-${n}`)}', 'wanjiru${n} mwangi', 'mwangi wanjiru${n}')`,
    )
    await world.write(
      `INSERT INTO score_requests (id, product_code, augment, first_name, last_name, phone_number, national_id, status, submission,
         attempts, fence, asked_by, asked_on, asked_at, person_hash, by_first_name, by_last_name) VALUES ${scored.join(', ')}`,
    )
    const tables = world.database.read.dataSource.entityMetadatas.map(({ tableName }) => tableName)
    if (database.kind === 'mysql') await world.rows(`ANALYZE TABLE ${tables.join(', ')}`)
    /** The shown id of a copy in the middle. */
    const idOf = async (prefix: string, table: string, condition = '1 = 1', column = 'id') => {
      const rows = await world.rows(
        `SELECT ${column} AS id FROM ${table} WHERE ${condition} AND ${column} LIKE '%${aNumber}%' LIMIT 1`,
      )
      return `${prefix}${String(first(rows)['id'])}`
    }
    const order = await idOf('', 'payment_orders')
    const customer = await idOf('', 'customers')
    texts = {
      'a whole number': '6 50 00 12 34',
      'a whole number with its calling code': '+237 650 001234',
      'a whole number as it is dialled from abroad': '00237650001234',
      'the beginning of numbers': '6500012',
      'the last four digits': '1234',
      'an address': 'awa.237650001234@ex',
      'an address in another case': 'AWA.237650001234@ex',
      'a transaction of the provider that looks like a number': '12-34',
      'a customer': `CUS-${customer}`,
      'a customer without a prefix': customer,
      'an account': await idOf('', 'accounts'),
      'a position': await idOf('', 'positions'),
      'an order': `ORD-${order}`,
      'an order without a prefix': order,
      'a deposit': await idOf('PMT-', 'deposits'),
      'a quote of a deposit': await idOf('', 'request_log', `reference LIKE 'DEP-%'`, 'reference'),
      'a quote of a withdrawal': await idOf('', 'request_log', `reference LIKE 'WDR-%'`, 'reference'),
      'a payout': await idOf('', 'payouts'),
      'a statement': await idOf('', 'statements'),
      'a review case': await idOf('CASE-', 'review_cases'),
      'a journal': await idOf('JRN-', 'journals'),
      'a row of the audit log': await idOf('AUDIT-', 'audit_log'),
      'an approval': await idOf('', 'proposals'),
      'a note': await idOf('', 'notes'),
      'a block': await idOf('', 'account_blocks'),
      'a transaction of the provider': `T-${order}`,
      'a score request': `SCORE-${String(at(await world.rows('SELECT id FROM score_requests ORDER BY id DESC LIMIT 1'), 0)['id'])}`,
      'a name': 'Wanjiru77',
      'a name, the last one first': 'Mwangi Wanjiru77',
      'a national ID': 'ID-1234',
    }
  })
  afterAll(() => world.close())

  test('of every kind uses indexes, and scans no table', async () => {
    const scanned = []
    for (const [way, text] of Object.entries(texts)) {
      const { found, statements, scans } = await asked(text)
      expect([way, text, found.length > 0, statements > 0]).toEqual([way, text, true, true])
      if (scans.length > 0) scanned.push([way, ...scans])
    }
    const { found, scans } = await asked('nobody knows this')
    expect([found, scans, scanned]).toEqual([[], [], []])
  })
})
