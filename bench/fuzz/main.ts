import 'reflect-metadata'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { option, wholeOption } from '../../src/cli/options.js'
import { askOverHttp } from '../../test/support/http.js'
import { waitedMs } from '../../test/support/waited-ms.js'
import type { Random } from '../../test/scoring-service/fixtures/random.js'
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
import { openReaders, type DirectReaders } from './read-directly.js'
import { problemOfDocument, readDocuments } from './read-documents.js'
import { answerMsMax, problemOf, send } from './send.js'
import {
  makeWorld,
  openAccounts,
  startService,
  type Account,
  type PlaceholderValues,
  type Service,
} from './service.js'
import { textInput } from './texts.js'

/**
 * `npm run fuzz -- --minutes 10 --seed 1`: starts the service in a separate process, and sends inputs to all of its
 * endpoints, generated from their grammars and the seed. Prints what docs/fuzzing.md explains; exits with 1 if any
 * answer was not allowed.
 */
const isFile = (path: string) => (existsSync(path) ? path : undefined)
const values = new Command('fuzz')
  .description(
    'sends to every endpoint inputs that are generated from its grammar and the seed: docs/fuzzing.md',
  )
  .addOption(wholeOption('--minutes <n>', 'at most', 1, 10_000).default(10))
  .addOption(wholeOption('--seed <n>', 'of all inputs', 0, 999_999_999).default(1))
  .addOption(wholeOption('--texts <n>', 'at most', 0, 999_999_999).default(200_000))
  .addOption(wholeOption('--documents <n>', 'at most', 0, 999_999_999).default(20_000))
  .addOption(new Option('--database <kind>', 'of the service').choices(['sqlite', 'mysql']).default('sqlite'))
  .addOption(
    option('--replay <file>', 'sends only this input, which a failure has saved', 'must be a file', isFile),
  )
  .showHelpAfterError('(see --help)')
  .parse()
  .opts<{
    minutes: number
    seed: number
    texts: number
    documents: number
    database: string
    replay?: string
  }>()
const { seed, texts: textsMax, documents: documentsMax } = values

const textsAtOnce = 16
const batchesAtOnce = 4
const documentsPerBatch = 12
/** One document in this many is sent through the API; the others go straight to the readers. */
const documentsPerUpload = 20
/** At most this many documents are in one request to the readers. Documents of one request are scored together. */
const documentsPerReadMax = 3
const healthEveryMs = 250
const memoryEveryMs = 2_000
const residentBytesMax = 700 * 1024 * 1024
const failuresMax = 20
const progressEveryMs = 5 * 60_000
/** Only a longer run is checked for leaks: a shorter one is over before the service has warmed up. */
const growthAfterSeconds = 300
/**
 * Memory or handles leak if their highest value in the last quarter of a run is above the highest in the run's second
 * quarter times this factor.
 */
const growthMax = 1.15
const shrinkTries = { text: 150, document: 24 } as const

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface World {
  readonly service: Service
  readonly placeholders: PlaceholderValues
  readonly accounts: readonly Account[]
  readonly readers: DirectReaders
}

const openWorld = async (): Promise<World> => {
  const service = await startService(values.database)
  const { url } = service
  return {
    service,
    placeholders: await makeWorld(url),
    accounts: await openAccounts(url),
    readers: await openReaders(),
  }
}

const closeWorld = async ({ service, readers }: World): Promise<void> => {
  const left = await readers.close()
  if (left.length > 0) {
    failures += 1
    say(`\nFAILED the readers left ${left.length} files behind, ${left[0]} among them`)
  }
  await service.stop()
}

const liveAccount = ({ accounts }: World): Account => {
  const [live] = accounts
  if (!live) throw new Error('there is no account')
  return live
}

type FindProblem<T extends Input> = (world: World, input: T) => Promise<string | undefined>

/** How many milliseconds this process and the service's were ready to run but had no processor, added up. */
const waitedOf =
  ({ pid }: Service) =>
  async (): Promise<number> =>
    (await waitedMs(pid)) + (await waitedMs(process.pid))

const busyTriesMax = 5

/** A 503 with Retry-After is retried several times, since a shared machine may be busy. */
const problemOfText: FindProblem<TextInput> = async ({ service, placeholders }, input) => {
  for (let tries = 1; ; tries++) {
    const problem = problemOf(input, await send(service.url, input, placeholders, waitedOf(service)))
    if (problem !== '503' || tries === busyTriesMax) return problem
    await sleep(1_000)
  }
}

