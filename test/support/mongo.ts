import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTied } from './tied-process.js'

const startMsMax = 20_000
const binary = 'node_modules/@jongodb/memory-server-bin-linux-x64-gnu/bin/jongodb'

/**
 * Starts a private server that speaks MongoDB's wire protocol, in memory, for the life of this process.
 *
 * @returns its address, without a database; undefined when its binary was not installed (another platform)
 */
export const startMongo = async (
  rootDir: string,
): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  const path = join(rootDir, binary)
  if (!existsSync(path)) return undefined
  const scratch = await mkdtemp(join(tmpdir(), 'cauri-mongo-'))
  const running = startTied(path, ['--host=127.0.0.1', '--port=0'], scratch)
  const deadline = performance.now() + startMsMax
  for (;;) {
    const url = /^JONGODB_URI=(mongodb:\/\/[^/\s]+)/m.exec(running.output())?.[1]
    if (url) return { url, stop: running.stop }
    if (running.hasExited() || performance.now() > deadline) {
      await running.stop()
      throw new Error(`${path} did not start:\n${running.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
