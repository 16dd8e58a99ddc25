import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { eventOf } from '../../src/platform/log/events.js'
import { first, firstOf, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const read = (path: string): string => readFileSync(path, 'utf8')
const runbook = read('docs/runbook.md')
const rules = read('ops/prometheus/alerts.yml')
const dashboard = read('ops/grafana/cauri.json')
const sources = globSync('{src,jobs,facade}/**/*.ts').map((path) => [path, read(path)] as const)

/** The names of all metrics of `/metrics`: ours from the sources, the others from the library. */
const known = (): ReadonlySet<string> => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const library = registry.getMetricsAsArray().map(({ name }) => name)
  const ours = sources.flatMap(([, text]) =>
    [...text.matchAll(/'((?:cauri|http)_[a-z_]+)'/g)].map(([, name]) => present(name)),
  )
  return new Set(['up', ...library, ...ours])
}

/** The metrics in an expression; a histogram by its own name, without `_bucket`, `_count` or `_sum`. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:cauri|http|nodejs|process)_[a-z_0-9]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

const expressions = shaped(
  z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) }),
  JSON.parse(dashboard),
).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'])
    return true
  } catch {
    return false
  }
}

/** Where services are required, a missing promtool fails the test instead of skipping it. */
const hasPromtool = isInstalled('promtool') || process.env['REQUIRE_SERVICES'] !== undefined

describe('alerts and dashboard', () => {
  test('use only metrics that exist', () => {
    const names = known()
    const asked = [...expressions, rules].flatMap(namesIn)
    expect(asked.length).toBeGreaterThan(40)
    expect([...new Set(asked)].filter((name) => !names.has(name))).toEqual([])
  })

  test('use only labels that the metric has', () => {
    const declared = new Map(
      sources.flatMap(([, text]) =>
        [...text.matchAll(/name: '((?:cauri|http)_[a-z_]+)',[^;]*?\}\)/g)].map(([block, name]) => [
          present(name),
          [...(/labelNames: \[([^\]]*)\]/.exec(block)?.[1] ?? '').matchAll(/\w+/g)].map(([label]) => label),
        ]),
      ),
    )
    expect(declared.size).toBeGreaterThan(15)
    const byPrometheus = ['le', 'instance', 'job']
    const wrong = [
      ...expressions,
      ...[...rules.matchAll(/expr: ([^]*?)\n {8}\w+:/g)].map(([, text]) => present(text)),
    ].flatMap((text) => {
      const metrics = namesIn(text).filter((name) => declared.has(name))
      const known = [...byPrometheus, ...metrics.flatMap((name) => present(declared.get(name)))]
      const asked = [
        ...[...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner]) =>
          [...present(inner).matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => present(label)),
        ),
        ...[...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner]) => present(inner).split(/,\s*/)),
      ]
      return metrics.length === 0
        ? []
        : asked.filter((label) => !known.includes(label)).map((label) => [text, label])
    })
    expect(wrong).toEqual([])
  })

  test('cover every metric of ours', () => {
    const asked = new Set([...expressions, rules].flatMap(namesIn))
    expect([...known()].filter((name) => name.startsWith('cauri_') && !asked.has(name))).toEqual([])
  })

  test('have one section of the runbook for each alert, and the runbook has no other', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => present(name))
    expect(alerts.length).toBeGreaterThan(15)
    const named = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) =>
      present(anchor),
    )
    expect(named).toEqual(alerts.map((name) => name.toLowerCase()))
    expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
  })

  test('have in each section of the runbook about an alert: Means, See, Do, Do not', () => {
    const [, told] = firstOf(2, runbook.split(/^## /m))
    const sections = told.split(/^### /m).slice(1)
    expect(sections.length).toBeGreaterThan(15)
    const said = sections.map((section) => [
      section.split('\n', 1)[0],
      [...section.matchAll(/^- \*([A-Z][a-z ]+):\*/gm)].map(([, word]) => word),
    ])
    expect(said).toEqual(said.map(([name]) => [name, ['Means', 'See', 'Do', 'Do not']]))
  })

  ;(hasPromtool ? test : test.skip)('are accepted by promtool, and alerts fire when its tests say', () => {
    const run = (...args: string[]): string => execFileSync('promtool', args, { encoding: 'utf8' })
    expect(run('check', 'rules', 'ops/prometheus/alerts.yml')).toContain('SUCCESS')
    expect(run('check', 'config', 'ops/prometheus/prometheus.yml')).toContain('SUCCESS')
    expect(run('test', 'rules', 'ops/prometheus/alerts.test.yml')).toContain('SUCCESS')
  })
})

/** The messages of all log calls of level error or warn. */
const messagesOf = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /\blog(?:\.(?:error|warn)|\[[^\]]*'(?:error|warn)'[^\]]*\])\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?'([^'\n]{6,})',?\s*\)/g,
    ),
    ...text.matchAll(/\blogAlarm\([^']*'([^'\n]+)'/g),
    ...text.matchAll(/\bbegins: '([^']+)'/g),
  ].map(([, message]) => present(message))

describe('the runbook', () => {
  test('has a row for each message of level error or warn, and no other', () => {
    const said = new Set(sources.flatMap(([, text]) => messagesOf(text)))
    expect(said.size).toBeGreaterThan(50)
    const rows = [...runbook.matchAll(/^\| \*(.+?)\* \|/gm)].map(([, message]) => present(message))
    expect([...said].filter((message) => !rows.includes(message))).toEqual([])
    expect(rows.filter((message) => !said.has(message))).toEqual([])
  })
})

interface Event {
  /** Undefined if the line has no event, which fails a test. */
  readonly event: string | undefined
  readonly level: string
  readonly message: string
  readonly facts: readonly string[]
  readonly from: string
}

/** The names of the facts of a log line: the members of its object, in their order. */
const factsIn = (text: string): readonly string[] => {
  const inner = /^\s*\{([^]*)\}/.exec(text)?.[1] ?? ''
  const flat = inner.replace(/\([^()]*\)|\{[^{}]*\}/g, '')
  return flat
    .split(',')
    .map((part) => first(part.trim().split(':')).trim())
    .filter((name) => /^\w+$/.test(name) && name !== 'event')
}

/** The event that the line names, else that of its message. */
const eventIn = (facts: string, message: string): string | undefined =>
  /\bevent: '([^']+)'/.exec(facts)?.[1] ?? eventOf(message)

