import { expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { createSealing, readHeads } from '../../src/platform/evidence/seal-evidence.js'
import { readArchived } from '../../src/platform/evidence/archived.js'
import { compareTotals, createTotalsComparison } from '../../src/platform/evidence/compare-totals.js'
import { verifyChain, findUnsealed } from '../../src/platform/evidence/verify-chain.js'
import { describeEachDatabase } from '../support/services.js'
import { openWorld, type World } from '../support/world.js'
import { first, present } from '../support/present.js'

const neverAborted = (): AbortSignal => new AbortController().signal

describeEachDatabase('the chain of evidence', (database) => {
  const opened = async (
    work: (world: World, seal: () => Promise<void>, directory: string) => Promise<void>,
  ) => {
    const world = await openWorld(database)
    const headsDirectory = mkdtempSync(join(tmpdir(), 'cauri-evidence-'))
    const jobCall = () => world.call()
    const seal = createSealing({ database: world.database, headsDirectory, jobCall })
    try {
      const { msisdn } = await world.register()
      await world.deposit(msisdn, '5000')
      await seal(neverAborted())
      await work(world, () => seal(neverAborted()), headsDirectory)
    } finally {
      await world.close()
    }
  }
  const walk = async (world: World, directory: string) =>
    verifyChain(world.database.read, await readHeads(directory))
  /** A change by a person with all rights on the database, who drops the triggers first. */
  const writeWithoutTriggers = async (
    world: World,
    table: string,
    statement: string,
    ...parameters: unknown[]
  ) => {
    for (const event of ['update', 'delete']) await world.write(`DROP TRIGGER ${table}_no_${event}`)
    await world.write(statement, ...parameters)
  }

  test('seals each row once, also when several workers seal at the same time, and passes the check', () =>
    opened(async (world, seal, directory) => {
      const { sealed: before, problem } = await walk(world, directory)
      expect(problem).toBeNull()
      const count = first(
        await world.rows('SELECT (SELECT COUNT(*) FROM audit_log) + (SELECT COUNT(*) FROM journals) AS n'),
      )
      expect(before).toBe(BigInt(present(count['n'])))
      await world.register()
      // Several workers, as in processes of their own: while one seals, the others neither wait nor fail.
      const others = Array.from({ length: 4 }, () =>
        createSealing({ database: world.database, headsDirectory: directory, jobCall: () => world.call() }),
      )
      const sealAll = () => Promise.all(others.map((other) => other(neverAborted())))
      if (database.kind === 'mysql') {
        let isHeld = () => {}
        let isSealed = () => {}
        const held = new Promise<void>((resolve) => (isHeld = resolve))
        const sealed = new Promise<void>((resolve) => (isSealed = resolve))
        const sealing = world.database.inTransaction(async (tx) => {
          await tx.all(`SELECT number FROM evidence_seals ${tx.dialect.forUpdate}`)
          isHeld()
          await sealed
        })
        await held
        await sealAll().finally(() => isSealed())
        await sealing
      }
      await sealAll()
      const after = await walk(world, directory)
      expect(after.problem).toBeNull()
      expect(after.sealed).toBeGreaterThan(before)
      expect((await compareTotals(world.database.read)).problem).toBeNull()
      expect((await readHeads(directory)).size).toBe(1)
    }))

  test('records the head of a day again if a full disk cut it off, and fails on a file of heads that cannot be read', () =>
    opened(async (world, _seal, directory) => {
      const file = join(directory, 'heads.jsonl')
      const whole = readFileSync(file, 'utf8')
      const restarted = createSealing({
        database: world.database,
        headsDirectory: directory,
        jobCall: () => world.call(),
      })
      writeFileSync(file, whole.slice(0, -20))
      expect((await readHeads(directory)).size).toBe(0)
      await restarted(neverAborted())
      expect(readFileSync(file, 'utf8')).toBe(`${whole.slice(0, -20)}\n${whole}`)
      expect((await readHeads(directory)).size).toBe(1)
      rmSync(file)
      mkdirSync(file)
      await expect(readHeads(directory)).rejects.toThrow('EISDIR')
    }))

  test.each([
    ['audit_log', "UPDATE audit_log SET actor = 'nobody' WHERE id = ?"],
    ['audit_log', 'DELETE FROM audit_log WHERE id = ?'],
    ['journals', "UPDATE journals SET reference = 'another' WHERE id = ?"],
  ])('makes the check name a row of %s after: %s', (table, statement) =>
    opened(async (world, _seal, directory) => {
      const row = first(await world.rows(`SELECT id FROM ${table} ORDER BY id LIMIT 1`))
      await writeWithoutTriggers(world, table, statement, row['id'])
      expect((await walk(world, directory)).problem).toContain(`${table} ${row['id']}`)
    }),
  )

  test('shows a journal whose posting was changed, and a total that is not the sum of its postings', () =>
    opened(async (world, _seal, directory) => {
      const row = first(await world.rows('SELECT journal_id FROM postings ORDER BY journal_id LIMIT 1'))
      await writeWithoutTriggers(
        world,
        'postings',
        'UPDATE postings SET amount = amount * 2 WHERE journal_id = ?',
        row['journal_id'],
      )
      expect((await walk(world, directory)).problem).toContain(`journals ${row['journal_id']} was changed`)
      expect((await compareTotals(world.database.read)).problem).toContain('is not the sum of its postings')
    }))

  test('accepts missing rows only if they are listed as archived', () =>
    opened(async (world, seal, directory) => {
      const last = first(await world.rows('SELECT MAX(id) AS id FROM journals'))
      const before = `${last['id']}0`
      await world.register()
      await seal()
      // Archiving drops partitions, which fires no trigger; this test drops the triggers and deletes the rows instead.
      for (const [table, id] of [
        ['audit_log', 'id'],
        ['postings', 'journal_id'],
      ]) {
        await world.write(`DROP TRIGGER ${table}_no_delete`)
        await world.write(`DELETE FROM ${table} WHERE ${id} < ?`, before)
      }
      const { sealed, problem } = await walk(world, directory)
      expect(problem).toMatch(/ is gone: seal \d+$/)
      expect((await compareTotals(world.database.read)).problem).toContain('is not the sum of its postings')

      const lines = ['audit_log', 'postings'].map((table) => JSON.stringify({ table, from: '', before }))
      writeFileSync(join(directory, 'archived.jsonl'), `${lines.join('\n')}\n`)
      const archived = await readArchived(directory)
      const walked = await verifyChain(world.database.read, await readHeads(directory), archived)
      expect(walked).toMatchObject({ problem: null, archived: expect.any(Number) })
      expect(walked.sealed).toBeGreaterThan(sealed)
      expect(walked.archived).toBeGreaterThan(3)
      expect(await compareTotals(world.database.read, archived)).toEqual({ problem: null, archivedDays: 1 })

      // Seals of archived rows must still be unchanged, because later seals depend on them.
      await writeWithoutTriggers(world, 'evidence_seals', "UPDATE evidence_seals SET hash = 'x'")
      const bent = await verifyChain(world.database.read, new Map(), archived)
      expect(bent.problem).toMatch(/ was changed: seal \d+$/)
    }))

  /** A statement that changes a table without firing its triggers on UPDATE and DELETE. */
  const attackOn = async (world: World, table: string): Promise<string> => {
    if (database.kind === 'mysql') return `TRUNCATE TABLE ${table}`
    const row = first(await world.rows(`SELECT * FROM ${table} LIMIT 1`))
    const changed: Record<string, string> = {
      audit_log: 'actor',
      journals: 'book',
      postings: 'currency',
      evidence_seals: 'hash',
    }
    const columns = Object.keys(row)
    const values = columns.map((column) => (column === changed[table] ? "'XYZ'" : column))
    return `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} ORDER BY 1 LIMIT 1`
  }

  test.each([
    ['audit_log', /^audit_log \w+ (was changed|is gone)/],
    ['journals', /^journals \w+ (was changed|is gone)/],
    ['postings', /^journals \w+ was changed/],
    ['evidence_seals', / was changed: seal 1$|^the chain ends at 0/],
  ])('makes the check name a row of %s that was replaced, or the table that was emptied', (table, problem) =>
    opened(async (world, _seal, directory) => {
      await world.write(await attackOn(world, table))
      expect((await walk(world, directory)).problem).toMatch(problem)
    }),
  )

  test('shows a row that the service did not write, and lets a recent row wait for its seal', () =>
    opened(async (world, seal) => {
      await world.register()
      const { waiting, problem } = await findUnsealed(world.database.read, world.clock.now())
      expect([waiting > 0, problem]).toEqual([true, null])
      await seal()
      expect(await findUnsealed(world.database.read, world.clock.now())).toEqual({
        waiting: 0,
        problem: null,
      })
      await world.write(
        `INSERT INTO audit_log (id, at, actor, action, subject) VALUES ('01ABC', 0, 'x', 'x', 'x')`,
      )
      const { problem: found } = await findUnsealed(world.database.read, world.clock.now())
      expect(found).toBe('audit_log 01ABC was never sealed')
    }))

  test('is complemented by a nightly comparison of the ledger’s totals with their postings, which logs and counts a wrong total once', () =>
    opened(async (world) => {
      const metrics = new Registry()
      const compare = createTotalsComparison({
        database: world.database,
        archived: async () => [],
        jobCall: () => world.call(),
        log: world.orders.log,
        registers: [metrics],
      })
      const told = async () =>
        (await metrics.getSingleMetricAsString('cauri_totals_differing')).split('\n').at(-1)
      const run = (signal = neverAborted()) => compare(signal)
      await run()
      expect([await told(), world.alarms]).toEqual(['cauri_totals_differing 0', []])
      await world.write('UPDATE ledger_totals SET amount = amount + 1')
      await run()
      expect(world.alarms).toEqual([])
      world.clock.advance(86_400_000)
      // The next run continues where the aborted one stopped.
      await run(AbortSignal.abort())
      // A run that ran out of time may still be running beside the next.
      await Promise.all([run(), run()])
      await run()
      expect(await told()).toBe('cauri_totals_differing 1')
      expect(world.alarms).toEqual([
        {
          facts: {
            problem: expect.stringMatching(/^ledger_totals system .* is not the sum of its postings$/),
          },
          message: 'a total of the ledger is not the sum of its postings',
        },
      ])
    }))

  test('that was rebuilt does not have the recorded head', () =>
    opened(async (world, seal, directory) => {
      await writeWithoutTriggers(world, 'evidence_seals', 'DELETE FROM evidence_seals')
      const row = first(await world.rows('SELECT id FROM audit_log ORDER BY id LIMIT 1'))
      await writeWithoutTriggers(
        world,
        'audit_log',
        "UPDATE audit_log SET actor = 'nobody' WHERE id = ?",
        row['id'],
      )
      const fresh = createSealing({
        database: world.database,
        headsDirectory: directory,
        jobCall: () => world.call(),
      })
      await fresh(neverAborted())
      await seal()
      expect((await walk(world, directory)).problem).toContain('differs from the head of')
    }))
})
