import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../running/processes.js'
import { startTied } from './tied-process.js'
import { eventually } from './wait.js'

const newScratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'cauri-tied-'))

/** The processes that have this scratch directory in their environment. */
const processesOf = async (scratch: string): Promise<string[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')),
  )
  return ids.filter((_, index) => environments[index]?.includes(`SCRATCH=${scratch}`))
}

const testOnLinux = existsSync('/proc/self/environ') ? test : test.skip

testOnLinux('a server ends, and its files go, when the process that started it is killed', async () => {
  const scratch = await newScratch()
  const owner = startProgram('tied-sleeper', [scratch])
  await once(owner.stdout, 'data')
  await eventually('the shell and the server run', async () => (await processesOf(scratch)).length >= 2)
  owner.kill('SIGKILL')
  await eventually('no process is left', async () => (await processesOf(scratch)).length === 0)
  await eventually('the scratch directory is removed', () => !existsSync(scratch))
})

testOnLinux('stop ends a server and returns when it is gone', async () => {
  const scratch = await newScratch()
  const server = startTied('sleep', ['600'], scratch)
  expect(server.hasExited()).toBe(false)
  await server.stop()
  expect(server.hasExited()).toBe(true)
  await eventually('no process is left', async () => (await processesOf(scratch)).length === 0)
  await eventually('the scratch directory is removed', () => !existsSync(scratch))
})

test('a server that ends by itself has exited, and its output is available', async () => {
  const server = startTied('sh', ['-c', 'echo no disk >&2; exit 3'], await newScratch())
  await eventually('it has exited', () => server.hasExited())
  expect(server.output()).toContain('no disk')
  await server.stop()
})
