import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { makeDirectory } from '../../src/platform/files/make-directory.js'

const newRoot = (): string => mkdtempSync(join(tmpdir(), 'made-'))
const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('making a directory', () => {
  test('creates missing parents, all with the same mode', () => {
    const root = newRoot()
    makeDirectory(join(root, 'a', 'b', 'c'), 0o700)
    expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(root, path)))).toEqual([0o700, 0o700, 0o700])
  })

  test('leaves an existing directory as it is, also a link to one, and the root', () => {
    const root = newRoot()
    mkdirSync(join(root, 'there'))
    chmodSync(join(root, 'there'), 0o750)
    symlinkSync(join(root, 'there'), join(root, 'link'))
    for (const path of ['there', 'link']) makeDirectory(join(root, path), 0o700)
    makeDirectory('/')
    expect(modeOf(join(root, 'there'))).toBe(0o750)
    makeDirectory(join(root, 'link', 'below'))
    expect(statSync(join(root, 'there', 'below')).isDirectory()).toBe(true)
  })

  test.each([
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a link to nothing', (path: string) => symlinkSync('nowhere', path)],
  ])('fails if %s has its name', (_what, put) => {
    const path = join(newRoot(), 'x')
    put(path)
    expect(() => makeDirectory(path)).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  })

  test('fails below a file, at any depth', () => {
    const file = join(newRoot(), 'file')
    writeFileSync(file, '')
    for (const path of [join(file, 'x'), join(file, 'x', 'y', 'z')]) {
      expect(() => makeDirectory(path)).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
    }
  })
})
