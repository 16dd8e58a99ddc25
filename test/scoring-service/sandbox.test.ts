import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { filterByPerl, syscallFilter } from '../../src/scoring-service/reader/syscall-filter.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { startTestEngine, type TestEngine } from './engine.js'
import type { Orders } from './fixtures/hostile-reader.js'
import { present } from '../support/present.js'
import { addressOf, shaped } from '../support/typed.js'
import { z } from 'zod'

let engine: TestEngine
let server: Server
let directory: string
let orders: Omit<Orders, 'mode'>
let connections = 0

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cauri-sandbox-'))
  const database = join(directory, 'cauri.sqlite')
  writeFileSync(database, 'all that we know')
  server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server)
  orders = { database, outside: join(directory, 'outside'), port }
  const entry = compiledProgram('hostile-reader')
  engine = await startTestEngine({ entry, workMs: 3_000, pageMs: 0, memoryBytes: 256 * 1024 * 1024 })
})

afterAll(async () => {
  await engine?.close()
  server?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
})

const run = async (mode: Orders['mode']) => {
  const password = JSON.stringify({ ...orders, mode })
  const document = await engine.document(Buffer.from('%PDF-1.5'), { password })
  const { documents } = await engine.engine(engine.request([document]))
  return shaped(z.object({ code: z.string(), detail: z.string() }), documents[0])
}

test('a hostile module in the place of a reader reaches nothing but its own files', async () => {
  const { detail } = await run('ESCAPE')
  const found = Object.entries(shaped(z.record(z.string(), z.string()), JSON.parse(detail)))
  expect(found).toHaveLength(16)
  expect(found.filter(([, refusal]) => refusal === 'DONE')).toEqual([])
  expect(connections).toBe(0)
  expect(existsSync(orders.outside)).toBe(false)
})

test.each(['MEMORY', 'PROCESSOR'] as const)(
  'a reader that exceeds its share of %s is ended, and its document is refused',
  async (mode) => {
    expect(await run(mode)).toMatchObject({ code: 'resource_limit' })
  },
  120_000,
)

test('a reader can neither fill the disk nor use up the file handles', async () => {
  const { holds } = await engine.sandbox
  // Without a program that sets limits, only the parent watches the reader, which this test does not cover.
  if (!holds.includes('limits')) return
  const filled = await run('FILE').catch((error: unknown) => String(error))
  expect(typeof filled === 'string' ? filled : filled.detail).toMatch(/EFBIG|SIGXFSZ/)
  expect((await run('HANDLES')).detail).toBe('EMFILE')
})

test.each(['FLOOD', 'LIE', 'SHORT'] as const)(
  'an invalid report of a reader is refused: %s',
  async (mode) => {
    await expect(run(mode)).rejects.toThrow(/an invalid report|a file other than the one it reported/)
    expect(readdirSync(engine.stagingDirectory).filter((name) => name.length === 36).length).toBeLessThan(2)
  },
  120_000,
)

test('a reader that ends by itself reports why, with at most 600 characters of its output', async () => {
  await expect(run('THROW')).rejects.toThrow(/^a reader ended during its work \(1: .*nobody caught this/)
  await expect(run('SHOUT')).rejects.toThrow(/^a reader ended during its work \(SIGKILL: x{600}\)$/)
})

test('the sandbox has the layers that the machine supports, and the engine reports these and the missing ones', async () => {
  const { holds, lacks } = await engine.sandbox
  expect([...holds, ...lacks].toSorted()).toEqual(
    ['limits', 'network', 'permissions', 'privileges', 'syscalls', 'user'].toSorted(),
  )
  expect(holds).toContain('permissions')
})

const perl = '/usr/bin/perl'
const isFiltered = existsSync(perl) && filterByPerl(perl) !== undefined

/** System calls by their numbers on each architecture, taken from the kernel's headers, not from the list of the filter. */
const calls: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  socket: [41, 198],
  ptrace: [101, 117],
  mount: [165, 40],
  bpf: [321, 280],
  keyctl: [250, 219],
  add_key: [248, 217],
  unshare: [272, 97],
  setns: [308, 268],
  execveat: [322, 281],
  clone: [56, 220],
  process_vm_readv: [310, 270],
  perf_event_open: [298, 241],
  io_uring_setup: [425, 425],
  userfaultfd: [323, 282],
}
const [refused, done] = ['1', 'DONE']

