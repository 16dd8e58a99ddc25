import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { packageRoot } from '../../src/config.js'

type Started = ChildProcessByStdio<null, Readable, Readable>
type Variables = Readonly<Record<string, string>>

const startNode = (args: readonly string[], env: Variables): Started =>
  spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts a process from our sources. It is the caller's to end. */
export const startSource = (file: string, args: readonly string[], env: Variables = {}): Started => {
  const loader = join(packageRoot, 'test', 'support', 'ts-loader.mjs')
  return startNode(['--import', loader, join(packageRoot, file), ...args], env)
}

const ended = (child: Started): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Runs a process to its end. */
export const runSource = (...start: Parameters<typeof startSource>) => ended(startSource(...start))

/** Runs a compiled program to its end. */
export const runCompiled = (file: string, args: readonly string[], env: Variables = {}) =>
  ended(startNode([file, ...args], env))
