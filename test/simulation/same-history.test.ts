import { expect, test } from '@jest/globals'
import { compiledProgram } from '../end-to-end/compile.js'
import { openPlayer } from './open-player.js'

const history = { seed: 5, count: 150 }

/** Plays in a process of its own, as on another machine. */
const playIn = async (env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
  const player = await openPlayer(compiledProgram('bench/player'), { env })
  try {
    const { outcome } = await player.play(history)
    return [outcome.hash, ...outcome.problems]
  } finally {
    player.end()
  }
}

test('a seed gives the same history, byte for byte, in processes with different zones and languages', async () => {
  const [here, there] = await Promise.all([
    playIn({ TZ: 'UTC', LANG: 'C' }),
    playIn({ TZ: 'Asia/Tokyo', LANG: 'fr_FR.UTF-8' }),
  ])
  expect(there).toEqual(here)
  expect(here).toHaveLength(1)
}, 60_000)
