import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** A server of the tests that ends with this process, however this process ends. */
export interface TiedProcess {
  /** What it has printed so far, both streams. */
  output(): string
  hasExited(): boolean
  /** Kills it, removes its scratch directory, and waits until both are done. */
  stop(): Promise<void>
}

/**
 * The shell holds our end of a pipe: when we are gone, even by SIGKILL, it reads the end of it and kills the server.
 * It ignores Ctrl-C, which reaches the whole group, so that it lives long enough to clean up, and says nothing
 * itself, because writing to the pipes of a process that is gone would end it before that.
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

/** Starts a command and kills it with this process; `scratch` is removed when the command is over. */
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
  // The server must not keep a test run alive that is otherwise over.
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