/** `log.warn` has one level, `log[isX ? 'error' : 'warn']` several; another index is a level that a function returned. */
const levelIn = (access: string): string => {
  const levels = [...access.matchAll(/\b(error|warn|info|debug)\b/g)].map(([level]) => level)
  return levels.length === 0 ? 'by outcome' : levels.join(' or ')
}

/** Every line that a source file logs; a value of run time is a name in braces. */
const eventsOf = ([path, text]: readonly [string, string]): readonly Event[] => {
  const from = path.replace(/^src\//, '').replace(/\/[^/]+$/, '')
  const lines = text.matchAll(
    /\blog(\.(?:error|warn|info)|\[[^\]]+\])\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?)('[^'\n]{6,}'|`[^`\n]{6,}`),?\s*\)/g,
  )
  const episodes = text.matchAll(/\b(begins|ends): '([^']+)'/g)
  const alarms = text.matchAll(/\blogAlarm\([^']*'([^'\n]+)'/g)
  // This file has a table of messages, by audited action.
  const changes = path.endsWith('/logged-changes.ts') ? text.matchAll(/^ {2}[A-Z_]+: '([^'\n]+)'/gm) : []
  return [
    ...[...lines].map(([, access = '', facts = '', message = '']) => ({
      event: eventIn(facts, message.slice(1, -1)),
      level: levelIn(access),
      message: message.slice(1, -1).replace(/\$\{(?:\w+\.)?(\w+)\}/g, '{$1}'),
      facts: factsIn(facts),
      from,
    })),
    ...[...episodes].map(([, word, message = '']) => ({
      event: eventOf(message),
      level: word === 'begins' ? 'error' : 'info',
      message,
      facts: word === 'begins' ? [] : ['seconds', 'times'],
      from,
    })),
    ...[...alarms].map(([, message = '']) => ({
      event: eventOf(message),
      level: 'error',
      message,
      facts: [],
      from,
    })),
    ...[...changes].map(([, message = '']) => ({
      event: eventOf(message),
      level: 'info',
      message,
      facts: ['subject'],
      from,
    })),
  ]
}

const pageOfEvents = (): string => {
  const events = sources
    .flatMap(eventsOf)
    .toSorted((a, b) =>
      `${a.from} ${a.level} ${a.message}`.localeCompare(`${b.from} ${b.level} ${b.message}`),
    )
  const rows = events.map(
    ({ event, level, message, facts, from }) =>
      `| \`${event}\` | ${message} | ${level} | ${facts.map((fact) => `\`${fact}\``).join(', ')} | \`${from}\` |`,
  )
  return `<!-- prettier-ignore-start -->
# Events

Every line that the service writes to its log, from the sources; generated by \`WRITE_DOCS=1 npm test -- test/ops/monitoring\`, and compared
with them by each run. Search by \`event\`, which stays when a message is reworded, by \`level\` (20 debug, 30 info, 40 warn, 50 error) and by the facts, which are
members of the line. Each line has \`time\` and \`pid\` too. What people must do for a \`warn\` or an \`error\` is in [the runbook](runbook.md).
Names in braces are replaced by values. Lines with the event \`graphql.server\` are Apollo Server's own and are not listed.

| event | msg | level | facts | from |
|---|---|---|---|---|
${[...new Set(rows)].join('\n')}
<!-- prettier-ignore-end -->
`
}

describe('docs/events.md', () => {
  test('has an event for each line, and none whose message no longer exists', () => {
    const events = sources.flatMap(eventsOf)
    expect(events.filter(({ event }) => !/^[a-z_]+\.[a-z_]+$/.test(event ?? ''))).toEqual([])
    const named = [...read('src/platform/log/events.ts').matchAll(/^ {2,4}(?:\[)?'([^']+)',/gm)]
    const written = new Set(events.map(({ message }) => message))
    const isWritten = (message: string): boolean =>
      written.has(message) ||
      sources.some(([path, text]) => !path.endsWith('log/events.ts') && text.includes(`'${message}'`))
    expect(
      named
        .map(([, message]) => present(message))
        .filter((message) => !/^[a-z_.]+$/.test(message) && !isWritten(message)),
    ).toEqual([])
  })

  test('has every line that the sources log', () => {
    const page = pageOfEvents()
    if (process.env['WRITE_DOCS']) writeFileSync('docs/events.md', page)
    expect(read('docs/events.md')).toBe(page)
    for (const message of new Set(sources.flatMap(([, text]) => messagesOf(text))))
      expect(page).toContain(`| ${message} |`)
  })
})
