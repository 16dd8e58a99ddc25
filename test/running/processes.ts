import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { compiledProgram } from '../end-to-end/compile.js'
import { compiledCode } from '../end-to-end/guarded-process.js'

/** Starts a program of this service or of the tests, by its name (see compile.ts). The caller has to end it. */
export const startProgram = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [compiledProgram(name), ...args], {
    env: { PATH: process.env.PATH ?? '', ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The time limit of a program, which needs seconds. It is shorter than the time-out of a test, so that no process outlives its test. */
const runMsMax = 100_000

/** Runs a program to its end. One that takes too long is killed; its code is then null. */
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
