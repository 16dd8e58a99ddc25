import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const startMsMax = 30_000

/** A server under test in a process of its own. */
export interface Server {
  readonly origin: string
  /** The milliseconds from the start of the process until it reported that it is ready. */
  readonly readyMs: number
  /** The memory of the process, now and at its peak, in MB. */
  memory(): { readonly resident: number; readonly peak: number }
  /** The processor time of the process since its start. */
  processorMs(): number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Waits for the line `... listens on <address>`, which both servers print once they accept requests. Returns the
 * address.
 */
const addressOf = async (child: ChildProcess): Promise<string> => {
  let printed = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk)
    const address = /listens on (http:\/\/[\w.:]+\d)/.exec(printed)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`the server did not start: ${printed}`)
}

const untilReady = async (origin: string, deadline: number): Promise<void> => {
  for (;;) {
    const { ok } = await fetch(`${origin}/readyz`)
    if (ok) return
    if (performance.now() > deadline) throw new Error(`${origin} did not become ready`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The kernel counts hundredths of a second, in columns after the program's name, which may contain blanks. */
const processorMsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * Starts one of our scripts with exactly this environment, so that the caller's shell has no influence. `nodeOptions`
 * are options of node itself.
 */
export const startServer = async (
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<Server> => {
  const begin = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const origin = await addressOf(child)
  child.stdout?.resume()
  await untilReady(origin, begin + startMsMax)
  const pid = child.pid!
  return {
    origin,
    readyMs: performance.now() - begin,
    memory: () => ({ resident: memoryOf(pid, 'VmRSS'), peak: memoryOf(pid, 'VmHWM') }),
    processorMs: () => processorMsOf(pid),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
