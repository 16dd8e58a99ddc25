import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { limitLine, type Line } from './report.js'
import { serviceScript, withScratch } from './world.js'

const customers = 500
const secondsMax = 60

/** How long `cauri demo` takes to make a bank in an empty directory. */
export const measureDemo = (): Promise<Line[]> =>
  withScratch(async (directory) => {
    const begin = performance.now()
    const made = spawn(
      process.execPath,
      [serviceScript, 'demo', '--customers', String(customers), '--json'],
      {
        env: { NODE_ENV: 'development', DATA_DIR: join(directory, 'demo') },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const [code] = await once(made, 'exit')
    if (code !== 0) throw new Error(`cauri demo ended with ${code}`)
    const seconds = (performance.now() - begin) / 1000
    return [limitLine(`cauri demo --customers ${customers}`, seconds, secondsMax, 's', 1)]
  })
