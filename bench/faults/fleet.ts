import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'
import { startGuarded, type GuardedProcess } from '../../test/end-to-end/guarded-process.js'
import { eventually } from '../../test/support/wait.js'

const startMsMax = 60_000
const script = join(packageRoot, 'dist', 'cauri.js')

/** A process of the service, which is restarted after it was killed. */
export interface Member {
  readonly role: 'api' | 'worker'
  url(): string
  printed(): string
  killAndStart(): Promise<void>
  stop(): Promise<void>
}

export const startMember = async (
  role: Member['role'],
  env: Readonly<Record<string, string>>,
): Promise<Member> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-faults-'))
  let running: GuardedProcess
  let printed = ''
  const start = async (): Promise<void> => {
    running = startGuarded(
      [script, 'start'],
      { ...env, ROLE: role, PORT: '0', DATA_DIR: directory },
      directory,
    )
    await eventually(
      `a process of role ${role} listens`,
      () => {
        if (running.hasExited()) throw new Error(running.stderr())
        return address() !== undefined
      },
      startMsMax,
    )
  }
  const address = () => /Cauri listens on (http:\/\/[\d.:]+)/.exec(running.stdout())?.[1]
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.signal(signal)
    await running.over
    printed += running.stdout()
  }
  await start()
  return {
    role,
    url: () => address() ?? '',
    printed: () => printed + running.stdout(),
    killAndStart: async () => {
      await end('SIGKILL')
      await start()
    },
    stop: () => end('SIGTERM'),
  }
}
