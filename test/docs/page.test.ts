import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSchema, printSchema } from 'graphql'
import { packageRoot, readConfig } from '../../src/app/config/config.js'
import { gatewayGuide } from '../../src/app/guide/guide.js'
import { fixedIds } from '../../src/scoring-service/bureau/emulator/persons.js'
import { unprocessableCodes } from '../../src/scoring-contract/words.js'
import { style } from '../../src/score-requests/report/page/style.js'
import { envelopeErrors } from '../../facade/errors.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { startStubServer, type StubServer } from '../running/stub-server.js'
import { docsWith, startDocs } from './documents.js'
import { at, first, present } from '../support/present.js'
import { anyObject, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'
import { facadeDocument } from '../support/open-api.js'

/** Words and keys that no journey of `scenarios/` shows as an example, each with the reason. */
const withoutExample: Readonly<Record<string, string>> = {
  'advance_test_clock advance_heartbeat_at': 'the answer is given before the first beat of the walk',
  'advance_test_clock advance_stalled true': 'a walk that has just begun has not stalled',
  'create_withdrawal_summary payout_status FAILED': 'savings that came back say nothing of the payout before',
  'get_test_clock advance_stalled true': 'takes a process that died, and a minute',
  'reset_test_customer reset_waiting_on REGISTRATION': 'is over before it can be asked about',
  'list_clocked_customers advancing_to':
    'the list is of everybody with a clock, and shown as one row that all have',
  'list_clocked_customers advance_heartbeat_at': 'see advancing_to',
  'list_clocked_customers advance_stalled true': 'see advancing_to',
  'list_clocked_customers advance_stalled false': 'see advancing_to',
  'list_locked_accounts position_status CLOSED': 'savings that are closed are not listed',
  'list_locked_accounts payout_status FAILED': 'savings that came back say nothing of the payout before',
  'list_locked_accounts payout_status PAID': 'savings that are paid are not listed',
  'list_opt_out_positions position_status CLOSED': 'savings that are closed are not left',
  'list_opt_out_positions position_status PAYING_OUT': 'savings on their way out are not left again',
}

describe('the documentation', () => {
  let server: StubServer & { readonly calls: string[] }
  beforeAll(async () => {
    server = await startDocs({ stages: [{ name: 'sandbox', origin: 'https://sandbox.example.com' }] })
  })
  afterAll(() => server.stop())

  test('is one page that loads nothing from other hosts', async () => {
    const answer = await fetch(`${server.url}/docs`)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).not.toMatch(/<(script|img|iframe|link)[^>]* (src|href)="(?!data:)/)
    expect(text).not.toMatch(/url\(|@import/)
    const policy = present(answer.headers.get('content-security-policy'))
    expect(policy).toMatch(/default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    for (const element of ['script', 'style']) {
      const inline = at(present(new RegExp(`<${element}>([^]*?)</${element}>`).exec(text)), 1)
      expect(policy).toContain(createHash('sha256').update(inline).digest('base64'))
    }
  })

  test('shows every operation, with each argument and each key, without a script', async () => {
    const text = (await (await fetch(`${server.url}/docs`)).text()).replaceAll('<wbr />', '')
    for (const operation of present(docsWith().documents.get('facade'))().matchAll(
      /"x-operations":\[\{"name":"(\w+)"/g,
    )) {
      const { arguments: args, keys } = present(contract[at(operation, 1)])
      for (const word of [at(operation, 1), ...args, ...keys.map(({ key }) => key)])
        expect(text).toContain(`<code>${word}</code>`)
    }
    expect(text).toContain('/score/results/{requestId}')
  })

  describe('the guide of the gateway', () => {
    const { chapters, operations } = gatewayGuide(join(packageRoot, 'src/platform/docs/assets'))
    const document = shaped(facadeDocument, JSON.parse(present(docsWith().documents.get('facade'))()))
    const all = Object.values(document.paths).flatMap(({ post }) => post['x-operations'])

    test('has every operation of the contract, and no other', () => {
      expect([...operations.keys()].toSorted()).toEqual(Object.keys(contract).toSorted())
    })

    test('says of every optional argument what happens without it', () => {
      for (const { name, arguments: args } of all) {
        const optional = args.filter(({ required }) => !required).map((argument) => argument.name)
        expect([
          name,
          ...present(operations.get(name))
            .leftOut.map(([argument]) => argument)
            .toSorted(),
        ]).toEqual([name, ...optional.toSorted()])
      }
    })

    test('has an example of every reason that an operation can give, and no other reason in its examples', () => {
      const missing: string[] = []
      for (const [name, { examples, reasons }] of operations) {
        const codes = reasons.map(({ code }) => code)
        for (const code of codes)
          if (!examples.some(({ answer }) => answer.includes(`"${code}"`))) missing.push(`${name} ${code}`)
        for (const { answer } of examples) {
          const given = /"failure_reason"},"value":{"value":"(\w+)"/.exec(answer)?.[1]
          if (given !== undefined) expect([name, ...codes]).toContain(given)
        }
        expect([name, examples.length > 0]).toEqual([name, true])
      }
      expect(missing).toEqual([])
    })

    test('has an example of every key with each of its possible values, except those that this suite excludes', () => {
      const missing: string[] = []
      for (const { name, keys } of all) {
        const answers = present(operations.get(name)).examples.map(({ answer }) => answer)
        const reasons = new Set(present(operations.get(name)).reasons.map(({ code }) => code))
        for (const { name: key, schema } of keys) {
          const begins = `"key":{"value":"${key}"},"value":{"value":"`
          const words = schema.enum?.map(textOf) ?? ['']
          for (const word of words) {
            if (key === 'failure_reason' && !reasons.has(word)) continue
            if (!answers.some((answer) => answer.includes(begins + word + (word === '' ? '' : '"'))))
              missing.push([name, key, word].filter(Boolean).join(' '))
          }
        }
      }
      expect(missing).toEqual(Object.keys(withoutExample))
    })

    test('names a reason once, however many causes it has, and says when to show which text', async () => {
      const text = await (await fetch(`${server.url}/docs`)).text()
      for (const [, words] of text.matchAll(/<p class="kind">([A-Z_]+(?: \| [A-Z_]+)+)<\/p>/g)) {
        const all = present(words).split(' | ')
        expect(all).toEqual([...new Set(all)])
      }
      expect(present(operations.get('request_full_statement')).show.join(' ')).toMatch(
        /`INVALID_EMAIL`, show the first text if/,
      )
      expect(present(operations.get('confirm_opt_out')).show.join(' ')).not.toContain('INVALID_EMAIL')
    })

    test('says of every member of the envelope what it is, and whether a request without it is refused', async () => {
      const { properties, required } = shaped(
        z.object({
          components: z.object({
            schemas: z.object({
              Envelope: z.object({ properties: anyObject, required: z.array(z.string()) }),
            }),
          }),
        }),
        document,
      ).components.schemas.Envelope
      const { rows } = first(present(present(chapters.find(({ id }) => id === 'envelope')).tables))
      const members = rows.map(([member]) => present(member).replaceAll('`', ''))
      expect(members.toSorted()).toEqual(Object.keys(properties).toSorted())
      for (const [member, , without] of rows)
        expect([member, present(without).includes('400')]).toEqual([
          member,
          required.includes(present(member).replaceAll('`', '')),
        ])
      const whole = {
        arguments: [
          ['operation_name', 'check_registration_status'],
          ['ACCOUNT_HOLDER_MSISDN', '237670000010'],
        ].map(([key, value]) => ({ key: { value: key }, value: { value } })),
        sessionIdentifier: 's',
        journeyIdentifier: 'j',
        languageCode: 'en',
      }
      const statuses = await Promise.all(
        members.map(async (member) => {
          const answer = await fetch(`${server.url}/getdynamicarguments`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': 'dev-gateway-key' },
            body: JSON.stringify({ ...whole, [member]: undefined }),
          })
          return [member, answer.status]
        }),
      )
      expect(statuses).toEqual(members.map((member) => [member, required.includes(member) ? 400 : 200]))
    })

    test('keeps the operations for testers apart from the others', async () => {
      const text = await (await fetch(`${server.url}/docs`)).text()
      const [journey = '', tests = ''] = text.split('id="for-tests"')
      for (const name of operations.keys())
        expect([
          name,
          (/_clock|clocked_|reset_/.test(name) ? tests : journey).includes(`id="${name}"`),
        ]).toEqual([name, true])
    })

    test('gives each reason a meaning, and a text in both languages', () => {
      for (const { reasons } of operations.values())
        for (const { meaning, french, english } of reasons) {
          expect([meaning, french, english].every((text) => text.length > 10)).toBe(true)
          expect(french).not.toBe(english)
        }
    })

    test('begins with a first deposit, and draws the four journeys', async () => {
      expect(first(chapters).title).toBe('First deposit in five calls')
      const text = await (await fetch(`${server.url}/docs`)).text()
      expect(text.match(/<figure class="sequence">/g)).toHaveLength(4)
      for (const { title } of chapters) expect(text).toContain(title)
      // Every operation in the diagrams exists.
      for (const { messages } of chapters.flatMap(({ sequences = [] }) => sequences))
        for (const [, , said] of messages) {
          const operation = /^(?:create|confirm|list|get|check|request|register)_\w+/.exec(said)?.[0]
          if (operation !== undefined) expect(Object.keys(contract)).toContain(operation)
        }
    })
  })

  test('covers the scoring service: a walkthrough, codes, test persons, limits and what may change', async () => {
    const text = (await (await fetch(`${server.url}/docs`)).text()).replaceAll('<wbr />', '')
    for (const words of [unprocessableCodes, Object.values(fixedIds)])
      for (const word of words) expect(text).toContain(`<code>${word}</code>`)
    for (const title of [
      'First score in five calls',
      'Limits, and 429',
      'What may change in the scoring service, and how it is announced',
      'What may change on the wire, and how it is announced',
    ])
      expect(text).toContain(title)
    const page = docsWith({ hidesKeys: true }).page('en')
    expect(page.html).not.toMatch(/dev-(scoring|sandbox)-(client|secret|key)"/)
  })

  test('has the GraphQL reference and its schema only where staff are served', async () => {
    expect((await fetch(`${server.url}/docs/graphql`)).status).toBe(404)
    const schema = readFileSync(join(packageRoot, 'schema.graphql'), 'utf8')
    const { graphql } = docsWith({ graphql: buildSchema(schema) })
    expect(present(graphql).schema().trim()).toBe(printSchema(buildSchema(schema)).trim())
    const { html, policy } = present(graphql).page('en')
    for (const [, name] of schema.matchAll(/^(?:type|input|enum|union|scalar|interface) (\w+)/gm))
      expect(html).toContain(`<section id="${name}">`)
    expect(policy).not.toMatch(/script|unsafe|\*/)
  })

  test('lists every code of the envelope', async () => {
    const text = (await (await fetch(`${server.url}/docs`)).text()).replaceAll('<wbr />', '')
    for (const { codes } of envelopeErrors)
      for (const code of codes) expect(text).toContain(`<code>${code}</code>`)
  })

  test('says at the root address what this service is, and links every page that a browser can open', async () => {
    const answer = await fetch(`${server.url}/`)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toMatch(/Version\s+1\.2\.3,\s+développement/)
    const english = await fetch(`${server.url}/`, { headers: { 'accept-language': 'en-GB' } })
    expect(await english.text()).toMatch(/<html lang="en">[^]*Version\s+1\.2\.3,\s+development/)
    // A sandbox with a secret of its own has no well-known keys, but is not production.
    const sandbox = docsWith({ hidesKeys: true, stage: 'sandbox' }).startPage('en').html
    expect(sandbox).toMatch(/Version\s+1\.2\.3,\s+sandbox/)
    const doors = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => present(path))
    expect(doors).toEqual(['/docs', '/simulator', '/console', '/insights', '/graphql', '/healthz'])
    // The simulator's page is not built in this suite.
    for (const path of doors.filter((door) => door !== '/simulator'))
      expect((await fetch(`${server.url}${path}`)).status).not.toBe(404)
    expect(answer.headers.get('content-security-policy')).not.toMatch(/script|unsafe|\*/)
    expect((await fetch(`${server.url}/`, { method: 'POST' })).status).toBe(404)
  })

  test('shares its colours and sizes with the score report, which adds only those of its charts', () => {
    const tokens = readFileSync(join(packageRoot, 'web', 'design', 'tokens.css'), 'utf8')
    expect(style.trimStart().startsWith(tokens)).toBe(true)
    const own = style.replace(tokens, '')
    const named = [...own.matchAll(/--([a-z\d-]+): [^;]*#/g)].map(([, name]) => name)
    expect(named).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 'ground'])
    expect(own.replace(/--[a-z\d-]+: [^;]*;/g, '')).not.toMatch(/#[\da-f]{3,6}\b/)
    expect(own).not.toMatch(/font-size: (?!1rem|10pt|var\()/)
  })

  test('offers both OpenAPI documents as JSON', async () => {
    for (const name of ['facade', 'scoring']) {
      const answer = await fetch(`${server.url}/docs/openapi-${name}.json`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ])
      expect(await answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    }
    expect((await fetch(`${server.url}/docs/openapi-other.json`)).status).toBe(404)
  })

  test.each([
    ['OPTIONS', '/getdynamicarguments'],
    ['OPTIONS', '/getdynamicoptions'],
    ['OPTIONS', '/graphql'],
    ['OPTIONS', '/scoring/auth/token'],
    ['POST', '/getdynamicarguments'],
    ['POST', '/graphql'],
    ['GET', '/docs'],
    ['GET', '/docs/openapi-facade.json'],
    ['GET', '/healthz'],
  ])('allows no other origin in the answer to %s %s', async (method, path) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        origin: 'https://elsewhere.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      },
    })
    const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
    expect(names).toEqual([])
    if (method === 'OPTIONS') expect(answer.ok).toBe(false)
  })

  test('offers no development key in production', () => {
    expect(docsWith({ hidesKeys: false }).page('en').html).toContain('dev-gateway-key')
    expect(docsWith({ hidesKeys: true }).page('en').html).not.toMatch(/dev-[a-z-]+-key/)
  })

  test('escapes every text', () => {
    const hostile = '</code><script>alert(1)</script>" onfocus="x'
    const facade = {
      info: { title: hostile, version: hostile, description: hostile },
      servers: [],
      components: { schemas: {} },
      paths: {
        [hostile]: {
          post: {
            operationId: 'x',
            responses: {},
            'x-operations': [
              {
                name: hostile,
                description: `\`${hostile}\``,
                arguments: [
                  { name: hostile, required: true, description: hostile, schema: { enum: [hostile] } },
                ],
                keys: [],
              },
            ],
          },
        },
      },
    }
    const { html } = docsWith({
      facade: () => facade,
      stages: [{ name: hostile, origin: 'https://a.example' }],
    }).page('en')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('" onfocus')
  })

  test.each([
    ['sandbox=https://sandbox.example.com', [{ name: 'sandbox', origin: 'https://sandbox.example.com' }]],
    [
      'live=https://a.example, test=http://127.0.0.1:4001/',
      [
        { name: 'live', origin: 'https://a.example' },
        { name: 'test', origin: 'http://127.0.0.1:4001' },
      ],
    ],
  ])('reads the servers that the page offers from DOCS_STAGES=%s', (DOCS_STAGES, stages) => {
    expect(readConfig({ DOCS_STAGES }).stages).toEqual(stages)
  })

  test.each(['https://a.example', 'x=ftp://a.example', 'x=https://a.example/path', 'x=https://a.example,'])(
    'refuses to start with DOCS_STAGES=%s',
    (DOCS_STAGES) => {
      expect(() => readConfig({ DOCS_STAGES })).toThrow(/DOCS_STAGES must be like/)
    },
  )

  test('is not found on a server that is started without it', async () => {
    const bare = await startStubServer()
    try {
      expect((await fetch(`${bare.url}/docs`)).status).toBe(404)
    } finally {
      await bare.stop()
    }
  })
})
