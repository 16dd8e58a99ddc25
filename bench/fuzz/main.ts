import 'reflect-metadata'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askOverHttp } from '../../test/support/http.js'
import { openDocuments } from './documents.js'
import {
  randomOfInput,
  readInput,
  shrink,
  sizeOf,
  writeInput,
  type DocumentInput,
  type Input,
  type TextInput,
} from './input.js'
import { problemOfDocument, readDocuments } from './read-documents.js'
import { answerMsMax, problemOf, send } from './send.js'
import { makeWorld, openAccounts, startService, type Account, type Known, type Service } from './service.js'
import { textInput } from './texts.js'

/**
 * `npm run fuzz -- --minutes 10 --seed 1`: the service in a process of its own, and at all of its doors what the seed makes
 * of their grammars. Prints what docs/fuzzing.md explains; ends with 1 when an input was answered as none may be.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    texts: { type: 'string', default: '200000' },
    documents: { type: 'string', default: '20000' },
    database: { type: 'string', default: 'sqlite' },
    replay: { type: 'string' },
  },
})
const seed = Number(values.seed)
const textsMax = Number(values.texts)
const documentsMax = Number(values.documents)

const textsAtOnce = 16
const batchesAtOnce = 4
const documentsPerBatch = 12
const healthEveryMs = 250
const memoryEveryMs = 2_000
const residentBytesMax = 700 * 1024 * 1024
const failuresMax = 20
/** How much further in their share texts may be than documents are in theirs: else these get no processor until the end. */
const aheadMax = 0.05
const waitMs = 20
const shrinkTries = { text: 150, document: 24 } as const

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface World {
  readonly service: Service
  readonly known: Known
  readonly accounts: readonly Account[]
}

const openWorld = async (): Promise<World> => {
  const service = await startService(String(values.database))
  return { service, known: await makeWorld(service.url), accounts: await openAccounts(service.url) }
}

const liveAccount = ({ accounts }: World): Account => {
  const [live] = accounts
  if (!live) throw new Error('there is no account')
  return live
}

const problemOfInput = async (world: World, input: Input): Promise<string | undefined> => {
  const { url } = world.service
  if (input.kind === 'text') return problemOf(input, await send(url, input, world.known))
  try {
    const read = await readDocuments(url, liveAccount(world), [input])
    return read?.outcomes.map(problemOfDocument).find((problem) => problem !== undefined)
  } catch (error) {
    return (error as Error).message
  }
}

const nameOf = (input: Input): string => (input.kind === 'text' ? input.door : input.origin)

/** Counts of what was answered, by door. */
const answers = new Map<string, Map<string, number>>()
const count = (door: string, outcome: string): void => {
  const counted = answers.get(door) ?? new Map<string, number>()
  answers.set(door, counted)
  counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
}

let failures = 0
const told = new Set<string>()

/** Asks again alone; what fails then too is told, with the smallest input that still does. */
const look = async (world: World, input: Input, nth: number, problem: string): Promise<void> => {
  const again = await problemOfInput(world, input)
  if (again === undefined) return count(nameOf(input), `${problem}, and not alone`)
  failures += 1
  const kind = `${nameOf(input)}: ${again}`
  if (told.has(kind)) return
  told.add(kind)
  say(`\nFAILED ${kind}\n  --seed ${seed}, ${input.kind} ${nth}, ${sizeOf(input)} bytes`)
  const smallest = await shrink(
    input,
    async (candidate) => (await problemOfInput(world, candidate)) === again,
    shrinkTries[input.kind],
  )
  const file = join(tmpdir(), `cauri-fuzz-${seed}-${input.kind}-${nth}.json`)
  writeInput(file, smallest)
  say(`  npm run fuzz -- --replay ${file}  (${sizeOf(smallest)} bytes)`)
}

let documentsEnded = 0

const isAhead = (texts: number): boolean =>
  documentsEnded < documentsMax && texts / textsMax > documentsEnded / documentsMax + aheadMax

const fuzzTexts = async (world: World, goesOn: () => boolean): Promise<number> => {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < textsMax && goesOn()) {
      if (isAhead(next)) {
        await sleep(waitMs)
        continue
      }
      const nth = next++
      const input: TextInput = textInput(randomOfInput(seed, 'text', nth))
      const outcome = await send(world.service.url, input, world.known)
      const problem = problemOf(input, outcome)
      count(input.door, String(outcome.status))
      if (problem !== undefined) await look(world, input, nth, problem)
    }
  }
  await Promise.all(Array.from({ length: textsAtOnce }, work))
  return next
}

const codeOf = (outcome: string): string => outcome.split(':', 1)[0] ?? outcome

