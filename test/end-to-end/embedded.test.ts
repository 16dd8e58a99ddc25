import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import PostalMime from 'postal-mime'
import { openOrderStore } from '../../src/bank/payments/emulator/orders.js'
import { attachmentOf } from '../support/mail-server.js'
import { pdfPages } from '../support/pdf-text.js'
import { eventually } from '../support/wait.js'
import { onSqlite } from '../support/services.js'
import { withQuote } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { submitGarbageTo } from './garbage-for-scoring.js'
import { declareRoleChecks } from './role-checks.js'
import { startService, type Service } from './service.js'
import { declareWireAudits } from './wire-audits.js'
import { present } from '../support/present.js'

/** Whether promtool is installed; where the run requires it, a missing one is an error. */
const hasPromtool = (): boolean => {
  try {
    execFileSync('promtool', ['--version'])
    return true
  } catch {
    return process.env['REQUIRE_SERVICES'] !== undefined
  }
}

// One service without settings for all tests that need no other.
let service: Service
beforeAll(async () => {
  // On an empty database, as at a first start.
  service = await startService({ ...onSqlite, createMigrated: onSqlite.create })
})
afterAll(() => service?.close())

// This describe must be the first, because it expects that nothing is written yet.
describe('the wire', () => declareWireAudits(() => service))

describe('roles', () => declareRoleChecks(() => service))

test('metrics show what people must act on, and the state of each part of the service', async () => {
  const bearer = { 'x-api-key': 'dev-back-office-key', 'content-type': 'application/json' }
  for (const query of ['{ anything: productsOnSale { code } }', '{ nothing }']) {
    const body = JSON.stringify({ query })
    await fetch(`${service.url()}/graphql`, { method: 'POST', headers: bearer, body })
  }
  await eventually('a tick has run', async () =>
    /cauri_tick_duration_seconds_count\{tick="dispatch-orders",outcome="done"\} [1-9]/.test(
      await (await fetch(`${service.url()}/metrics`)).text(),
    ),
  )
  const answer = await fetch(`${service.url()}/metrics`)
  const text = await answer.text()
  const told = text.split('\n').filter((line) => line.startsWith('cauri_'))
  expect(told).toEqual(
    expect.arrayContaining([
      'cauri_review_cases_open{kind="PAYOUT_FAILED"} 0',
      'cauri_orders_under_review{kind="PAY_OUT"} 0',
      'cauri_transfers_waiting_for_float{kind="PAY_OUT"} 0',
      'cauri_queue_due{queue="orders"} 0',
      'cauri_queue_oldest_due_seconds{queue="statements"} 0',
      'cauri_nights_behind 0',
      'cauri_tick_on_fallback{tick="dispatch-orders"} 0',
      'cauri_job_store_up 1',
      'cauri_night_parts_done 0',
      'cauri_sessions_open 0',
      'cauri_provider_notices_total{outcome="ASKED"} 0',
    ]),
  )
  // The label is the field of the schema, not the caller's alias; a field that the schema does not have is no label.
  expect(told.join('\n')).toMatch(
    /cauri_graphql_duration_seconds_count\{field="productsOnSale",role="BACK_OFFICE",outcome="answered"\} 1/,
  )
  expect(told.join('\n')).not.toMatch(/anything|nothing/)
  expect(told.filter((line) => line.startsWith('cauri_build_info{'))).toHaveLength(1)
  // Our names, units and help texts must pass promtool; those of the library for Node.js would not.
  const ours = text.split('\n').filter((line) => /^(?:# (?:HELP|TYPE) )?(?:cauri|http)_/.test(line))
  if (hasPromtool())
    expect(
      execFileSync('promtool', ['check', 'metrics'], { input: `${ours.join('\n')}\n`, encoding: 'utf8' }),
    ).toBe('')
  // Many different calls add few series, because labels take values from closed sets only.
  const series = (lines: string) => lines.split('\n').filter((line) => /^(?:cauri|http)_/.test(line)).length
  const before = series(text)
  const strangers = Array.from({ length: 40 }, (_, n) => [
    fetch(`${service.url()}/no-such-place-${n}`, { method: n % 2 ? 'POST' : 'PUT' }),
    fetch(`${service.url()}/graphql`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify({ query: `query Q${n} { f${n} }` }),
    }),
    service.post(
      'getdynamicarguments',
      JSON.stringify({ arguments: [{ key: { value: 'operation_name' }, value: { value: `op_${n}` } }] }),
    ),
  ])
  await Promise.all(strangers.flat())
  const after = series(await (await fetch(`${service.url()}/metrics`)).text())
  expect([before < 2_000, after - before < 100]).toEqual([true, true])
})

test('without a mail server a statement is a file in the outbox', async () => {
  const { customer, reference } = await withQuote(service, '5000')
  await customer.outcome(reference)
  const holder = { ACCOUNT_HOLDER_MSISDN: customer.msisdn }
  const about = { ...holder, ...(await service.record('create_full_statement_summary', holder)) }
  await service.record('request_full_statement', { ...about, email: 'awa@example.com', period: '1' })
  const status = async () => (await service.record('check_statement_status', about))['statement_status']
  await eventually('the statement is sent', async () => (await status()) === 'SENT')
  const outbox = join(service.dataDirectory, 'outbox')
  const [file, ...others] = await readdir(outbox)
  expect(others).toEqual([])
  const mail = await PostalMime.parse(await readFile(join(outbox, present(file))))
  expect(mail.to).toEqual([{ name: '', address: 'awa@example.com' }])
  const text = (await pdfPages(attachmentOf(mail))).flat(2)
  expect(text).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Deposit - 3-month savings to /), '5 000 XAF']),
  )
  // The answer to the gateway has the new address.
  expect(await service.record('get_user_email', holder)).toEqual({
    email: 'awa@example.com',
    email_status: 'ON_FILE',
  })
})

