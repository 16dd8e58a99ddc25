import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { openDataDirectory, StartError } from '../../src/app/data-directory.js'
import { runProgram, startProgram } from './processes.js'
import { anyBytes, shaped } from '../support/typed.js'
import { z } from 'zod'

const holder = 'hold-directory'
const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'data-')), 'not', 'yet', 'there')

describe('a data directory', () => {
  test('is created, belongs to one process, and can be opened again after its release', () => {
    const path = newPath()
    const first = openDataDirectory(path)
    expect(() => openDataDirectory(path)).toThrow(StartError)
    expect(() => openDataDirectory(path)).toThrow(`DATA_DIR ${path} is in use by another process`)
    first.release()
    openDataDirectory(path).release()
  })

  test('is refused to another process while this one has it', async () => {
    const path = newPath()
    const ours = openDataDirectory(path)
    const other = await runProgram(holder, [path])
    ours.release()
    expect(other.code).toBe(1)
    expect(other.stderr.trim()).toBe(
      `StartError: DATA_DIR ${path} is in use by another process; give each process its own`,
    )
  })

  test('is free again as soon as its process is killed with SIGKILL', async () => {
    const path = newPath()
    const child = startProgram(holder, [path])
    await once(child.stdout, 'data')
    expect(() => openDataDirectory(path)).toThrow(StartError)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    openDataDirectory(path).release()
  })

  test('that is a file is refused in one line', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'data-')), 'file')
    writeFileSync(path, '')
    expect(() => openDataDirectory(path)).toThrow(
      new StartError(`DATA_DIR ${path} cannot be written (EEXIST)`),
    )
    expect(() => openDataDirectory(join(path, 'below'))).toThrow(
      `DATA_DIR ${join(path, 'below')} cannot be written`,
    )
  })

  // Node.js before 26.12 never returned from `mkdir` here, so another process tries it. A user who is not root gets EACCES.
  test.each(['/proc/1/x', '/proc/x/y'])(
    'whose parent cannot contain directories is refused: %s',
    async (path) => {
      const { code, stderr } = await runProgram(holder, [path])
      expect(stderr.trim()).toMatch(
        new RegExp(`^StartError: DATA_DIR ${path} cannot be written \\((ENOENT|EACCES)\\)$`),
      )
      expect(code).toBe(1)
    },
  )

  test('is created by each of several concurrent processes whose parent directory is missing', async () => {
    const base = newPath()
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, index) => startProgram(holder, [join(base, `${index}`)])).map(
        async (child) => {
          const [said] = shaped(z.tuple([anyBytes]), await once(child.stdout, 'data'))
          child.kill('SIGKILL')
          return said.toString().trim()
        },
      ),
    )
    expect(ends).toEqual(['held', 'held', 'held', 'held'])
  })

  test('that the user may not create is refused', () => {
    const path = mkdtempSync(join(tmpdir(), 'data-'))
    chmodSync(path, 0o500)
    // Root may write anywhere, so root becomes the user nobody for a moment.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      expect(() => openDataDirectory(join(path, 'new'))).toThrow(
        `DATA_DIR ${join(path, 'new')} cannot be written (EACCES)`,
      )
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})
