import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runProgram } from '../running/processes.js'
import { askOverHttp } from '../support/http.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { customerAt } from './customer.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'

interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

/** What a scrape has, series by series. */
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

/** What Prometheus puts on each series of its own. */
const byPrometheus = new Set(['job', 'instance'])

interface Asked {
  readonly expression: string
  readonly name: string
  readonly labels: readonly string[]
}

/** The metrics of an expression, each with the labels that it is selected and summed by. */
const askedIn = (expression: string): readonly Asked[] => {
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
  ...(
    JSON.parse(readFileSync('ops/grafana/cauri.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
  ).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...[...readFileSync('ops/prometheus/alerts.yml', 'utf8').matchAll(/expr: ([^]*?)\n {8}\w+:/g)].map(
    ([, text]) => present(text),
  ),
]

/** Of these there is no series before something goes wrong, or is sent, that nothing here does. */
const rare = ['cauri_mails_total', 'cauri_wallet_alarms_total', 'cauri_scoring_service_alarms_total']

describeEachDatabase('a service that is at work', (database) => {
  let wallet: Wallet
  let service: Service
  beforeAll(async () => {
    wallet = await startWallet()
    service = await startService(database, wallet.env)
  }, 60_000)
  afterAll(async () => {
    await service?.close()
    await wallet?.close()
  })

  const scrape = async () => seriesIn((await askOverHttp(`${service.url()}/metrics`)).text)

  test('has series with the labels that each alert and each picture asks for', async () => {
    const customer = customerAt(service)
    await customer.register()
    const { deposit_reference = '' } = await customer.quote('10000')
    await customer.confirm(deposit_reference)
    await customer.outcome(deposit_reference)
    await service.graphql('{ insights { completeTo } }', 'dev-analyst-key')
    const key = ['keys', 'create', '--name', 'Awa Ngo', '--roles', 'BACK_OFFICE', '--days', '7']
    expect((await runProgram('cauri', key, service.settings)).code).toBe(0)
    // Its first ticks come and go, and the provider tells how the payment ended.
    for (const name of ['cauri_tick_last_run_timestamp_seconds', 'cauri_provider_notices_total'])
      await eventually(`${name} is there`, async () =>
        (await scrape()).some((series) => series.name === name),
      )
    const found = Map.groupBy(await scrape(), ({ name }) => name)
    const asked = expressions.flatMap(askedIn)
    expect(asked.length).toBeGreaterThan(50)
    const wrong = asked.filter(
      ({ name, labels }) =>
        !found.get(name)?.some((series) => labels.every((label) => Object.hasOwn(series.labels, label))),
    )
    const unseen = new Set(wrong.map(({ name }) => name))
    const expected = [...rare, ...(database.kind === 'sqlite' ? ['cauri_database_connections'] : [])]
    expect(wrong.filter(({ name }) => !expected.includes(name))).toEqual([])
    // Nor are these said to be rare when they are not.
    expect([...unseen].toSorted()).toEqual(expected.toSorted())
  }, 60_000)
})
