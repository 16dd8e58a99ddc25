import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { packageRoot } from '../../src/app/config/config.js'
import { openDatabase } from '../../src/app/open-database.js'
import { isEmptyMysql } from '../../src/cli/backup/mysql-dump.js'
import { startSeverableProxy } from '../jobs/severable-proxy.js'
import { find } from '../support/find-program.js'
import { startMariadb } from '../support/mariadb.js'
import { messageOf } from '../support/thrown.js'
import { eventually } from '../support/wait.js'
import { present } from '../support/present.js'

/** How long the recovery may take: as in `vanished.test.ts`, which tests it without TLS. */
const recoveryMsMax = 15_000

const fixture = (name: string): string => join(packageRoot, 'test', 'running', 'fixtures', name)
const certificate = fixture('localhost.cert.pem')
const ca = readFileSync(certificate, 'utf8')

/**
 * A server of its own, for which the test knows the certificate. If the machine has no server, the setup of the run has already reported
 * that.
 */
const onServer = (find('mariadbd') ?? find('mysqld')) ? describe : describe.skip

onServer('a database server with TLS', () => {
  let server: NonNullable<Awaited<ReturnType<typeof startMariadb>>>

  beforeAll(async () => {
    server = present(
      await startMariadb([`--ssl-cert=${certificate}`, `--ssl-key=${fixture('localhost.key.pem')}`]),
    )
    const root = await createConnection(server.url)
    await root.query('CREATE DATABASE cauri')
    await root.query(`CREATE USER cauri@localhost IDENTIFIED BY 'cauri' REQUIRE SSL`)
    await root.query('GRANT ALL ON cauri.* TO cauri@localhost')
    await root.end()
  })
  afterAll(() => server.stop())

  const open = async (host: string, authority: string | undefined) => {
    const { port } = new URL(server.url)
    const url = `mysql://cauri:cauri@${host}:${port}/cauri`
    const database = await openDatabase({ kind: 'mysql', url, poolSize: 2, ca: authority })
    const [status] = await database.read.all(`SHOW SESSION STATUS LIKE 'Ssl_version'`)
    await database.close()
    return status?.['Value']
  }

  test('is accepted with a certificate of the given authority', async () => {
    expect(await open('localhost', ca)).toMatch(/^TLSv1\.[23]$/)
  })

  test('is checked in the same way by the programs that make and load a backup', async () => {
    const ask = (url: string, user: string, host: string, authority = ca): Promise<boolean> =>
      isEmptyMysql({ url: `mysql://${user}@${host}:${new URL(url).port}/cauri`, ca: authority })
    for (const host of ['localhost', '127.0.0.1'])
      expect(await ask(server.url, 'cauri:cauri', host)).toEqual(expect.any(Boolean))
    const another = readFileSync(fixture('another-authority.cert.pem'), 'utf8')
    await expect(ask(server.url, 'cauri:cauri', 'localhost', another)).rejects.toThrow(/TLS|SSL/)
    await expect(ask(server.url, 'cauri:cauri', '127.1')).rejects.toThrow(/TLS|SSL/)
    const plain = present(await startMariadb(['--skip-ssl']))
    try {
      const root = await createConnection(plain.url)
      await root.query('CREATE DATABASE cauri')
      await root.end()
      const { username, password } = new URL(plain.url)
      await expect(ask(plain.url, `${username}:${password}`, 'localhost')).rejects.toThrow(/TLS|SSL/)
    } finally {
      await plain.stop()
    }
  })

  test('that vanishes without closing its connections times out; new connections work', async () => {
    const proxy = await startSeverableProxy(server.url)
    const url = `mysql://cauri:cauri@localhost:${new URL(proxy.url).port}/cauri`
    const database = await openDatabase({ kind: 'mysql', url, poolSize: 4, ca })
    const onAll = (statement: string) =>
      Promise.allSettled(Array.from({ length: 4 }, () => database.read.all(statement)))
    try {
      await onAll('SELECT SLEEP(0.1)')
      proxy.swallow()
      const begun = performance.now()
      const unit = database.inTransaction((tx) => tx.all('SELECT 1'))
      const lost = await Promise.allSettled([unit, database.read.all('SELECT SLEEP(0)')])
      for (const outcome of lost) expect(outcome.status === 'rejected' && isOutage(outcome.reason)).toBe(true)
      const serve = async () => (await onAll('SELECT 1')).every(({ status }) => status === 'fulfilled')
      await eventually('all connections serve', serve, recoveryMsMax)
      expect(performance.now() - begun).toBeLessThan(recoveryMsMax)
      const [status] = await database.read.all(`SHOW SESSION STATUS LIKE 'Ssl_version'`)
      expect(status?.['Value']).toMatch(/^TLSv1/)
    } finally {
      await database.close().catch(() => undefined)
      await proxy.close()
    }
  })

  test('is refused without TLS, with an unknown authority, or under another name', async () => {
    expect(await messageOf(open('localhost', undefined))).toMatch(/Access denied/)
    const another = readFileSync(fixture('another-authority.cert.pem'), 'utf8')
    expect(await messageOf(open('localhost', another))).toMatch(/self-signed certificate/)
    // A name of the loopback address that needs no name server and that the certificate does not contain.
    expect(await messageOf(open('127.1', ca))).toMatch(/altnames/)
  })
})