const messageOf = (error: unknown): string => `it came to ${(error as Error).message}`

const problemThroughApi: FindProblem<DocumentInput> = async (world, input) => {
  try {
    const read = await readDocuments(world.service.url, liveAccount(world), [input])
    return read?.outcomes.map(problemOfDocument).find((problem) => problem !== undefined)
  } catch (error) {
    return messageOf(error)
  }
}

/** Judges by a reader's processor time, `workMs`: its wall-clock time depends on the other load of the machine. */
const tookTooLong = (workMs: number): string | undefined =>
  workMs > answerMsMax ? `more than ${answerMsMax} ms of work` : undefined

const problemOfReading: FindProblem<DocumentInput> = async ({ readers }, input) => {
  try {
    const { outcomes, workMs } = await readers.read([input])
    return outcomes.map(problemOfDocument).find((problem) => problem !== undefined) ?? tookTooLong(workMs)
  } catch (error) {
    return messageOf(error)
  }
}

const nameOf = (input: Input): string => (input.kind === 'text' ? input.endpoint : input.origin)

/** How many answers there were, by endpoint and outcome. */
const answers = new Map<string, Map<string, number>>()
/** How many inputs were answered so far. */
const answered = { texts: 0, documents: 0 }
const count = (endpoint: string, outcome: string): void => {
  const counted = answers.get(endpoint) ?? new Map<string, number>()
  answers.set(endpoint, counted)
  counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
}

let failures = 0
/** The largest processor time that the documents of one request took. */
let slowestMs = 0
/** The number of documents that the readers read, their processor time and their bytes. */
let read = 0
let readMs = 0
let readBytes = 0
const reported = new Set<string>()

/** The retry that is running. No other input is begun meanwhile; those in flight go on. */
let alone: Promise<unknown> = Promise.resolve()

/** Sends a failed input again, while no other is begun. If that fails too, the smallest input that still fails is reported. */
const retryAlone = <T extends Input>(
  world: World,
  findProblem: FindProblem<T>,
  { input, nth, problem }: { readonly input: T; readonly nth: number; readonly problem: string },
): Promise<void> => {
  const looked = async (): Promise<void> => {
    const again = await findProblem(world, input)
    if (again === undefined) return count(nameOf(input), `${problem}, and not alone`)
    failures += 1
    const kind = `${nameOf(input)}: ${again}`
    if (reported.has(kind)) return
    reported.add(kind)
    say(`\nFAILED ${kind}\n  --seed ${seed}, ${input.kind} ${nth}, ${sizeOf(input)} bytes`)
    const isAsBad = async (candidate: Input): Promise<boolean> =>
      (await findProblem(world, candidate as T)) === again
    const smallest = await shrink(input, isAsBad, shrinkTries[input.kind])
    const file = join(tmpdir(), `cauri-fuzz-${seed}-${input.kind}-${nth}.json`)
    writeInput(file, smallest)
    say(`  npm run fuzz -- --replay ${file}  (${sizeOf(smallest)} bytes)`)
  }
  const ended = alone.then(looked)
  alone = ended
  return ended
}

const fuzzTexts = async (world: World, goesOn: () => boolean): Promise<number> => {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < textsMax && goesOn()) {
      const nth = next++
      const input: TextInput = textInput(randomOfInput(seed, 'text', nth))
      await alone
      const outcome = await send(world.service.url, input, world.placeholders, waitedOf(world.service))
      const problem = problemOf(input, outcome)
      count(input.endpoint, String(outcome.status))
      answered.texts += 1
      if (problem !== undefined) await retryAlone(world, problemOfText, { input, nth, problem })
    }
  }
  await Promise.all(Array.from({ length: textsAtOnce }, work))
  return next
}

const codeOf = (outcome: string): string => outcome.split(':', 1)[0] ?? outcome

type MakeDocument = (random: Random) => Promise<DocumentInput>