test('a scoring request for PA with a garbage document ends with a coded 422, in live and in the sandbox', async () => {
  for (const request of await submitGarbageTo(service.url())) await request.expectRefused()
})

test("only the service's user can read what it stores, and no document is stored unencrypted", async () => {
  const entries = await readdir(service.dataDirectory, { recursive: true, withFileTypes: true })
  const kept = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const { mode } = await stat(path)
      const isPrivate = (mode & 0o077) === 0
      return { path: relative(service.dataDirectory, path), isFile: entry.isFile(), isPrivate }
    }),
  )
  expect(kept.filter(({ isPrivate }) => !isPrivate)).toEqual([])
  const files = kept.filter(({ isFile }) => isFile).map(({ path }) => path)
  expect(files).toEqual(
    expect.arrayContaining(['cauri.sqlite', 'cauri.sqlite-wal', 'cauri.sqlite-shm', 'process.lock']),
  )
  expect(files.some((path) => path.startsWith('outbox/'))).toBe(true)
  for (const path of files)
    expect([path, (await readFile(join(service.dataDirectory, path))).includes('%PDF-')]).toEqual([
      path,
      false,
    ])
})

describe('a service that is killed', () => {
  /** The orders in the emulator's files, readable also while its process is gone. */
  const ordersOnDisk = (msisdn: string) => {
    const store = openOrderStore(join(service.dataDirectory, 'emulator'))
    const orders = store.list({ msisdn })
    store.close()
    return orders
  }
  let clockId = ''
  let deposit: Awaited<ReturnType<typeof withQuote>>

  beforeAll(async () => {
    clockId = present((await service.record('create_test_clock', { now: '2026-01-31' }))['clock_id'])
    deposit = await withQuote(service, '5000')
    const { customer, reference } = deposit
    await customer.confirm(reference)
    await eventually('the emulator has the order', () => ordersOnDisk(customer.msisdn).length === 1)
    await service.kill9()
    expect(ordersOnDisk(customer.msisdn)).toHaveLength(1)
    // The claim of a worker that died within its first day, with a lease of an hour, which no test would wait for.
    await service.withDatabase((database) =>
      database.inTransaction((tx) =>
        tx.run(
          `UPDATE clocks SET advancing_to = '2026-02-03', queued_at = ${tx.dialect.nowMs}, fence = 1,
             heartbeat_at = ${tx.dialect.nowMs}, lease_until = ${tx.dialect.nowMs} + 3600000 WHERE id = ?`,
          [clockId],
        ),
      ),
    )
    await service.start()
  })

  test('takes its emulator down with it, and the emulator loses no order', async () => {
    const { customer, reference } = deposit
    expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    expect(ordersOnDisk(customer.msisdn)).toHaveLength(1)
    expect(await customer.balance()).toMatchObject({ total_balance: '5000', position_count: '1' })
  })

  test('continues a walk at its next start, however long the lease still runs', async () => {
    const look = () => service.record('get_test_clock', { clock_id: clockId })
    await eventually('the clock arrives', async () => (await look())['now'] === '2026-02-03')
    expect(await look()).not.toHaveProperty('advancing_to')
  })

  test('has books that close afterwards', () => expectBooksToClose(service))
})
