import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** A server for tests that is killed when this process ends, in whatever way. */
export interface TiedProcess {
  /** What the server has printed so far, on both streams. */
  output(): string
  hasExited(): boolean
  /** Kills the server and removes its scratch directory; resolves when both are done. */
  stop(): Promise<void>
}

/**
 * The input of the shell is a pipe from this process. When the pipe ends, which happens even if this process is killed by
 * SIGKILL, the shell kills the server. It ignores Ctrl-C, which reaches the whole process group, so that it can clean
 * up; and it prints nothing, because writing to the pipes of an ended process would end the shell too early.
 */
const script = `
trap '' INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- & server=$!
exec >/dev/null 2>&1
( cat <&3; kill -9 $server ) & guard=$!
wait $server
kill -9 $guard
rm -rf "$SCRATCH"
`

/** Starts a server that ends with this process. `scratch` is removed when the server has ended. */
export const startTied = (command: string, args: readonly string[], scratch: string): TiedProcess => {
  const child = spawn('sh', ['-c', script, 'sh', command, ...args], {
    env: { ...process.env, SCRATCH: scratch },
  })
  let printed = ''
  let exited = false
  const over = new Promise<void>((resolve) => {
    child.once('exit', () => {
      exited = true
      resolve()
    })
  })
  const collect = (chunk: Buffer): void => {
    printed = (printed + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.stdin.on('error', () => {})
  // A running server must not keep the process of the tests alive.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
  return {
    output: () => printed,
    hasExited: () => exited,
    stop: async () => {
      child.ref()
      child.stdin.end()
      await over
    },
  }
}
