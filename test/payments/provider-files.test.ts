import { expect, test } from '@jest/globals'
import { findMissing } from '../../src/bank/payments/provider-files/find-missing.js'
import { matchProviderFile } from '../../src/bank/payments/provider-files/match-provider-file.js'
import type { Database } from '../../src/platform/database/database.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import { describeEachDatabase } from '../support/services.js'
import { first, present } from '../support/present.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import { dateOf, textOf } from '../support/typed.js'
import { eventually, newGate } from '../support/wait.js'
import { newWorldFor, type World } from '../support/world.js'

describeEachDatabase('a settlement file of the provider', (database) => {
  let world: World
  newWorldFor(database, (opened) => {
    world = opened
  })

  /** The order of a deposit that the provider took as this transaction. */
  const settled = async (providerTransactionId: string | null) => {
    const { msisdn } = await world.register()
    const status: StatusResult = { state: 'SUCCESSFUL', providerTransactionId }
    world.providers.real.settle(msisdn, status)
    const { reference } = await world.deposit(msisdn, '5000')
    return (await world.orderOf(reference)).id
  }
  const line = (transaction: string, order: string, { amount = 5000, on = '2026-03-01' } = {}) =>
    `${transaction},${order},COLLECT,${amount},XAF,${on}`
  const readColumns = (more: string, ...lines: readonly string[]) =>
    matchProviderFile(world.orders, {
      name: 'march.csv',
      bytes: Buffer.from(
        [`transactionId,reference,kind,amount,currency,completedOn${more}`, ...lines].join('\n'),
      ),
    })
  const read = (...lines: readonly string[]) => readColumns('', ...lines)
  const by = (name: string) => world.call({ actor: { name, roles: new Set() } })
  /** Two people close the only case; `beforeCommit` runs when that is not committed yet. */
  const decide = async (beforeCommit?: () => Promise<void>) => {
    const real = world.database
    const watched: Database = {
      ...real,
      inTransaction: (work) =>
        real.inTransaction(async (tx) => {
          const done = await work(tx)
          await beforeCommit?.()
          return done
        }),
    }
    const caseId = textOf(first(await world.rows('SELECT id FROM review_cases'))['id'])
    const resolution = { caseId, outcome: 'NOTHING', reason: null, evidence: 'their mail' } as const
    const deps = { database: real, recordDeps: world.orders, onOrder: () => undefined }
    const { proposalId } = await proposeResolution(deps, by('Awa'), resolution)
    await confirmResolution({ ...deps, database: watched }, by('Paul'), present(proposalId))
  }
  const isWaiting = async () =>
    Number(
      first(
        await world.rows(`SELECT COUNT(*) AS n FROM information_schema.innodb_trx
          JOIN information_schema.processlist ON processlist.id = innodb_trx.trx_mysql_thread_id
          WHERE processlist.db = DATABASE() AND innodb_trx.trx_state = 'LOCK WAIT'`),
      )['n'],
    ) > 0
  const open = async () =>
    (await world.rows(`SELECT detail FROM review_cases WHERE status = 'OPEN' ORDER BY id`)).map(
      ({ detail }) => detail,
    )
  const twice = "ours transaction T-1, provider's file T-2"

  test.each([
    ['ours first', ['T-1', 'T-2']],
    ['ours last', ['T-2', 'T-1']],
  ])(
    'with two payments under one reference opens a case that stays open: %s',
    async (_what, transactions) => {
      const order = await settled('T-1')
      const found = await read(...transactions.map((transaction) => line(transaction, order)))
      expect(found.states).toMatchObject({ MATCHED: 1, DIFFERS: 1 })
      expect(await open()).toEqual([twice])
    },
  )

  test('does not close the case that another file has opened about the same order', async () => {
    const order = await settled('T-1')
    await read(line('T-2', order))
    await read(line('T-1', order))
    expect(await open()).toEqual([twice])
  })

  test('with two payments under one reference opens a case also where we know no transaction', async () => {
    const order = await settled(null)
    await read(line('T-1', order))
    expect((await read(line('T-2', order))).states).toMatchObject({ DIFFERS: 1 })
    expect(await open()).toEqual([twice])
  })

  test('says how a payment differs that no earlier file had', async () => {
    const [missing, other] = [await settled(null), await settled(null)]
    expect(await read(line('T-1', other))).toMatchObject({ missing: 1 })
    expect(await open()).toEqual(['in no file of the provider up to 2026-03-01'])
    await read(line('T-2', missing, { amount: 77 }))
    expect(await open()).toEqual(["ours COLLECT 5000 XAF, provider's file COLLECT 77 XAF"])
  })

  test('that was read before its last day was over leaves the later payments of that day to the next file', async () => {
    expect(await read(line('T-1', await settled(null)))).toMatchObject({ missing: 0 })
    await settled(null)
    world.clock.set('2026-03-02')
    const next = line('T-2', await settled(null), { on: '2026-03-02' })
    expect(await read(next)).toMatchObject({ missing: 1 })
  })

  test('after others does not ask again about a payment in no file that people have decided about', async () => {
    await settled(null)
    const known = line('T-1', await settled(null))
    expect(await read(known)).toMatchObject({ missing: 1 })
    await decide()
    world.clock.set('2026-03-31')
    const last = line('T-2', await settled(null), { on: '2026-03-31' })
    expect(await read(known, last)).toMatchObject({ missing: 0 })
    expect(await open()).toEqual([])
  })

  test('tells of the payments whose fee or date was another in an earlier file, which stays', async () => {
    const [one, two, three] = [await settled(null), await settled(null), await settled(null)]
    const earlier = [line('T-1', one), line('T-2', two), line('T-3', three)]
    expect(await read(...earlier)).toMatchObject({ changed: [] })
    const later = [
      `${line('T-1', one)},25`,
      `${line('T-2', two, { on: '2026-02-28' })},0`,
      `${line('T-3', three)},0`,
    ]
    expect(await readColumns(',fee', ...later)).toMatchObject({
      changed: ['T-1', 'T-2'],
      states: { MATCHED: 3 },
    })
    expect(
      await world.rows(
        `SELECT transaction_id AS id, CONCAT(fee, '') AS fee, completed_on FROM provider_lines ORDER BY id`,
      ),
    ).toEqual(['T-1', 'T-2', 'T-3'].map((id) => ({ id, fee: '0', completed_on: '2026-03-01' })))
  })

  test('has successful payments in any spelling of the status, and counts the lines of others', async () => {
    const [one, two] = [await settled(null), await settled(null)]
    const lines = [
      `${line('T-1', one)},Successful`,
      `${line('T-2', two)},successful `,
      `${line('T-3', 'x')},FAILED`,
    ]
    expect(await readColumns(',status', ...lines)).toMatchObject({
      lines: 2,
      skipped: 1,
      states: { MATCHED: 2 },
    })
  })

  test('with a line without its status is refused', async () => {
    const lines = [`${line('T-1', await settled(null))},SUCCESSFUL`, `${line('T-2', await settled(null))},`]
    await expect(readColumns(',status', ...lines)).rejects.toThrow('line 3: status: ')
  })

  test('is read by two commands at once as by one', async () => {
    const orders = []
    for (let n = 0; n < 3; n++) orders.push(await settled(null))
    const lines = orders.map((order, n) => line(`T-${n}`, order))
    const found = await Promise.all([read(...lines), read(...lines.toReversed())])
    expect(found.map(({ states }) => states.MATCHED)).toEqual([3, 3])
    expect(await open()).toEqual([])
  })

  test('with the second payment of an order is compared with one that is read at the same time', async () => {
    const order = await settled(null)
    const found = await Promise.all([read(line('T-1', order)), read(line('T-2', order))])
    expect(found.map(({ states }) => states.MATCHED).toSorted()).toEqual([0, 1])
    expect(await open()).toHaveLength(1)
  })

  test('that is read while two people decide about its payment leaves the case as they decided it', async () => {
    const missing = await settled(null)
    await read(line('T-1', await settled(null)))
    const { opened, open: begin } = newGate()
    const deciding = decide(async () => {
      begin()
      if (database.kind === 'mysql') await eventually('the file waits', isWaiting)
    })
    await opened
    await Promise.all([deciding, read(line('T-2', missing))])
    expect(await world.rows('SELECT status, confirmed_by FROM review_cases')).toEqual([
      { status: 'RESOLVED', confirmed_by: 'Paul' },
    ])
    expect(await world.rows(`SELECT id FROM audit_log WHERE action = 'RESOLVE_REVIEW'`)).toHaveLength(1)
  })

  test.each([
    ['people have decided about it', () => decide()],
    ['another file has it', (missing: string) => read(line('T-2', missing))],
  ])(
    'leaves out a payment that was missing when it was looked for, if %s since',
    async (_since, meanwhile) => {
      const [first, missing] = [await settled(null), await settled(null)]
      await read(line('T-1', first))
      const real = world.database
      let isDone = false
      const late: Database = {
        ...real,
        inTransaction: async (work) => {
          if (!isDone) await meanwhile(missing)
          isDone = true
          return real.inTransaction(work)
        },
      }
      const day = dateOf('2026-03-01')
      expect(await findMissing({ ...world.orders, database: late }, { from: day, to: day })).toBe(0)
      expect(isDone).toBe(true)
      expect(await open()).toEqual([])
      expect(await world.rows('SELECT id FROM review_cases')).toHaveLength(1)
    },
  )
})
