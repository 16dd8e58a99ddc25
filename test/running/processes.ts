import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { compiledProgram } from '../end-to-end/compile.js'
import { compiledCode } from '../end-to-end/guarded-process.js'

/** Starts a program of this service or of the tests, by its name (see compile.ts). It is the caller's to end. */
export const startProgram = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [compiledProgram(name), ...args], {
    env: { PATH: process.env.PATH ?? '', ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** What runs to its end needs seconds; within the time of a test, so that nothing is left that hangs. */
const runMsMax = 20_000

/** Runs it to its end; one that finds none is killed, and its code is null. */
export const runProgram = async (
  ...start: Parameters<typeof startProgram>
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = startProgram(...start)
  let stdout = ''
  let stderr = ''
  const late = setTimeout(() => child.kill('SIGKILL'), runMsMax)
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, stdout, stderr })
    })
  })
}