const fuzzDocuments = async (world: World, goesOn: () => boolean): Promise<number> => {
  const makeDocument = await openDocuments()
  let next = 0
  const work = async (_: unknown, worker: number): Promise<void> => {
    while (next < documentsMax && goesOn()) {
      const first = next
      next += documentsPerBatch
      const made: DocumentInput[] = []
      for (let i = first; i < next && made.length < documentsPerBatch; i++)
        made.push(await makeDocument(randomOfInput(seed, 'document', first + made.length)))
      // One request is of one product.
      const inputs = made.map((input) => ({ ...input, productCode: made[0]?.productCode ?? 'PA' }))
      const account = world.accounts[worker % world.accounts.length] ?? liveAccount(world)
      try {
        const read = await readDocuments(world.service.url, account, inputs, goesOn)
        if (!read) break
        documentsEnded += inputs.length
        for (const [i, outcome] of read.outcomes.entries()) {
          count('documents', codeOf(outcome))
          const problem = problemOfDocument(outcome)
          const input = inputs[i]
          if (problem !== undefined && input) await look(world, input, first + i, problem)
        }
      } catch (error) {
        failures += 1
        say(`\nFAILED documents ${first} to ${next - 1} of --seed ${seed}: ${(error as Error).message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, work))
  return documentsEnded
}

interface Watched {
  readonly healthMs: number
  readonly lagSeconds: number
  readonly megabytes: readonly number[]
}

/** Looks at `/healthz` and at memory until it is told to end. */
const watch = (url: string): (() => Promise<Watched>) => {
  const over = new AbortController()
  let healthMs = 0
  let lagSeconds = 0
  const megabytes: number[] = []
  const health = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const begun = performance.now()
      const answered = await askOverHttp(`${url}/healthz`).catch(() => undefined)
      const ms = performance.now() - begun
      healthMs = Math.max(healthMs, ms)
      if (answered?.status !== 200 || ms > answerMsMax) {
        failures += 1
        say(`\nFAILED /healthz: ${answered?.status ?? 'no answer'} after ${Math.round(ms)} ms`)
      }
      await sleep(healthEveryMs)
    }
  }
  const memory = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { text } = await askOverHttp(`${url}/metrics`).catch(() => ({ text: '' }))
      const metric = (name: string): number =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
      megabytes.push(metric('process_resident_memory_bytes') / 1024 / 1024)
      lagSeconds = Math.max(lagSeconds, metric('nodejs_eventloop_lag_max_seconds'))
      await sleep(memoryEveryMs)
    }
  }
  const watching = Promise.all([health(), memory()])
  return async () => {
    over.abort()
    await watching
    return { healthMs, lagSeconds, megabytes }
  }
}

const highest = (numbers: readonly number[]): number => Math.round(Math.max(0, ...numbers))

const report = ({ healthMs, lagSeconds, megabytes }: Watched): void => {
  say('\n| door | answers |\n|---|---|')
  for (const [door, counted] of [...answers].toSorted(([a], [b]) => a.localeCompare(b))) {
    const words = [...counted]
      .toSorted(([, a], [, b]) => b - a)
      .map(([status, times]) => `${times} × ${status}`)
    say(`| ${door} | ${words.join(', ')} |`)
  }
  const quarter = Math.ceil(megabytes.length / 4)
  const growth = [0, 1, 2, 3].map((i) => highest(megabytes.slice(i * quarter, (i + 1) * quarter)))
  say(`\nMemory at its highest, by quarters of the run: ${growth.join(', ')} MB.`)
  say(
    `/healthz took ${Math.round(healthMs)} ms at most; the event loop was held for ${lagSeconds.toFixed(3)} s at most.`,
  )
}

const run = async (): Promise<void> => {
  const world = await openWorld()
  const { service } = world
  const begun = performance.now()
  const endMs = begun + Number(values.minutes) * 60_000
  const goesOn = (): boolean => performance.now() < endMs && failures < failuresMax && service.isAlive()
  const watched = watch(service.url)
  const [texts, documents] = await Promise.all([fuzzTexts(world, goesOn), fuzzDocuments(world, goesOn)])
  const seconds = (performance.now() - begun) / 1000
  if (!service.isAlive()) failures += 1
  const seen = await watched()
  report(seen)
  if (highest(seen.megabytes) * 1024 * 1024 > residentBytesMax) failures += 1
  const errors = service.log().filter((line) => !/"level":40/.test(line))
  say(
    `Seed ${seed} on ${values.database}: ${texts} texts and ${documents} documents in ${Math.round(seconds)} s, ${failures} failures.`,
  )
  say(
    `The service ${service.isAlive() ? 'lives' : 'HAS ENDED'}; ${errors.length} lines of its log are errors.`,
  )
  for (const line of errors.slice(0, 5)) say(`  ${line.slice(0, 2000)}`)
  await service.stop()
}

const replay = async (file: string): Promise<void> => {
  const world = await openWorld()
  const input = readInput(file)
  if (input.kind === 'text') {
    const { status, ms, text } = await send(world.service.url, input, world.known)
    say(
      `${input.method ?? 'bytes'} ${input.path}: ${status} after ${Math.round(ms)} ms\n${text.slice(0, 2000)}`,
    )
  }
  const problem = await problemOfInput(world, input)
  say(problem === undefined ? 'It does not fail.' : `It fails: ${problem}`)
  if (problem !== undefined) failures += 1
  for (const line of world.service.log()) say(line.slice(0, 4000))
  await world.service.stop()
}

// Neither the service's process nor its streams keep this one alive.
setInterval(() => undefined, 60_000)
await (values.replay === undefined ? run() : replay(values.replay))
process.exit(failures === 0 ? 0 : 1)
