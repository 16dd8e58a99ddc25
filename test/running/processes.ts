import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { packageRoot } from '../../src/config.js'

/** Starts a process from our sources. It is the caller's to end. */
export const startSource = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> => {
  const loader = join(packageRoot, 'test', 'support', 'ts-loader.mjs')
  return spawn(process.execPath, ['--import', loader, join(packageRoot, file), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a process to its end. */
export const runSource = async (
  ...start: Parameters<typeof startSource>
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = startSource(...start)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
