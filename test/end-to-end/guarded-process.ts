import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'
import { testRunFolder } from '../support/test-run.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** A child process that is killed when this process ends, and that a test can signal. */
export interface GuardedProcess {
  readonly pid: number
  /** What it has printed so far. */
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  hasExited(): boolean
  /** Its exit code once it has ended; null if a signal ended it. */
  readonly over: Promise<number | null>
}

/**
 * The script of a shell that runs beside the child process. It waits at a pipe from the test's process, and kills the child when the pipe
 * closes, which also happens if that process is killed. The child is started by the test's process and not by the shell (as `startTied` in
 * test/support/tied-process.ts does it), so that tests can signal it and read its exit code.
 */
const guard = `trap '' INT TERM HUP; read _; kill -9 "$0"; rm -rf "$1"`

/** The compiled code of this run's programs. A process that exits by itself, and is not killed, saves it; the others reuse it. */
export const compiledCode = { NODE_COMPILE_CACHE: join(testRunFolder(packageRoot), 'code') }

/** Starts node with nothing in its environment but `env`. `scratch` is removed if this process is killed. */
export const startGuarded = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  scratch: string,
): GuardedProcess => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const watcher = spawn('sh', ['-c', guard, String(child.pid), scratch], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.stdin.on('error', () => {})
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  let exited = false
  child.once('exit', () => {
    exited = true
    watcher.kill('SIGKILL')
  })
  // Neither the process nor its shell may keep a finished test run alive.
  for (const started of [child, watcher]) started.unref()
  for (const stream of [child.stdout, child.stderr, watcher.stdin])
    if (stream instanceof Socket) stream.unref()
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    hasExited: () => exited,
    over: once(child, 'close').then(([code]) => shaped(z.number().nullable(), code)),
  }
}
