import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../app/config/config.js'
import { httpWorld } from '../../simulator/scenario/http-world.js'
import { readGatewayOperations } from '../../simulator/scenario/operations.js'
import { parseScenario } from '../../simulator/scenario/parse-scenario.js'
import { playScenario } from '../../simulator/scenario/play-scenario.js'
import { messageOf } from '../message-of.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import type { Post } from './audit.js'
import { audits } from './audits.js'
import { bodyProblems } from './conformance.js'
import { contract } from './contract.js'
import { ContractClient } from './scoring-client.js'

export interface ConformanceOptions {
  readonly url: string
  readonly key: string
  /** False: the gateway gets only calls that write nothing. With `scoring`, a score is requested all the same. */
  readonly journey: boolean
  readonly scoring?: string
  readonly client: string
  readonly secret: string
  readonly scoringKey: string
}

/** An operation or other item that is compared with the contract, and its deviations. */
interface Result {
  readonly what: string
  readonly problems: readonly string[]
}

type Report = (result: Result) => void

const callMsMax = 15_000

const createPost =
  (url: string, key: string): Post =>
  async (endpoint, body) => {
    const response = await fetch(`${url}/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body,
      signal: AbortSignal.timeout(callMsMax),
    })
    return { status: response.status, body: await response.text() }
  }

const readJourney = () => {
  const operations = readGatewayOperations(join(packageRoot, 'facade', 'operations'))
  const text = readFileSync(join(packageRoot, 'scenarios', 'wire', 'every-operation.yaml'), 'utf8')
  const { scenario, problems } = parseScenario(text, operations)
  if (problems) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return scenario
}

/** Plays the journey of a customer through the whole contract. One line for each operation, however often it was called. */
const playJourney = async (place: { url: string; key: string }, report: Report): Promise<void> => {
  const scenario = readJourney()
  const problemsByOperation = new Map<string, string[]>()
  const problemsFor = (operation: string): string[] => {
    const known = problemsByOperation.get(operation) ?? []
    problemsByOperation.set(operation, known)
    return known
  }
  const onExchange = ({
    operation,
    status,
    answer,
  }: {
    operation: string
    status: number
    answer: string
  }) => {
    const problems = status === 200 ? bodyProblems(operation, JSON.parse(answer)) : []
    problemsFor(operation).push(...problems)
  }
  for await (const { step, problem } of playScenario(scenario, httpWorld(place), { onExchange }))
    if (problem !== undefined)
      problemsFor(step.does === 'call' ? step.operation : 'advance_test_clock').push(problem)
  for (const operation of Object.keys(contract))
    report({
      what: operation,
      problems: [...new Set(problemsByOperation.get(operation) ?? ['was not reached'])],
    })
}

/** Requests a score without documents, using only addresses, headers and members of the contract. */
const requestScore = async (
  options: ConformanceOptions & { readonly scoring: string },
  report: Report,
): Promise<void> => {
  const client = new ContractClient(options.scoring, options.scoringKey)
  let currentStep = ''
  const step = async <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    currentStep = what
    const answer = await ask()
    report({ what, problems: [] })
    return answer
  }
  try {
    await step('POST /auth/token', () => client.authenticate(options.client, options.secret))
    const submitted = await step('POST /score/request', () =>
      client.submit({
        nationalId: '90000001',
        phoneNumber: '+254712345678',
        firstName: 'Amina',
        lastName: 'Otieno',
        productCode: 'P7',
        documents: [],
      }),
    )
    const outcome = await step('GET /score/results', () => client.outcome(submitted.requestId))
    const [body] = outcome.kind === 'READY' ? (outcome.bodies as { status?: string; code?: number }[]) : []
    const isSuccess = body?.status === 'success' && body.code === 200
    report({ what: 'the result', problems: isSuccess ? [] : [`is ${JSON.stringify(outcome).slice(0, 200)}`] })
  } catch (error) {
    report({ what: currentStep, problems: [(error as Error).message] })
  }
}

/** Compares a running service, of any implementation, with the contracts of this repository. */
export const perform: Perform<ConformanceOptions> = async (options, progress, print) => {
  const [url, key] = [options.url.replace(/\/$/, ''), options.key]
  const results: Result[] = []
  const report: Report = (result) => {
    results.push(result)
    const { what, problems } = result
    print(problems.length === 0 ? `ok  ${what}` : `NO  ${what}: ${problems.join('; ')}`)
  }
  const total = audits.length + (options.journey ? Object.keys(contract).length : 0)
  try {
    for (const { id, must, run } of audits) {
      report({ what: `${id} ${must}`, problems: await run(createPost(url, key)) })
      progress(results.length, total)
    }
    if (options.journey) await playJourney({ url, key }, report)
  } catch (error) {
    throw new Mistake(`${url} cannot be reached: ${messageOf(error)}`)
  }
  if (options.scoring !== undefined)
    await requestScore({ ...options, scoring: options.scoring.replace(/\/$/, '') }, report)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  return {
    data: { failed, results },
    text: `${results.length - failed} of ${results.length} conform to the contract`,
    exitCode: failed === 0 ? 0 : 1,
  }
}
