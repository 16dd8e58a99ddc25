import { createConnection } from 'mysql2/promise'
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { find } from './find-program.js'
import { freePort } from './free-port.js'
import { scratchFolder } from './scratch.js'
import { startTied } from './tied-process.js'

const startMsMax = 60_000

/** Options for tests: no data has to survive, so nothing is synced, and tables share a file. */
const withoutDurability = [
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--skip-innodb-file-per-table',
  '--innodb-stats-persistent=0',
]

const answers = async (url: string): Promise<boolean> => {
  try {
    const connection = await createConnection(url)
    await connection.end()
    return true
  } catch {
    return false
  }
}

/** Creates an empty data directory, which MariaDB and MySQL do differently; root has no password in both. */
const install = async (server: string, data: string, asRoot: readonly string[]): Promise<void> => {
  const run = promisify(execFile)
  const installer = find('mariadb-install-db') ?? find('mysql_install_db')
  if (installer) {
    const options = [
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--innodb-log-file-size=8M',
    ]
    await run(installer, ['--no-defaults', `--datadir=${data}`, ...asRoot, ...options])
  } else {
    await run(server, ['--no-defaults', '--initialize-insecure', `--datadir=${data}`, ...asRoot])
  }
}

/**
 * Starts a private MariaDB (or MySQL) of this machine on a free loopback port, until this process ends: with its own
 * small data directory, and by default without durability.
 *
 * @param settings options of memory and durability; with these the data is on the disk, so that their cost can be
 * measured
 * @param prepare writes files into the data directory before the server starts
 * @returns the address of root, without a database; undefined if no such server is installed
 */
export const startMariadb = async (
  settings?: readonly string[],
  prepare?: (data: string) => Promise<void>,
): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  const server = find('mariadbd') ?? find('mysqld')
  if (!server) return undefined
  const prefix = 'cauri-mariadb-'
  const scratch = await (settings ? mkdtemp(join(tmpdir(), prefix)) : scratchFolder(prefix))
  const data = join(scratch, 'data')
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  await install(server, data, asRoot)
  await prepare?.(data)
  const port = await freePort()
  const options = [
    '--no-defaults',
    ...asRoot,
    `--datadir=${data}`,
    `--socket=${join(scratch, 'socket')}`,
    `--pid-file=${join(scratch, 'pid')}`,
    // Not the shared directory: a server that starts removes temporary files of others, also of running servers.
    `--tmpdir=${scratch}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--loose-mysqlx=0',
    '--skip-log-bin',
    '--performance-schema=off',
    '--character-set-server=utf8mb4',
    '--max-connections=400',
    ...(settings ?? withoutDurability),
  ]
  const running = startTied(server, options, scratch)
  const url = `mysql://root@127.0.0.1:${port}`
  const deadline = performance.now() + startMsMax
  while (!(await answers(url))) {
    if (running.hasExited() || performance.now() > deadline) {
      await running.stop()
      throw new Error(`${server} did not start:\n${running.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, stop: running.stop }
}
