import { createJobs } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'

/** A worker that takes the lock of a tick and never finishes its run, to be killed by a test. */
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
