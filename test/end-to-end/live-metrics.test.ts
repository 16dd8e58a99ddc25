import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runProgram } from '../running/processes.js'
import { askOverHttp } from '../support/http.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { statementCalls } from './ask-statement.js'
import { customerAt } from './customer.js'
import { submitScoreRequest } from './score-request.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

/** The series of a scrape. */
const seriesIn = (text: string): readonly Series[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name, labels = '']) => ({
    name: present(name),
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, is]) => [
        present(label),
        present(is),
      ]),
    ),
  }))

/** Labels that Prometheus itself adds to each series. */
const byPrometheus = new Set(['job', 'instance'])

interface MetricUse {
  readonly expression: string
  readonly name: string
  readonly labels: readonly string[]
}

/** The metrics in an expression, each with the labels that the expression selects or sums by. */
const metricsIn = (expression: string): readonly MetricUse[] => {
  const by = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner]) =>
    present(inner).split(/,\s*/),
  )
  return [...expression.matchAll(/\b((?:cauri|http|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name, inside = '']) => ({
      expression,
      name: present(name),
      labels: [...by, ...[...inside.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label]) => present(label))].filter(
        (label) => !byPrometheus.has(label),
      ),
    }),
  )
}

const expressions = [
  ...shaped(
    z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) }),
    JSON.parse(readFileSync('ops/grafana/cauri.json', 'utf8')),
  ).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...[...readFileSync('ops/prometheus/alerts.yml', 'utf8').matchAll(/expr: ([^]*?)\n {8}\w+:/g)].map(
    ([, text]) => present(text),
  ),
]

const submit = (url: string): Promise<string> =>
  submitScoreRequest(url, {
    person: { nationalId: '29384756', firstName: 'Wanjiku', lastName: 'Kamau', phoneNumber: '+254712345678' },
    productCode: 'PA',
    password: 'x1',
    statement: Buffer.from('%PDF-1.5\nnothing that can be read'),
  })

describeEachDatabase('a working service', (database) => {
  let wallet: Wallet
  let service: Service
  beforeAll(async () => {
    wallet = await startWallet()
    // The configured scoring service is a server that does not know the requests.
    service = await startService(database, {
      ...wallet.env,
      SCORING_BASE_URL: `${wallet.url}/nobody`,
      SCORING_CLIENT_ID: 'us',
      SCORING_CLIENT_SECRET: 'a secret of ours that is long enough',
      SCORING_API_KEY: 'a key of ours that is long enough',
    })
  })
  afterAll(async () => {
    await service?.close()
    await wallet?.close()
  })

  const scrape = async () => seriesIn((await askOverHttp(`${service.url()}/metrics`)).text)

  test('has series with the labels that each alert and each dashboard panel uses', async () => {
    const customer = customerAt(service)
    await customer.register()
    const { deposit_reference = '' } = await customer.quote('10000')
    await customer.confirm(deposit_reference)
    await customer.outcome(deposit_reference)
    await service.graphql('{ insights { completeTo } }', 'dev-analyst-key')
    const key = ['keys', 'create', '--name', 'Awa Ngo', '--roles', 'BACK_OFFICE', '--days', '7']
    expect((await runProgram('cauri', key, service.settings)).code).toBe(0)
    // Causes the rare series: a refusal by the provider, a scoring service that does not know us, a mailed statement.
    const refused = customerAt(service, '237670010458')
    await refused.register()
    const { deposit_reference: ours = '' } = await refused.quote('10000')
    await refused.confirm(ours)
    await submit(service.url())
    const { request } = await statementCalls(service, 'awa@example.com')
    await request()
    const rare = ['cauri_wallet_alarms_total', 'cauri_scoring_service_alarms_total']
    // Waits for the first ticks and for the provider's callback.
    for (const name of ['cauri_tick_last_run_timestamp_seconds', 'cauri_provider_notices_total', ...rare])
      await eventually(`${name} is there`, async () =>
        (await scrape()).some((series) => series.name === name),
      )
    const found = Map.groupBy(await scrape(), ({ name }) => name)
    const asked = expressions.flatMap(metricsIn)
    expect(asked.length).toBeGreaterThan(50)
    const wrong = asked.filter(
      ({ name, labels }) =>
        !found.get(name)?.some((series) => labels.every((label) => Object.hasOwn(series.labels, label))),
    )
    const unseen = new Set(wrong.map(({ name }) => name))
    // SQLite has one connection and no pool.
    const expected = database.kind === 'sqlite' ? ['cauri_database_connections'] : []
    expect(wrong.filter(({ name }) => !expected.includes(name))).toEqual([])
    expect([...unseen].toSorted()).toEqual(expected.toSorted())
  })

  test('runs each job that a queue names, so that a pause of the queue stops it', async () => {
    const { data } = await service.graphql('{ jobs { jobs } }', 'dev-admin-key')
    const { jobs } = shaped(z.object({ jobs: z.array(z.object({ jobs: z.array(z.string()) })) }), data)
    const ticks = (await scrape()).flatMap(({ name, labels }) =>
      name === 'cauri_tick_last_run_timestamp_seconds' ? [labels['tick']] : [],
    )
    expect(ticks).toEqual(expect.arrayContaining(jobs.flatMap((queue) => queue.jobs)))
  })
})
