import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTied } from './tied-process.js'

const startMsMax = 60_000

/**
 * A server of MongoDB's wire protocol from npm. It is not a dependency, because an install or a build does not need
 * its 20 MB.
 */
const server = {
  name: '@jongodb/memory-server-bin-linux-x64-gnu',
  version: '0.1.6',
  sha512: 'IYOsw016/gCOMRt2rd8RZ8PY4Cd33LmrOe7ntKVtpNQdRkkPkAMkn3D7rihb4jSs7zOECvzRZp8eHs7vlabvQQ==',
} as const

const run = promisify(execFile)

/** Downloads the package once, into a folder that survives an install, and checks its hash. */
const fetched = async (folder: string): Promise<string> => {
  const binary = join(folder, 'package', 'bin', 'jongodb')
  if (existsSync(binary)) return binary
  await mkdir(folder, { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  try {
    const spec = `${server.name}@${server.version}`
    const { stdout } = await run('npm', ['pack', spec, '--silent', '--pack-destination', own])
    const file = join(own, stdout.trim().split('\n').at(-1) ?? '')
    const sha512 = createHash('sha512')
      .update(await readFile(file))
      .digest('base64')
    if (sha512 !== server.sha512) throw new Error(`${spec} is not what it was: ${sha512}`)
    await run('tar', ['-xzf', file, '-C', own])
    // If several runs download it at the same time, the first one is kept.
    await rename(join(own, 'package'), join(folder, 'package')).catch(() => undefined)
    return binary
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/**
 * Starts a private in-memory server of MongoDB's wire protocol, until this process ends.
 *
 * @returns its address, without a database; undefined on a platform without a binary
 */
export const startMongo = async (
  rootDir: string,
): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const path = await fetched(join(rootDir, 'dist', `jongodb-${server.version}`))
  const scratch = await mkdtemp(join(tmpdir(), 'cauri-mongo-'))
  const running = startTied(path, ['--host=127.0.0.1', '--port=0'], scratch)
  const deadline = performance.now() + startMsMax
  for (;;) {
    const url = /^JONGODB_URI=(mongodb:\/\/[^/\s]+)/m.exec(running.output())?.[1]
    if (url) return { url, stop: running.stop }
    if (running.hasExited() || performance.now() > deadline) {
      await running.stop()
      throw new Error(`${path} did not start:\n${running.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
