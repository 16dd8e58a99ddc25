import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transformFile } from '@swc/core'
import { civilAnswers } from './civil-answers.js'

// A running process keeps its zone, so each zone is a process of its own, on the kernel compiled to a folder of its own.
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
let folder: string

const compile = async (file: string): Promise<void> => {
  const target = join(folder, file.replace(/\.ts$/, '.js'))
  const { code } = await transformFile(join(root, file), {
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  })
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, code)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cauri-zone-'))
  const kernel = await readdir(join(root, 'src/shared'))
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
    symlink(join(root, 'node_modules'), join(folder, 'node_modules')),
    compile('test/shared/civil-answers.ts'),
    ...kernel.filter((file) => file.endsWith('.ts')).map((file) => compile(join('src/shared', file))),
  ])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['UTC', 0],
  ['America/Lima', 300],
  ['Asia/Tokyo', -540],
  ['Africa/Douala', -60],
  ['Pacific/Kiritimati', -840],
])('dates and interest are the same in a process in %s', async (zone, minutesBehindUtc) => {
  const script = `
    import { civilAnswers } from './test/shared/civil-answers.js'
    const minutesBehindUtc = new Date(1772323200000).getTimezoneOffset()
    console.log(JSON.stringify({ minutesBehindUtc, answers: civilAnswers() }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { TZ: zone },
  })
  expect(JSON.parse(stdout)).toEqual({ minutesBehindUtc, answers: civilAnswers() })
})
