import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMailFileCleaning } from '../../src/bank/retention/clean-mail-files.js'
import { cleanRequestLog } from '../../src/bank/retention/clean-request-log.js'
import { prepareStatement } from '../../src/bank/statements/prepare-statement.js'
import { submitRequest } from '../statements/support.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { openWorld, type World } from '../support/world.js'
import { at } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const retentionDays = 90
const neverAborted = () => new AbortController().signal

describeEachDatabase('the cleaning of the request log', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
  })
  afterEach(() => world.close())

  const clean = (signal = neverAborted()) =>
    cleanRequestLog({ database: world.database, retentionDays, jobCall: world.orders.jobCall }, signal)
  const left = async () =>
    (await world.rows('SELECT reference FROM request_log ORDER BY id')).map(({ reference }) => reference)

  test('removes references that were not confirmed in time, and keeps the others', async () => {
    const { msisdn } = await world.register({ email: 'awa@example.com' })
    const mint = () => prepareStatement(world, world.call(), msisdn)
    await world.quote(msisdn, '1')
    await world.quote(msisdn, '7000')
    const { reference: deposited } = await world.quote(msisdn, '5000')
    await world.confirm(msisdn, deposited)
    await world.driveOrders()
    const view = at(await world.positions(msisdn), 0)
    await world.preview(msisdn, view.position.id)
    const { reference: withdrawn } = await world.preview(msisdn, view.position.id)
    const payout = await world.withdraw(msisdn, withdrawn)
    await mint()
    const asked = await submitRequest(world, msisdn)
    expect(await left()).toHaveLength(7)

    world.clock.set('2026-05-29')
    await clean()
    expect(await left()).toHaveLength(7)
    const young = await mint()

    world.clock.set('2026-05-31')
    await clean()
    expect(await left()).toEqual(expect.arrayContaining([deposited, withdrawn, asked, young]))
    expect(await left()).toHaveLength(4)
    // A used reference is answered as before the cleaning.
    expect(await world.confirm(msisdn, deposited)).toMatchObject({ reference: deposited })
    expect((await world.withdraw(msisdn, withdrawn)).id).toBe(payout.id)
    await submitRequest(world, msisdn, { reference: asked })
    const row = at(
      await world.rows(`SELECT action, actor, state_after FROM audit_log
      WHERE action = 'CLEAN_REQUEST_LOG' ORDER BY id DESC LIMIT 1`),
      0,
    )
    expect(row).toMatchObject({ actor: 'job' })
    expect(JSON.parse(String(row['state_after']))).toMatchObject({ removed: 4 })
  })

  test('reads each row once, runs once a day, and reaches the rows of later days', async () => {
    const { msisdn } = await world.register()
    const mint = () => prepareStatement(world, world.call(), msisdn)
    const [first] = [await mint(), world.clock.set('2026-03-02')]
    const second = await mint()
    world.clock.set('2026-05-31')
    await clean()
    expect(await left()).toEqual([second])
    await world.write(`UPDATE request_log SET id = '0'`)
    world.clock.set('2026-06-20')
    await clean()
    // The row is behind the watermark now, so it is not read again.
    expect(await left()).toEqual([second])
    const third = await mint()
    world.clock.set('2026-09-30')
    await clean()
    expect(await left()).toEqual([second])
    const late = await mint()
    await clean()
    expect(await left()).toEqual([second, late])
    expect(await refusalOf(submitRequest(world, msisdn, { reference: first, email: 'a@example.com' }))).toBe(
      'INVALID_REFERENCE',
    )
    expect(third).not.toBe(late)
  })

  test('continues where it was stopped, in chunks, also with two concurrent workers', async () => {
    const { msisdn } = await world.register()
    const rows = 1_203
    const ids = Array.from({ length: rows }, (_, i) => `01${String(i).padStart(24, '0')}`)
    for (let i = 0; i < rows; i += 100) {
      const some = ids.slice(i, i + 100)
      await world.write(
        `INSERT INTO request_log (id, operation, msisdn, result, created_at)
         VALUES ${some.map(() => `(?, 'create_deposit_summary', '${msisdn}', 'OK', 0)`).join(', ')}`,
        ...some,
      )
    }
    await clean(AbortSignal.abort())
    expect(await left()).toHaveLength(rows)
    await Promise.all([clean(), clean()])
    expect(await left()).toEqual([])
    const done = at(await world.rows('SELECT removed, cleaned_on FROM cleanings'), 0)
    expect([Number(done['removed']), done['cleaned_on']]).toEqual([rows, '2026-03-01'])
  })
})

describe('the cleaning of mail files', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cauri-outbox-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  const now = Date.parse('2026-06-01T12:00:00Z')
  const cleaningOf = (outboxDirectory: string | undefined, today = { date: '2026-06-01' }) =>
    createMailFileCleaning({
      outboxDirectory,
      retentionDays,
      jobCall: () => ({
        now,
        today: dateOf(today.date),
        zone: 'Africa/Douala',
        language: 'fr',
        actor: { name: 'job', roles: new Set() },
        session: null,
        journey: null,
      }),
    })
  const put = async (name: string, ageDays: number) => {
    const path = join(directory, name)
    await writeFile(path, 'x')
    const seconds = now / 1000 - ageDays * 86_400
    await utimes(path, seconds, seconds)
  }

  test('removes old mails and incomplete mails, and nothing else', async () => {
    await put('old.eml', 91)
    await put('half.eml.part', 91)
    await put('young.eml', 89)
    await put('notes.txt', 1000)
    await cleaningOf(directory)()
    expect((await readdir(directory)).toSorted()).toEqual(['notes.txt', 'young.eml'])
  })

  test('removes a bounded number in each tick until none is left, then waits until the next day', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, i) => put(`${i}.eml`, 100)))
    const today = { date: '2026-06-01' }
    const clean = cleaningOf(directory, today)
    await clean()
    expect(await readdir(directory)).toHaveLength(50)
    await clean()
    expect(await readdir(directory)).toEqual([])
    await put('late.eml', 100)
    await clean()
    expect(await readdir(directory)).toEqual(['late.eml'])
    today.date = '2026-06-02'
    await clean()
    expect(await readdir(directory)).toEqual([])
  })

  test('does nothing if mails go to a server, or if no mail was ever sent', async () => {
    await cleaningOf(undefined)()
    await cleaningOf(join(directory, 'not there'))()
    expect(await readdir(directory)).toEqual([])
  })
})
