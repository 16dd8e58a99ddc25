import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { packageRoot } from '../../src/app/config/config.js'
import { openDatabase } from '../../src/app/open-database.js'
import { find } from '../support/find-program.js'
import { startMariadb } from '../support/mariadb.js'
import { messageOf } from '../support/thrown.js'

const fixture = (name: string): string => join(packageRoot, 'test', 'running', 'fixtures', name)
const certificate = fixture('localhost.cert.pem')
const ca = readFileSync(certificate, 'utf8')

/** Its own server, whose certificate is known; where there is none, the setup of the run has said so. */
const onServer = (find('mariadbd') ?? find('mysqld')) ? describe : describe.skip

onServer('a database that is spoken to with TLS', () => {
  let server: NonNullable<Awaited<ReturnType<typeof startMariadb>>>

  beforeAll(async () => {
    server = (await startMariadb([`--ssl-cert=${certificate}`, `--ssl-key=${fixture('localhost.key.pem')}`]))!
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

  test('answers one whose authority vouches for it', async () => {
    expect(await open('localhost', ca)).toMatch(/^TLSv1\.[23]$/)
  })

  test('is not asked without TLS, by an authority that does not know it, or under another name', async () => {
    expect(await messageOf(open('localhost', undefined))).toMatch(/Access denied/)
    const another = readFileSync(fixture('another-authority.cert.pem'), 'utf8')
    expect(await messageOf(open('localhost', another))).toMatch(/self-signed certificate/)
    // A name for the loopback address that needs no name server, and is not in the certificate.
    expect(await messageOf(open('127.1', ca))).toMatch(/altnames/)
  })
})
