import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database, Tx } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { startSeverableProxy, type SeverableProxy } from '../jobs/severable-proxy.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { first, present } from '../support/present.js'

/** The database must be usable again, over new connections, this long after the open ones died. */
const recoveryMsMax = 15_000
const connections = 8
const checks = 8

interface Proxied {
  readonly proxy: SeverableProxy
  /** The database as reached through the proxy. */
  readonly viaProxy: Database
  /** Changes a row that no other test uses. */
  readonly change: (tx: Tx) => Promise<number>
  readonly changes: () => Promise<number>
}

describeEachDatabase('a server that vanishes without closing its connections', (kind) => {
  if (kind.kind === 'sqlite') return
  let created: CreatedDatabase
  let direct: Database
  const opened: (Pick<Proxied, 'proxy' | 'viaProxy'> & { readonly id: number })[] = []

  beforeAll(async () => {
    created = await kind.create()
    direct = await openDatabase(settingsOf(created.url))
    await direct.inTransaction((tx) =>
      tx.run('CREATE TABLE tallies (id integer NOT NULL PRIMARY KEY, n bigint NOT NULL)'),
    )
    for (let id = 1; id <= checks; id++) {
      await direct.inTransaction((tx) => tx.run('INSERT INTO tallies (id, n) VALUES (?, 0)', [id]))
      const proxy = await startSeverableProxy(created.url)
      opened.push({ id, proxy, viaProxy: await openDatabase(settingsOf(proxy.url)) })
    }
  })
  afterAll(async () => {
    await direct.close()
    await created.drop()
  })

  /** The tests run concurrently, each with its own proxy, because they mostly wait. */
  const check = (name: string, body: (open: Proxied) => Promise<void>): void =>
    test.concurrent(
      name,
      async () => {
        const { id, proxy, viaProxy } = present(opened.pop())
        try {
          // Opens all connections of the pool.
          await Promise.all(Array.from({ length: connections }, () => viaProxy.read.all('SELECT SLEEP(0.1)')))
          await body({
            proxy,
            viaProxy,
            change: (tx) => tx.run('UPDATE tallies SET n = n + 1 WHERE id = ?', [id]),
            changes: async () => {
              const row = first(await direct.read.all('SELECT n FROM tallies WHERE id = ?', [id]))
              return Number(row['n'])
            },
          })
        } finally {
          await viaProxy.close().catch(() => undefined)
          await proxy.close()
        }
      },
      3 * recoveryMsMax,
    )

  const swallowThen = async ({ proxy }: Proxied, tx: Tx, ask: (tx: Tx) => Promise<unknown>) => {
    await tx.all('SELECT 1')
    proxy.swallow()
    await ask(tx)
  }
  const asks: Readonly<Record<string, (open: Proxied) => Promise<unknown>>> = {
    'a read': ({ proxy, viaProxy }) => {
      proxy.swallow()
      return viaProxy.read.all('SELECT n FROM tallies')
    },
    'a unit of one statement': ({ proxy, viaProxy, change }) => {
      proxy.swallow()
      return viaProxy.inOneStatement(change)
    },
    'a BEGIN': ({ proxy, viaProxy, change }) => {
      proxy.swallow()
      return viaProxy.inTransaction(change)
    },
    'a statement of a unit': (open) =>
      open.viaProxy.inTransaction((tx) => swallowThen(open, tx, open.change)),
    'a COMMIT': (open) => open.viaProxy.inTransaction((tx) => swallowThen(open, tx, async () => undefined)),
  }
  for (const [what, ask] of Object.entries(asks)) {
    check(`makes ${what} time out as an outage; then all connections work again`, async (open) => {
      const { viaProxy, change, changes } = open
      const begun = performance.now()
      const error = await ask(open).catch((thrown: unknown) => thrown)
      expect(isOutage(error)).toBe(true)
      const onAll = () =>
        Promise.all(Array.from({ length: connections }, () => viaProxy.inTransaction(change)))
      await eventually('all connections serve', () => onAll().then(Boolean, () => false), recoveryMsMax)
      expect(performance.now() - begun).toBeLessThan(recoveryMsMax)
      expect(await changes()).toBeGreaterThanOrEqual(connections)
    })
  }

  check('releases the locks of a transaction that it lost, of which nothing is written', async (open) => {
    const { viaProxy, change, changes } = open
    const begun = performance.now()
    const unit = viaProxy
      .inTransaction(async (tx) => {
        await change(tx)
        await swallowThen(open, tx, change)
      })
      .catch((thrown: unknown) => thrown)
    const changeHere = () => direct.inTransaction(change).then(Boolean, () => false)
    await eventually('the row is locked', async () => !(await changeHere()), recoveryMsMax)
    const before = await changes()
    await eventually('the row is free', changeHere, recoveryMsMax)
    expect(isOutage(await unit)).toBe(true)
    expect(performance.now() - begun).toBeLessThan(recoveryMsMax)
    expect(await changes()).toBe(before + 1)
  })

  check(
    'serves as soon as it is back after it refused every connection for a while',
    async ({ proxy, viaProxy, change }) => {
      proxy.sever()
      const ends = performance.now() + 6_000
      const insist = async () => {
        while (performance.now() < ends) {
          await viaProxy.inTransaction(change).catch(() => undefined)
          await sleep(200)
        }
      }
      await Promise.all(Array.from({ length: 3 * connections }, insist))
      proxy.mend()
      const begun = performance.now()
      const onAll = () =>
        Promise.all(Array.from({ length: connections }, () => viaProxy.inTransaction(change)))
      await eventually('all connections serve', () => onAll().then(Boolean, () => false), recoveryMsMax)
      expect(performance.now() - begun).toBeLessThan(5_000)
    },
  )

  check('makes nobody wait without end for a connection of the pool', async ({ proxy, viaProxy }) => {
    proxy.stall()
    const begun = performance.now()
    const asked = Array.from({ length: 20 }, () => viaProxy.read.all('SELECT n FROM tallies'))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason))).toBe(true)
    expect(performance.now() - begun).toBeLessThan(10_000)
    proxy.mend()
    expect(await viaProxy.read.all('SELECT COUNT(*) AS n FROM tallies')).toHaveLength(1)
  })
})
