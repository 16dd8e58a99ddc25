import { createJobs } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'

/** For the test that kills a worker: one that holds the lock of a tick, inside it, for ever. */
const [mongoUrl = '', tick = ''] = process.argv.slice(2)
const say = (_facts: object, message: string): void => void process.stderr.write(`${message}\n`)

const jobs = await createJobs({
  mongoUrl,
  clock: systemClock,
  log: { debug: say, info: say, warn: say, error: say },
  ticks: [
    {
      name: tick,
      everyMs: 1_000,
      run: () => {
        process.stdout.write('inside\n')
        return new Promise(() => {})
      },
    },
  ],
})
await jobs.start()