/** What the kernel answers to each call of a Perl program that runs behind the filter. Node.js cannot make such calls. */
const answersBehind = ([file = perl, ...args]: readonly string[]): Record<string, string> => {
  const ask = 'for (@ARGV) { print syscall($_, 0, 0, 0, 0, 0) == -1 ? $! + 0 : "DONE", "\\n" }'
  const of = process.arch === 'arm64' ? 1 : 0
  const getpid = [39, 172]
  const numbers = [...Object.values(calls), getpid].map((pair) => String(pair[of]))
  const output = execFileSync(file, [...args, perl, '-e', ask, '--', ...numbers], { env: {}, cwd: '/' })
  const verdicts = output.toString().trim().split('\n')
  return Object.fromEntries([...Object.keys(calls), 'getpid'].map((name, i) => [name, verdicts[i] ?? '']))
}

test('the kernel refuses the system calls that no reader needs', async () => {
  if (!isFiltered) return
  const wanted = { ...Object.fromEntries(Object.keys(calls).map((name) => [name, refused])), getpid: done }
  expect(answersBehind(present(filterByPerl(perl)))).toEqual(wanted)
  const { holds, command, newUser } = await engine.sandbox
  expect(holds).toContain('syscalls')
  const { file, args } = command(engine.stagingDirectory, newUser() ?? 0)
  expect(answersBehind([file, ...args.slice(0, args.indexOf(process.execPath))])).toEqual(wanted)
  await run('ESCAPE')
  const statuses = engine.pids().map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
  expect(statuses.length).toBeGreaterThan(0)
  for (const status of statuses) expect(status).toMatch(/^Seccomp:\t2$/m)
})

/** What the kernel would answer to a call: interprets the filter program as the kernel does. */
const verdict = (
  filter: Buffer,
  call: { number: number; architecture: number; argument?: number },
): number => {
  const word: Readonly<Record<number, number>> = {
    0: call.number,
    4: call.architecture,
    16: call.argument ?? 0,
  }
  let held = 0
  for (let at = 0; ; at++) {
    const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)]
    if (code === 0x06) return value
    if (code === 0x20) held = present(word[value])
    else {
      const holds = { 0x15: held === value, 0x35: held >= value, 0x45: (held & value) !== 0 }[code]
      // `expect` would be too slow here, because this runs for each of 600 numbers.
      if (holds === undefined) throw new Error(`an instruction that this does not know: ${code}`)
      at += filter.readUInt8(at * 8 + (holds ? 2 : 3))
    }
  }
}

/** From the kernel's headers `unistd_64.h` and `asm-generic/unistd.h`; -1 where an architecture does not have the call. */
const numbers: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  ...calls,
  fork: [57, -1],
  vfork: [58, -1],
  process_vm_writev: [311, 271],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  request_key: [249, 218],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  open_by_handle_at: [304, 265],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
}
const clone3 = 435
const [allowed, notPermitted, notThere, killed] = [0x7fff0000, 0x00050001, 0x00050026, 0x80000000]

test.each([
  ['x64', 0xc000003e, 0xc00000b7],
  ['arm64', 0xc00000b7, 0xc000003e],
] as const)(
  'the filter for %s refuses these calls by their numbers, and no other',
  (machine, architecture, other) => {
    const filter = present(syscallFilter(machine))
    expect(filter.length % 8).toBe(0)
    const at = machine === 'x64' ? 0 : 1
    const refusedHere = new Set(Object.values(numbers).map((pair) => pair[at]))
    const [clone] = [present(numbers['clone'])[at]]
    const odd: number[] = []
    for (let number = 0; number < 600; number++) {
      const wanted = number === clone3 ? notThere : refusedHere.has(number) ? notPermitted : allowed
      if (verdict(filter, { number, architecture }) !== wanted) odd.push(number)
    }
    expect(odd).toEqual([])
    // Threads can be created with any flags, processes cannot.
    expect(verdict(filter, { number: clone, architecture, argument: 0x003d0f00 })).toBe(allowed)
    expect(verdict(filter, { number: clone, architecture, argument: 0x01200011 })).toBe(notPermitted)
    // Calls of another architecture and of the x32 ABI are refused.
    expect(verdict(filter, { number: 0, architecture: other })).toBe(killed)
    expect(verdict(filter, { number: 0x40000000, architecture })).toBe(notPermitted)
  },
)
