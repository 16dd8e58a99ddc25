import { join } from 'node:path'
import { compare, connections, median, type Comparison, type Side } from './compare.js'
import type { Generator, Subject } from './generator.js'
import { comparisonLine, limitLine, type Line } from './report.js'
import { customers, startService, withScratch, type World } from './world.js'

const balance: Subject = { kind: 'facade', operation: 'get_savings_balance' }
const registration: Subject = { kind: 'facade', operation: 'check_registration_status' }
const deposit: Subject = { kind: 'deposit' }

const rounds = 5
const secondsPerLap = 3
const latencyLaps = 3
const startsMeasured = 3

/** What a part measures, and the generator of its load. */
export interface Bench {
  readonly world: World
  readonly generator: Generator
}

const againstPeer = ({ world, generator }: Bench, subject: Subject): Promise<Comparison> =>
  compare(
    generator,
    [
      { origin: world.service.origin, subject },
      { origin: world.peer.origin, subject },
    ],
    { rounds, seconds: secondsPerLap },
  )

/**
 * Measured at half of the maximum rate, as on a busy day. The latency of a step counts from the time when it was due,
 * so it includes the wait for slow steps before it. The result is the median of a few laps, since one pause of the
 * machine can decide the p99 of a lap. Between the laps the peer is measured at the same rate, to tell a pause of the
 * machine from one of the service.
 */
const p99AtHalf = async (
  { world, generator }: Bench,
  what: string,
  subject: Subject,
  highest: number,
): Promise<Line> => {
  const lap = async (origin: string): Promise<number> => {
    const paced = { origin, subject, connections, seconds: secondsPerLap, rate: highest / 2 }
    return (await generator.run({ ...paced, firstCustomer: 0, customers })).p99
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < latencyLaps; i++) {
    ours.push(await lap(world.service.origin))
    theirs.push(await lap(world.peer.origin))
  }
  const line = limitLine(`p99 of ${what} at half its highest rate`, median(ours), 50, 'ms', 1)
  return { ...line, other: `${median(theirs).toFixed(1)} ms` }
}

export const measureReads = async (bench: Bench): Promise<Line[]> => {
  const ofBalance = await againstPeer(bench, balance)
  const ofRegistration = await againstPeer(bench, registration)
  return [
    comparisonLine('get_savings_balance', 'req', 'the peer', 0.8, ofBalance),
    comparisonLine('check_registration_status', 'req', 'the peer', 0.8, ofRegistration),
    await p99AtHalf(bench, 'get_savings_balance', balance, ofBalance.ours),
  ]
}

export const measureDeposits = async (bench: Bench): Promise<Line[]> => {
  const pairs = await againstPeer(bench, deposit)
  return [
    comparisonLine('create_deposit_summary + confirm_deposit', 'pairs', 'the peer', 0.6, pairs),
    await p99AtHalf(bench, 'a request of the pair', deposit, pairs.ours),
  ]
}

export const measureGraphql = async ({ world, generator }: Bench): Promise<Line[]> => {
  const { origin } = world.service
  const overGraphql: Side = { origin, subject: { ...balance, kind: 'graphql' } as Subject }
  const comparison = await compare(generator, [{ origin, subject: balance }, overGraphql], {
    rounds,
    seconds: secondsPerLap,
  })
  return [comparisonLine('the facade, get_savings_balance', 'req', 'GraphQL over HTTP', 1.5, comparison)]
}

/** Measured last, when the other parts have left garbage in memory. */
export const measureMemory = ({ world }: Pick<Bench, 'world'>): Line[] => [
  limitLine('resident memory after all of this', world.service.memory().resident, 250, 'MB'),
]

/** The time from `cauri start` on an empty directory until /readyz answers 200, with all servers embedded. */
export const measureStart = async (): Promise<Line[]> => {
  const times: number[] = []
  for (let i = 0; i < startsMeasured; i++) {
    await withScratch(async (directory) => {
      const service = await startService({ PORT: '0', DATA_DIR: join(directory, 'data') })
      times.push(service.readyMs / 1000)
      await service.stop()
    })
  }
  return [limitLine('ready on an empty SQLite', median(times), 3, 's', 2)]
}
