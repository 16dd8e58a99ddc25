import { fork, type ChildProcess } from 'node:child_process'
import type { HistoryToPlay, Played } from './player.js'

/** A process that plays one history after the other. */
export interface Player {
  readonly play: (history: HistoryToPlay) => Promise<Played>
  readonly end: () => void
}

const messageOf = (child: ChildProcess): Promise<Played & { readonly error?: string }> =>
  new Promise((done, fail) => {
    const left = (code: number | null) => fail(new Error(`a player ended with ${code}`))
    child.once('exit', left)
    child.once('message', (message) => {
      child.off('exit', left)
      done(message as Played)
    })
  })

/**
 * @param program the built `player.ts`
 * @param database the address of an empty database, to be used instead of a file
 */
export const openPlayer = async (
  program: string,
  { database, env = {} }: { readonly database?: string | undefined; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Player> => {
  const child = fork(program, database === undefined ? [] : [database], {
    env: { ...process.env, ...env },
    execArgv: ['--enable-source-maps'],
    serialization: 'advanced',
  })
  await messageOf(child)
  return {
    play: async (history) => {
      child.send(history)
      const played = await messageOf(child)
      if (played.error !== undefined) throw new Error(played.error)
      return played
    },
    end: () => child.disconnect(),
  }
}