/** The documents of one request, and the product that it orders. */
const madeTogether = async (
  make: MakeDocument,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<readonly DocumentInput[]> => {
  const made: DocumentInput[] = []
  for (let nth = first; nth < end; nth++) made.push(await make(randomOfInput(seed, 'document', nth)))
  return made.map((input) => ({ ...input, productCode: made[0]?.productCode ?? 'PA' }))
}

/** Sends documents through the API as a client does: announces, uploads and fetches results. */
const fuzzThroughApi = async (world: World, make: MakeDocument, goesOn: () => boolean): Promise<number> => {
  const max = Math.floor(documentsMax / documentsPerUpload)
  let next = 0
  let ended = 0
  const work = async (_: unknown, worker: number): Promise<void> => {
    while (next < max && goesOn()) {
      const first = next
      next = Math.min(max, first + documentsPerBatch)
      const inputs = await madeTogether(make, { first, end: next })
      const account = world.accounts[worker % world.accounts.length] ?? liveAccount(world)
      await alone
      try {
        const read = await readDocuments(world.service.url, account, inputs, goesOn)
        if (!read) break
        ended += inputs.length
        answered.documents += inputs.length
        for (const [i, outcome] of read.outcomes.entries()) {
          count('documents through the API', codeOf(outcome))
          const problem = problemOfDocument(outcome)
          const input = inputs[i]
          if (problem !== undefined && input)
            await retryAlone(world, problemThroughApi, { input, nth: first + i, problem })
        }
      } catch (error) {
        failures += 1
        say(
          `\nFAILED documents ${first} to ${first + inputs.length - 1} of --seed ${seed}: ${messageOf(error)}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, work))
  return ended
}

/** Sends most documents straight to the readers and not through the API, since the readers are what a document could harm. */
const fuzzReaders = async (world: World, make: MakeDocument, goesOn: () => boolean): Promise<number> => {
  const from = Math.floor(documentsMax / documentsPerUpload)
  let next = from
  let ended = 0
  const work = async (): Promise<void> => {
    while (next < documentsMax && goesOn()) {
      const first = next
      const size = randomOfInput(seed, 'document', first).between(1, documentsPerReadMax)
      next = Math.min(documentsMax, first + size)
      const inputs = await madeTogether(make, { first, end: next })
      await alone
      const { outcomes, workMs } = await world.readers
        .read(inputs)
        .catch((error: unknown) => ({ outcomes: inputs.map(() => messageOf(error)), workMs: 0 }))
      slowestMs = Math.max(slowestMs, workMs)
      readMs += workMs
      readBytes += inputs.reduce((sum, { bytes }) => sum + bytes.length, 0)
      read += inputs.length
      ended += inputs.length
      answered.documents += inputs.length
      for (const [i, outcome] of outcomes.entries()) {
        count('documents', codeOf(outcome))
        const problem = problemOfDocument(outcome) ?? tookTooLong(workMs)
        const input = inputs[i]
        if (problem !== undefined && input)
          await retryAlone(world, problemOfReading, { input, nth: first + i, problem })
      }
    }
  }
  await Promise.all(Array.from({ length: world.readers.atOnce }, work))
  return ended
}

const fuzzDocuments = async (world: World, goesOn: () => boolean): Promise<number> => {
  const make = await openDocuments()
  const ended = await Promise.all([fuzzThroughApi(world, make, goesOn), fuzzReaders(world, make, goesOn)])
  return ended.reduce((sum, documents) => sum + documents, 0)
}

interface Watched {
  readonly healthMs: number
  readonly lagSeconds: number
  readonly megabytes: readonly number[]
  readonly readerMegabytes: readonly number[]
  readonly handles: readonly number[]
}

/**
 * Watches `/healthz`, memory and handles until it is stopped. Time in which the service or this process had no
 * processor does not count against the service.
 */
const watch = ({ service, readers }: World): (() => Promise<Watched>) => {
  const { url } = service
  const over = new AbortController()
  let healthMs = 0
  let lagSeconds = 0
  const megabytes: number[] = []
  const readerMegabytes: number[] = []
  const handles: number[] = []
  const waited = waitedOf(service)
  const health = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const before = await waited()
      const begun = performance.now()
      const answered = await askOverHttp(`${url}/healthz`).catch(() => undefined)
      const taken = performance.now() - begun
      const ms = taken - ((await waited()) - before)
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
      handles.push(metric('process_open_fds'))
      readerMegabytes.push(readers.megabytes())
      lagSeconds = Math.max(lagSeconds, metric('nodejs_eventloop_lag_max_seconds'))
      await sleep(memoryEveryMs)
    }
  }
  const watching = Promise.all([health(), memory()])
  return async () => {
    over.abort()
    await watching
    return { healthMs, lagSeconds, megabytes, readerMegabytes, handles }
  }
}

const highest = (numbers: readonly number[]): number => Math.round(Math.max(0, ...numbers))

const byQuarters = (numbers: readonly number[]): number[] => {
  const quarter = Math.ceil(numbers.length / 4)
  return [0, 1, 2, 3].map((i) => highest(numbers.slice(i * quarter, (i + 1) * quarter)))
}

const expectNoGrowth = (name: string, [, second = 0, , last = 0]: readonly number[]): void => {
  if (last <= second * growthMax) return
  failures += 1
  say(`\nFAILED ${name} grew from ${second} in the second quarter of the run to ${last} in the last`)
}

const report = (seen: Watched, seconds: number): void => {
  say('\n| endpoint | answers |\n|---|---|')
  for (const [endpoint, counted] of [...answers].toSorted(([a], [b]) => a.localeCompare(b))) {
    const words = [...counted]
      .toSorted(([, a], [, b]) => b - a)
      .map(([status, times]) => `${times} × ${status}`)
    say(`| ${endpoint} | ${words.join(', ')} |`)
  }
  say('\nThe highest values, by quarters of the run:')
  for (const [name, numbers] of [
    ['MB of the service', seen.megabytes],
    ['MB of a reader', seen.readerMegabytes],
    ['handles of the service', seen.handles],
  ] as const) {
    const quarters = byQuarters(numbers)
    say(`  ${name}: ${quarters.join(', ')}`)
    if (seconds > growthAfterSeconds) expectNoGrowth(name, quarters)
  }
  say(
    `/healthz took ${Math.round(seen.healthMs)} ms at most; the event loop was blocked for ${seen.lagSeconds.toFixed(3)} s at most; the documents of a request took ${Math.round(slowestMs)} ms of a processor at most.`,
  )
  if (read > 0)
    say(
      `On average a document had ${Math.round(readBytes / read / 1000)} kB and took a reader ${Math.round(readMs / read)} ms of a processor.`,
    )
}

const run = async (): Promise<void> => {
  const world = await openWorld()
  const { service } = world
  const begun = performance.now()
  const endMs = begun + values.minutes * 60_000
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true))
  const goesOn = (): boolean =>
    !isInterrupted && performance.now() < endMs && failures < failuresMax && service.isAlive()
  const watched = watch(world)
  const progress = setInterval(() => {
    const at = Math.round((performance.now() - begun) / 60_000)
    say(`${at} min: ${answered.texts} texts, ${answered.documents} documents, ${failures} failures`)
  }, progressEveryMs)
  const [texts, documents] = await Promise.all([fuzzTexts(world, goesOn), fuzzDocuments(world, goesOn)])
  clearInterval(progress)
  const seconds = (performance.now() - begun) / 1000
  if (!service.isAlive()) failures += 1
  const seen = await watched()
  report(seen, seconds)
  if (highest(seen.megabytes) * 1024 * 1024 > residentBytesMax) failures += 1
  const errors = service.log().filter((line) => !/"level":40/.test(line))
  const isAlive = service.isAlive()
  await closeWorld(world)
  say(
    `Seed ${seed} on ${values.database}: ${texts} texts and ${documents} documents in ${Math.round(seconds)} s, ${failures} failures.`,
  )
  say(`The service ${isAlive ? 'is running' : 'HAS ENDED'}; ${errors.length} lines of its log are errors.`)
  for (const line of errors.slice(0, 5)) say(`  ${line.slice(0, 2000)}`)
}

const replay = async (file: string): Promise<void> => {
  const world = await openWorld()
  const input = readInput(file)
  if (input.kind === 'text') {
    const { status, ms, text } = await send(
      world.service.url,
      input,
      world.placeholders,
      waitedOf(world.service),
    )
    say(
      `${input.method ?? 'bytes'} ${input.path}: ${status} after ${Math.round(ms)} ms\n${text.slice(0, 2000)}`,
    )
  }
  const problem =
    input.kind === 'text'
      ? await problemOfText(world, input)
      : ((await problemOfReading(world, input)) ?? (await problemThroughApi(world, input)))
  say(problem === undefined ? 'It does not fail.' : `It fails: ${problem}`)
  if (problem !== undefined) failures += 1
  for (const line of world.service.log()) say(line.slice(0, 4000))
  await closeWorld(world)
}

// Exits explicitly, since the service's process and its streams would keep this process alive.
setInterval(() => undefined, 60_000)
await (values.replay === undefined ? run() : replay(values.replay))
process.exit(failures === 0 ? 0 : 1)
