import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse as parseCsv } from 'csv-parse/sync'
import { Registry } from 'prom-client'
import { packageRoot } from '../../src/app/config/config.js'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createContext } from '../../src/app/context.js'
import { createHttpServer } from '../../src/app/http/http-server.js'
import { createExports } from '../../src/app/exports/create-exports.js'
import { reports } from '../../src/app/modules.js'
import { parseAccountNumbers } from '../../src/bank/month-end/account-numbers.js'
import { compareOrders } from '../../src/bank/payments/drive/compare-orders.js'
import { matchProviderFile } from '../../src/bank/payments/provider-files/match-provider-file.js'
import { openReview } from '../../src/bank/payments/review.js'
import type { Call } from '../../src/kernel/call.js'
import { rebuildDays } from '../../src/bank/insights/roll-up.js'
import { addDays } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { anonymiseScore } from '../../src/score-requests/drive/anonymise-score.js'
import { createSchema } from '../../src/app/schema.js'
import { createApollo } from '../../src/platform/graphql/server/apollo.js'
import type { RequestContext } from '../../src/platform/graphql/context.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { createLogger } from '../../src/platform/log/log.js'
import { domainOf, person, serviceOf } from '../graphql/support.js'
import { insightProblems, rolledUp } from '../support/insights.js'
import { find } from '../support/find-program.js'
import { describeEachDatabase } from '../support/services.js'
import { csvOf, tablesOf } from '../../web/shared/table.js'
import { openWorld, type World } from '../support/world.js'
import { seed } from './seeded-world.js'
import { at, first, present } from '../support/present.js'
import { dateOf, shaped, msisdnOf, textOf } from '../support/typed.js'
import { z } from 'zod'

const pagePath = join(packageRoot, 'docs', 'analysts.md')

const rowsOfAll = z.array(z.record(z.string(), z.unknown()))
type Rows = z.infer<typeof rowsOfAll>

/** The HTTP server of the service on the database and the providers of a world, called with the keys of development. */
const serve = async (world: World) => {
  const page = readFileSync(join(packageRoot, 'docs', 'month-end.md'), 'utf8')
  const { numbers, problems } = parseAccountNumbers(at(present(/```json\n([^]*?)```/.exec(page)), 1))
  expect(problems).toEqual([])
  const domain = domainOf(world, { accountNumbers: numbers })
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const schema = createSchema(domain)
  const apollo = createApollo({ schema, production: false, log: quiet })
  await apollo.start()
  const { database } = world
  const contextFor = (call: Call) => createContext(domain, call)
  const openExport = createExports({ schema, database, contextFor, reports })
  const app = await createHttpServer<RequestContext>({
    config: {
      production: false,
      roles: allRoles,
      tls: undefined,
      trustProxy: false,
      rateLimitPerSecond: undefined,
    },
    log: createLogger({ logLevel: 'fatal' }),
    authenticate: authenticator({ production: false, keyPepper: 'a pepper', apiClients: [] }),
    facade: { handle: () => Promise.reject(new Error('no gateway here')) },
    contextFor: (caller, { language, address }) =>
      createContext(domain, { ...world.call({ actor: caller, language }), address }),
    apollo,
    callback: () => undefined,
    openExport: (caller, { address }, wanted) =>
      openExport({ ...world.call({ actor: caller }), address }, wanted),
    ready: async () => ({ ok: true, detail: {} }),
    metrics: new Registry(),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  /** What a query of the insights answers, lists or not. */
  const insights = async (query: string, key = 'dev-analyst-key', variables: object = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = shaped(
      z.object({
        data: z.object({ insights: z.record(z.string(), z.unknown()) }).nullable(),
        errors: z.array(z.object({ message: z.string() })).optional(),
      }),
      await response.json(),
    )
    if (errors?.[0] || !data) throw new Error(errors?.[0]?.message ?? 'no data')
    return data.insights
  }
  /** The insights of a query that asks for lists only. */
  const ask = async (query: string, key?: string) =>
    shaped(z.record(z.string(), rowsOfAll), await insights(query, key))
  /** The rows of an exported file; throws the text of a refusal. */
  const file = async (name: string, filter: object, key = 'dev-back-office-key'): Promise<string[][]> => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) })
    const response = await fetch(`${url}/exports/${name}.csv?${query}`, { headers: { 'x-api-key': key } })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return parseCsv(text, { bom: true })
  }
  return {
    url,
    insights,
    ask,
    file,
    service: serviceOf(world, { accountNumbers: numbers }),
    stop: async () => {
      await app.close()
      await apollo.stop()
    },
  }
}

describeEachDatabase('an analyst', (database) => {
  let world: World
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    world = await openWorld(database)
    await seed(world)
    server = await serve(world)
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await world?.close()
  })

  const asHouse = (query: string) => server.ask(query, 'dev-back-office-key')
  const whole = 'dates: { from: "2026-03-01", before: "2026-07-01" }'
  const sum = (rows: Rows, field: string) => rows.reduce((total, row) => total + Number(row[field]), 0)
  const books = async (statement: string): Promise<number> =>
    Number(Object.values(first(await world.rows(statement)))[0])

  test('has roll-ups of the seeded months that equal the books', async () => {
    expect(await insightProblems(world.database)).toEqual([])
  })

  test('gets the answers that docs/analysts.md shows', async () => {
    const page = readFileSync(pagePath, 'utf8')
    const blocks = [
      ...page.matchAll(/(### \d+\. [^\n]+\n\n```graphql\n([^]*?)```\n)(?:\n```json\n([^]*?)```\n)?/g),
    ]
    expect(blocks).toHaveLength(22)
    let written = page
    for (const [block, question, query, answer = ''] of blocks) {
      const rows = Object.entries(await server.ask(present(query))).flatMap(([, found]) => found)
      expect(rows).not.toEqual([])
      const told = `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`
      if (process.env['WRITE_DOCS'] === '1')
        written = written.replace(block, `${question}\n\`\`\`json\n${told}\`\`\`\n`)
      else expect([question, answer]).toEqual([question, told])
    }
    if (written !== page) writeFileSync(pagePath, written)
    expect(await server.insights(at(present(/```graphql\n([^]*?)```/.exec(page)), 1))).toMatchObject({
      currency: 'XAF',
    })
  })

  describe('by a program of docs/analysts.md', () => {
    const page = readFileSync(pagePath, 'utf8')
    const program = (language: string): string =>
      at(present(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)), 1)

    const run = (command: string, words: readonly string[]) =>
      promisify(execFile)(command, words, {
        env: { ...process.env, CAURI_URL: server.url, CAURI_KEY: 'dev-analyst-key' },
      })

    test('in Python: it prints the deposits of each month and product', async () => {
      const { stdout } = await run('python3', ['-c', program('python')])
      const { deposits } = await server.ask(
        '{ insights { deposits(dates: { from: "2026-01-01", before: "2027-01-01" }) { period product amount } } }',
      )
      const sums = Map.groupBy(present(deposits), ({ period, product }) => `${period} ${product}`)
      const lines = [...sums].map(([key, rows]) => `${key} ${sum(rows, 'amount')}`)
      expect(stdout.trim().split('\n')).toEqual(lines.toSorted())
      expect(lines.length).toBeGreaterThan(2)
    })

    /** Whether R is installed; where the run requires it, a missing one is an error. */
    const hasR = find('Rscript') !== undefined || process.env['REQUIRE_SERVICES'] !== undefined
    ;(hasR ? test : test.skip)('in R: it prints the share of each cohort that still saves', async () => {
      const { stdout } = await run('Rscript', ['--vanilla', '-e', program('r')])
      const { cohorts } = await server.ask(
        '{ insights { cohorts(dates: { from: "2026-01-01", before: "2027-01-01" }) { cohort monthsSince joined saving } } }',
      )
      const months = [...new Set(present(cohorts).map(({ monthsSince }) => monthsSince))]
      const shares = Map.groupBy(present(cohorts), ({ cohort }) => cohort)
      const lines = [...shares].map(([cohort, rows]) => [
        cohort,
        ...months.map((month) => {
          const row = rows.find(({ monthsSince }) => monthsSince === month)
          return row ? String(Number(row['saving']) / Number(row['joined'])) : 'NA'
        }),
      ])
      const [head, ...told] = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
      expect(head).toEqual(['cohort', ...months.map((month) => `share.${month}`)])
      expect(told).toEqual(lines)
      expect(lines.length).toBeGreaterThan(2)
    })
  })

  describe('staff are shown what the books have:', () => {
    test.each<[string, () => Promise<number>, string]>([
      [
        'the amount of all deposits',
        async () =>
          sum(
            present((await asHouse(`{ insights { deposits(${whole}) { amount } } }`))['deposits']),
            'amount',
          ),
        `SELECT -SUM(amount) FROM postings JOIN journals ON journals.id = journal_id
         WHERE reference LIKE 'DEPOSIT:%' AND account = 'customer_principal'`,
      ],
      [
        'the number of deposits by size',
        async () =>
          sum(
            present((await asHouse(`{ insights { tickets(by: WEEK, ${whole}) { count } } }`))['tickets']),
            'count',
          ),
        'SELECT COUNT(*) FROM deposits',
      ],
      [
        'the forfeited interest',
        async () =>
          sum(
            present(
              (await asHouse(`{ insights { withdrawals(by: DAY, ${whole}) { forfeited } } }`))['withdrawals'],
            ),
            'forfeited',
          ),
        'SELECT SUM(accrued_net - (interest - tax)) FROM payouts',
      ],
      [
        'the amount of paid transfers',
        async () =>
          sum(
            present(
              (await asHouse(`{ insights { payouts(${whole}) { outcome amount } } }`))['payouts'],
            ).filter(({ outcome }) => outcome === 'PAID'),
            'amount',
          ),
        `SELECT SUM(amount) FROM payment_orders WHERE kind = 'PAY_OUT' AND status = 'SUCCESSFUL'`,
      ],
      [
        'the interest of all months',
        async () =>
          sum(
            present(
              (await asHouse(`{ insights { interestExpense(${whole}) { expense } } }`))['interestExpense'],
            ),
            'expense',
          ),
        `SELECT SUM(amount) FROM postings JOIN journals ON journals.id = journal_id
         WHERE account = 'interest_expense' AND business_on < '2026-07-01'`,
      ],
      [
        'the liabilities',
        async () =>
          sum(
            present((await asHouse('{ insights { liabilities { principal } } }'))['liabilities']),
            'principal',
          ),
        `SELECT -SUM(amount) FROM postings WHERE account = 'customer_principal'`,
      ],
      [
        'the principal that will mature',
        async () =>
          sum(
            present((await asHouse('{ insights { projection(days: 366) { principal } } }'))['projection']),
            'principal',
          ),
        `SELECT SUM(principal) FROM deposits JOIN positions ON positions.id = position_id
         WHERE status = 'OPEN' AND maturity_on > '2026-06-30'`,
      ],
      [
        'the number of customers with savings',
        async () =>
          sum(present((await asHouse('{ insights { balances { customers } } }'))['balances']), 'customers'),
        `SELECT COUNT(DISTINCT customer_id) FROM positions WHERE status = 'OPEN'`,
      ],
      [
        'the number of customers with a first deposit',
        async () =>
          sum(
            present((await asHouse(`{ insights { customers(${whole}) { joined } } }`))['customers']),
            'joined',
          ),
        'SELECT COUNT(DISTINCT customer_id) FROM deposits',
      ],
      [
        'the number of customers of all cohorts who still save',
        async () => {
          const rows = present(
            (await asHouse(`{ insights { cohorts(${whole}) { month saving } } }`))['cohorts'],
          )
          return sum(
            rows.filter(({ month }) => month === '2026-06-01'),
            'saving',
          )
        },
        `SELECT COUNT(DISTINCT customer_id) FROM positions WHERE status = 'OPEN'`,
      ],
      [
        'the number of positions matured by the end of May',
        async () =>
          sum(
            present((await asHouse(`{ insights { renewal(${whole}) { matured } } }`))['renewal']),
            'matured',
          ),
        `SELECT COUNT(*) FROM maturities WHERE matured_on <= '2026-05-31'`,
      ],
      [
        'the number of summaries that were not confirmed',
        async () =>
          sum(
            present(
              (await asHouse(`{ insights { failures(${whole}) { reason count } } }`))['failures'],
            ).filter(({ reason }) => reason === 'NOT_CONFIRMED'),
            'count',
          ),
        `SELECT COUNT(*) FROM request_log WHERE reference IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM payment_orders WHERE quote_reference = reference)
         AND NOT EXISTS (SELECT 1 FROM payouts WHERE withdrawal_reference = reference)`,
      ],
    ])('%s', async (_what, told, statement) => {
      expect(await told()).toBe(await books(statement))
    })
  })

  describe('the answers to further questions:', () => {
    test('staff are shown in which week customers joined, left or returned', async () => {
      const { customers } = await asHouse(
        `{ insights { customers(${whole}) { week joined returned left active } } }`,
      )
      expect(customers).toEqual(
        expect.arrayContaining([expect.objectContaining({ week: '2026-03-02', joined: 7, left: 0 })]),
      )
      expect(sum(present(customers), 'left')).toBeGreaterThan(5)
      expect(sum(present(customers), 'returned')).toBeGreaterThan(0)
    })

    test('liabilities by product are rounded, and omit a product with too few customers', async () => {
      const { liabilities } = await server.ask('{ insights { liabilities { product principal isRounded } } }')
      expect(present(liabilities).every(({ isRounded }) => isRounded)).toBe(true)
      expect(present(liabilities).map(({ product }) => product)).not.toContain('LOCK12M')
    })

    test('the customers of each band of balances are counted in steps of five', async () => {
      const { balances } = await server.ask('{ insights { balances { from below customers balance } } }')
      expect(present(balances).length).toBeGreaterThan(0)
      for (const { customers } of present(balances)) expect(Number(customers) % 5).toBe(0)
    })

    test('the interest expense is given for each month', async () => {
      const { interestExpense } = await server.ask(
        `{ insights { interestExpense(${whole}) { month product expense } } }`,
      )
      expect(present(interestExpense).map(({ month }) => month)).toContain('2026-04-01')
    })

    test('today is shown to staff, and not to an analyst', async () => {
      const query = '{ insights { completeTo deposits(dates: { from: "2026-07-01" }) { count } } }'
      await world.deposit((await world.register()).msisdn, '4000')
      const deposits = async (asked: string, key?: string) => (await server.insights(asked, key))['deposits']
      const forRelease = query.replace('insights', 'insights(forRelease: true)')
      expect(await deposits(query, 'dev-back-office-key')).toEqual([{ count: 1 }])
      expect(await deposits(query)).toEqual([])
      expect(await deposits(forRelease, 'dev-back-office-key')).toEqual([])
    })

    test('a customer alone in a group is in no answer', async () => {
      const rows = await server.ask(
        `{ insights { deposits(by: DAY, ${whole}) { product amount } tickets(${whole}) { from product }
           liabilities { product } balances { from } } }`,
      )
      expect(JSON.stringify(rows)).not.toMatch(/777|LOCK12M/)
    })

    test('with forRelease, staff see and export the rows that an analyst gets', async () => {
      const documents = globSync('web/console/insights/*.graphql', { cwd: packageRoot })
      expect(documents.length).toBeGreaterThanOrEqual(12)
      const asked = {
        by: 'MONTH',
        dates: { from: '2026-03-01', before: '2026-07-01' },
        on: '2026-05-31',
        days: 31,
      }
      let withheld = 0
      for (const path of documents) {
        const document = readFileSync(join(packageRoot, path), 'utf8')
        const told = (key: string, forRelease: boolean) =>
          server.insights(document, key, { ...asked, forRelease })
        const { rows: found, isForRelease } = await told('dev-analyst-key', false)
        const rows = shaped(rowsOfAll, found)
        expect([path, isForRelease]).toEqual([path, true])
        expect(await told('dev-back-office-key', true)).toMatchObject({ rows, isForRelease: true })
        const house = await told('dev-back-office-key', false)
        if (JSON.stringify(house['rows']) !== JSON.stringify(rows)) withheld++
        // The file is made of the rows of the table, with unchanged figures.
        const [table] = tablesOf({ rows })
        if (!table) continue
        const [head, ...lines] = parseCsv(csvOf(table), { bom: true })
        expect([path, lines]).toEqual([
          path,
          rows.map((row) => present(head).map((name) => String(row[name] ?? ''))),
        ])
      }
      // Nearly every answer has small groups, so that staff see other figures there than analysts.
      expect(withheld).toBeGreaterThan(8)
    })

    test('the one score that was referred is in no answer, nor in the sum of the others', async () => {
      const { scores, scoreReasons } = await server.ask(
        `{ insights { scores(${whole}) { decision failure count isPartial } scoreReasons(by: WEEK, ${whole}) { decision reason count } } }`,
      )
      expect(JSON.stringify([scores, scoreReasons])).not.toMatch(/REFER|R01/)
      expect(sum(present(scores), 'count')).toBe(17)
      const house = present((await asHouse(`{ insights { scores(${whole}) { decision count } } }`))['scores'])
      expect(sum(house, 'count')).toBe(await books('SELECT COUNT(*) FROM score_requests'))
    })

    test('figures of scores stay as they were counted when a score is made anonymous', async () => {
      const before = await rolledUp(world.database)
      const one = first(
        await world.rows(`SELECT * FROM score_requests WHERE decision = 'DECLINE' ORDER BY id LIMIT 1`),
      )
      const kept = await world.rows('SELECT code FROM score_reasons WHERE score_id = ?', one['id'])
      await world.database.inTransaction((tx) =>
        anonymiseScore(tx, { id: String(one['id']), status: 'COMPLETED', fence: 0 }),
      )
      expect(await world.rows('SELECT code FROM score_reasons WHERE score_id = ?', one['id'])).toEqual([])
      const range = { from: dateOf('2026-05-10'), to: dateOf('2026-05-20') }
      await rebuildDays({ database: world.database, zone: market.timeZone }, range)
      expect(await rolledUp(world.database)).toEqual(before)
      await world.write(
        `UPDATE score_requests SET decision = 'DECLINE', risk_band = 'C', customer_id = ?, person_hash = ? WHERE id = ?`,
        one['customer_id'],
        one['person_hash'],
        one['id'],
      )
      for (const { code } of kept)
        await world.write('INSERT INTO score_reasons (score_id, code) VALUES (?, ?)', one['id'], code)
      await rebuildDays({ database: world.database, zone: market.timeZone }, range)
      expect(await rolledUp(world.database)).toEqual(before)
    })

    describe('an analyst who subtracts answers from each other, over dates, groupings and families,', () => {
      const fields = [
        'deposits { product basis count amount }',
        'tickets { product from count amount }',
        'withdrawals { product basis event count principal interest forfeited isRounded }',
        'payouts { outcome reason purpose count amount isRounded }',
        'funnel { operation asked shown confirmed paid }',
        'failures { operation reason count }',
        'renewal { product matured renewed principal renewedPrincipal isRounded }',
        'customers { joined returned left active isRounded }',
        'rateChange(days: 30) { amountBefore amountAfter countBefore countAfter }',
        'liabilities(on: "2026-05-31") { savings principal }',
        'projection(days: 366) { savings principal }',
        'cohorts { joined saving balance }',
        'balances(on: "2026-05-31") { customers balance }',
        'interestExpense { expense accrued }',
        'scores { product decision riskBand failure count }',
        'scoreReasons { product decision reason count isRounded }',
      ]
      const ranges = [
        ['2026-03-01', '2026-07-01'],
        ['2026-03-01', '2026-06-01'],
        ['2026-04-01', '2026-06-01'],
        ['2026-04-01', '2026-05-01'],
        ['2026-05-01', '2026-06-01'],
        ['2026-05-04', '2026-05-18'],
        ['2026-05-04', '2026-05-11'],
        ['2026-05-02', '2026-05-18'],
      ]
      const withDates = (field: string, from: string, before: string, by: string) =>
        field.replace(/^(\w+)(?:\((days: 30)\))?(?= )/, (_whole, name: string, days?: string) => {
          const args = [
            days,
            `dates: { from: "${from}", before: "${before}" }`,
            /^(cus|coh|int|rate)/.test(name) ? '' : `by: ${by}`,
          ]
          return `${name}(${args.filter(Boolean).join(' ')})`
        })
      let told: Record<string, Rows>[]
      beforeAll(async () => {
        told = []
        for (const [from, before] of ranges)
          for (const by of ['DAY', 'WEEK', 'MONTH'])
            told.push(
              await server.ask(
                `{ insights { ${fields.map((field) => withDates(field, present(from), present(before), by)).join(' ')} } }`,
              ),
            )
      })

      test('learns no amount that was paid to one to four customers', async () => {
        const paid = (await world.rows('SELECT amount FROM payouts ORDER BY id')).map(({ amount }) =>
          Number(amount),
        )
        let sums = new Set([0])
        const secrets = new Set<number>()
        for (let people = 1; people <= 4; people++) {
          sums = new Set([...sums].flatMap((one) => paid.map((amount) => one + amount)))
          // Only sums that are no multiple of 1,000 are searched for: they contain interest, so no other figure equals them by chance.
          for (const one of sums) if (one % 1000 !== 0) secrets.add(one)
        }
        const sumsOf = (rows: Rows): number[] => {
          const numbers = rows.map((row) =>
            Object.values(row).flatMap((value) => (/^\d{3,}$/.test(String(value)) ? [Number(value)] : [])),
          )
          // An analyst may add any figures of a row, and any sums of columns.
          const some = (row: readonly number[]): number[] =>
            row.reduce((sums, one) => sums.concat(sums.map((sum) => sum + one)), [0])
          const columns =
            numbers[0]?.map((_, i) => numbers.reduce((total, row) => total + (row[i] ?? 0), 0)) ?? []
          return [...numbers.flatMap(some), ...some(columns)]
        }
        const known = [...new Set(told.flatMap((answer) => Object.values(answer).flatMap(sumsOf)))]
        expect(known.length).toBeGreaterThan(50)
        const learnt = known.flatMap((one) =>
          known.filter((other) => secrets.has(one - other)).map((other) => [one, other]),
        )
        expect(learnt).toEqual([])
      })

      test('does not learn the number of customers in a group of one to four', () => {
        const roundedOf = (rows: Rows) => rows.filter(({ isRounded }) => isRounded === true)
        const counts = told.flatMap((answer) =>
          Object.values(answer).flatMap((rows) =>
            roundedOf(rows).flatMap(({ count, matured, renewed, joined, returned, left, active }) =>
              [count, matured, renewed, joined, returned, left, active].flatMap((n) => n ?? []),
            ),
          ),
        )
        expect(counts.length).toBeGreaterThan(20)
        expect(counts.filter((n) => Number(n) % 5 !== 0)).toEqual([])
        // The paid withdrawals of the funnel are counted as payouts too, so they must be rounded alike.
        const withdrawals = told.flatMap(({ funnel }) =>
          present(funnel).filter(({ operation }) => operation === 'WITHDRAWAL'),
        )
        expect(withdrawals.filter(({ paid }) => Number(paid) % 5 !== 0)).toEqual([])
      })
    })

    test.each([
      ['deposits(dates: { from: "2026-03-02", before: "2026-03-02" }) { count }', /not before/],
      [
        'deposits(by: DAY, dates: { from: "2020-01-01", before: "2026-03-02" }) { count }',
        /figures by day cover at most 400/,
      ],
      ['deposits(dates: { from: "soon" }) { count }', /must be a date/],
      ['projection(days: 0) { on }', /days: 0 is not from 1 to 366/],
      ['rateChange(days: 181) { product }', /days: 181 is not from 1 to 180/],
    ])('%s is refused with the reason', async (field, message) => {
      await expect(server.ask(`{ insights { ${field} } }`)).rejects.toThrow(message)
    })
  })

  describe('a month is closed by two people', () => {
    const ama = person('BACK_OFFICE')
    const kofi = person('APPROVER')
    const proposal = (month: string) => ({ month, reason: 'the end of the month' })
    const approved = async (month: string) => {
      const { approval } = shaped(
        z.object({ approval: z.object({ id: z.string() }) }),
        await server.service.act('proposeCloseMonth', proposal(month), 'approval { id }', {
          actor: ama,
        }),
      )
      return server.service.refused('approve', { id: approval.id }, { actor: kofi })
    }
    const monthNow = async (month: string) => {
      const answer = await server.service.ask(
        `{ months(month: "${month}") { isClosed proposedBy closedBy hindrances { kind count } accounts { number opening closing } } }`,
        { actor: ama },
      )
      return first(
        shaped(
          z.array(
            z.object({
              isClosed: z.boolean(),
              proposedBy: z.string().nullable(),
              closedBy: z.string().nullable(),
              hindrances: z.array(z.object({ kind: z.string(), count: z.number() })),
              accounts: z.array(z.object({ number: z.string(), opening: z.string(), closing: z.string() })),
            }),
          ),
          answer['months'],
        ),
      )
    }
    const compared = () => compareOrders(world.orders, new AbortController().signal)
    const refusedToClose = (month: string) =>
      server.service.refused('proposeCloseMonth', proposal(month), { actor: ama })

    beforeAll(compared)

    test('only when it is over, follows a closed month, and nothing in it is open', async () => {
      expect((await monthNow('2026-04')).hindrances).toEqual([{ kind: 'EARLIER_MONTH_OPEN', count: 1 }])
      expect((await monthNow('2026-02')).hindrances).toEqual([{ kind: 'BEFORE_THE_BOOKS', count: 1 }])
      const kinds = (await monthNow('2026-07')).hindrances.map(({ kind, count }) => `${kind} ${count}`)
      expect(kinds).toEqual(['EARLIER_MONTH_OPEN 1', 'DAYS_OPEN 31', 'NOT_COMPARED 31'])
      expect(await refusedToClose('2026-07')).toBe('MONTH_NOT_READY')
      expect(await refusedToClose('March')).toBe('INVALID_ARGUMENT')
    })

    test('not while a difference with the provider is open', async () => {
      const order = first(
        await world.rows(
          `SELECT id, customer_id FROM payment_orders WHERE settled_on < '2026-04-01' ORDER BY id LIMIT 1`,
        ),
      )
      const paid = { id: String(order['id']), customerId: String(order['customer_id']) }
      await world.database.inTransaction((tx) =>
        openReview(tx, world.call(), paid, { kind: 'CONTRADICTION', detail: 'it failed, says the provider' }),
      )
      expect((await monthNow('2026-03')).hindrances).toEqual([{ kind: 'BREAKS_OPEN', count: 1 }])
      expect(await refusedToClose('2026-03')).toBe('MONTH_NOT_READY')
      await world.write(
        `UPDATE review_cases SET status = 'RESOLVED', open_key = NULL WHERE order_id = ?`,
        paid.id,
      )
    })

    test('not while days of it are not compared with the provider, a position is set aside, or an account has no number', async () => {
      await world.write(
        `INSERT INTO order_comparisons (day, last_order_id, compared, differences) VALUES ('2026-03-30', 'unfinished', 0, 0)`,
      )
      await world.write(
        `INSERT INTO day_exceptions (position_id, step, book, customer_id, set_aside_on, accrued_to, problem, created_at)
         VALUES ('POS-NONE', 'ACCRUAL', 'system', 'NOBODY', '2026-03-05', '2026-03-04', 'odd', 0)`,
      )
      const kinds = (await monthNow('2026-03')).hindrances.map(({ kind, count }) => `${kind} ${count}`)
      expect(kinds).toEqual(['SET_ASIDE 1', 'NOT_COMPARED 2'])
      await world.write(`DELETE FROM order_comparisons WHERE last_order_id = 'unfinished'`)
      await world.write('DELETE FROM day_exceptions')
      const unmapped = serviceOf(world, { accountNumbers: { wallet_clearing: { number: '1', name: 'one' } } })
      const { months } = shaped(
        z.object({
          months: z.array(
            z.object({ hindrances: z.array(z.object({ kind: z.string(), detail: z.string() })) }),
          ),
        }),
        await unmapped.ask('{ months(month: "2026-03") { hindrances { kind detail } } }', {
          actor: ama,
        }),
      )
      expect(first(months).hindrances).toEqual([
        {
          kind: 'UNMAPPED',
          detail: 'no number in GENERAL_LEDGER_FILE: customer_principal, interest_expense, interest_payable',
        },
      ])
    })

    test("not while the provider's settlement file differs from the books", async () => {
      const orders = await world.rows(
        `SELECT id, kind, amount, settled_on, provider_transaction_id AS transaction_id FROM payment_orders
         WHERE status = 'SUCCESSFUL' AND settled_on < '2026-04-01' ORDER BY settled_on, sent_at, id`,
      )
      const head = 'transactionId,reference,kind,amount,currency,fee,completedOn'
      const lines = orders.map(
        ({ id, kind, amount, settled_on: on, transaction_id: transaction }, i) =>
          `${transaction ?? `T${i}`},${id},${kind},${i === 1 ? '77' : amount},XAF,25,${on}`,
      )
      const own = 'BANK-1,float,COLLECT,500000,XAF,0,2026-03-15'
      const read = (...rows: readonly (string | undefined)[]) =>
        matchProviderFile(world.orders, { name: 'march.csv', bytes: Buffer.from([head, ...rows].join('\n')) })
      // The line of one payment is left out of the file, which covers the day of that payment.
      const [left] = lines.splice(lines.length / 2, 1)
      const march = [...lines, own]
      const found = {
        lines: orders.length,
        states: { MATCHED: orders.length - 3, DIFFERS: 1, UNKNOWN: 1, EXPLAINED: 0, IN_FLIGHT: 1 },
      }
      // One order has no answer yet, so its line is in flight; when the answer is a failure, the line differs.
      const stands = (status: string) =>
        world.write('UPDATE payment_orders SET status = ? WHERE id = ?', status, first(orders)['id'])
      await stands('SUBMITTED')
      expect(await read(...march)).toMatchObject({ ...found, missing: 1 })
      expect(await read(...march)).toMatchObject({ ...found, missing: 0 })
      await stands('FAILED')
      expect(await read(...march)).toMatchObject({ states: { IN_FLIGHT: 0, DIFFERS: 2 }, missing: 0 })
      const contradiction = await world.rows(
        `SELECT order_id, detail FROM review_cases WHERE kind = 'CONTRADICTION' AND status = 'OPEN'`,
      )
      expect(contradiction).toEqual([
        { order_id: first(orders)['id'], detail: "ours FAILED, provider's file SUCCESSFUL" },
      ])
      await stands('SUCCESSFUL')
      await world.write(
        `UPDATE review_cases SET status = 'RESOLVED', open_key = NULL WHERE kind = 'CONTRADICTION'`,
      )
      const open = async () =>
        (await monthNow('2026-03')).hindrances.map(({ kind, count }) => `${kind} ${count}`)
      expect(await open()).toEqual(['BREAKS_OPEN 2', 'LINES_UNKNOWN 1'])
      const cases = await world.rows(
        `SELECT detail FROM review_cases WHERE kind = 'SETTLEMENT_FILE' ORDER BY detail`,
      )
      expect(cases.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/^in no file of the provider up to 2026-03/),
        `ours COLLECT ${at(orders, 1)['amount']} XAF, provider's file COLLECT 77 XAF`,
      ])
      // The missing line comes in another file, as for a payment at midnight, which is in the file of the next day.
      await read(left)
      expect(await open()).toEqual(['BREAKS_OPEN 1', 'LINES_UNKNOWN 1'])
      await expect(read(own.replace('500000', '500001'))).rejects.toThrow(
        'transaction BANK-1 was different in another file',
      )
      // A file with a wrong date is refused: it would open review cases about payments that it does not cover.
      const dated = (on: string) => read(own, own.replace('BANK-1', 'BANK-2').replace('2026-03-15', on))
      await expect(dated('2027-03-15')).rejects.toThrow('it has a payment of 2027-03-15, a date to come')
      await expect(dated('1970-01-01')).rejects.toThrow(
        'it is of more than a year, from 1970-01-01 to 2026-03-15',
      )
      await expect(read(own, own.replace('COLLECT', 'GIFT'))).rejects.toThrow('line 3: kind')
      await expect(read()).rejects.toThrow('no successful payment')
      const { approval } = shaped(
        z.object({ approval: z.object({ id: z.string() }) }),
        await server.service.act(
          'proposeExplainLine',
          { line: 'BANK-1', reason: 'the bank filled its own account' },
          'approval { id preview { changes { field after } } }',
          { actor: ama },
        ),
      )
      expect(JSON.stringify(approval)).toContain('COLLECT 500000 XAF, 2026-03-15')
      expect(await server.service.refused('approve', { id: approval.id }, { actor: kofi })).toBeUndefined()
      await world.write(
        `UPDATE review_cases SET status = 'RESOLVED', open_key = NULL WHERE kind = 'SETTLEMENT_FILE'`,
      )
      expect(await open()).toEqual([])
      const answer = await server.service.ask(
        '{ months(month: "2026-03") { fees { kind payments fee } } providerLines(filter: { state: [EXPLAINED, DIFFERS] }) { nodes { transactionId state } } }',
        { actor: ama },
      )
      expect(answer['months']).toEqual([
        { fees: [{ kind: 'COLLECT', payments: orders.length + 1, fee: String(25 * orders.length) }] },
      ])
      expect(JSON.stringify(answer['providerLines'])).toMatch(/BANK-1","state":"EXPLAINED/)
    })

    test('for good, whatever date a clock has', async () => {
      expect(await approved('2026-03')).toBeUndefined()
      expect(await monthNow('2026-03')).toMatchObject({
        isClosed: true,
        proposedBy: 'BACK_OFFICE',
        closedBy: 'APPROVER',
        hindrances: [],
      })
      expect(await refusedToClose('2026-03')).toBe('INVALID_ARGUMENT')
      const clock = first(await world.rows(`SELECT now_on FROM clocks WHERE id = 'system'`))
      await world.write(`UPDATE clocks SET now_on = '2026-03-10' WHERE id = 'system'`)
      const book = (day: string) =>
        world.write(
          `INSERT INTO journals (id, book, reference, business_on, created_at) VALUES ('J-${day}', 'system', 'LATE:${day}', '${day}', 0)`,
        )
      await expect(book('2026-03-31')).rejects.toThrow('a closed month never changes')
      await world.write(`UPDATE clocks SET now_on = ? WHERE id = 'system'`, clock['now_on'])
      await expect(book('2026-04-01')).rejects.toThrow('a closed day never changes')
      await expect(world.write('DELETE FROM closed_months')).rejects.toThrow('stays closed')
      await expect(world.write(`UPDATE closed_months SET closed_by = 'x'`)).rejects.toThrow('stays closed')
    })

    test('and exported to the general ledger with the account numbers of the bank, to the franc', async () => {
      const { accounts } = await monthNow('2026-03')
      const [head, ...rows] = await server.file('generalLedger', { month: '2026-03' })
      expect(head).toEqual(['bookedOn', 'account', 'name', 'entries', 'debit', 'credit', 'currency'])
      const moved = new Map<string, number>()
      for (const [, number, , , debit, credit] of rows)
        moved.set(present(number), (moved.get(present(number)) ?? 0) + Number(debit) - Number(credit))
      expect([...moved].toSorted()).toEqual(
        accounts
          .map(({ number, opening, closing }) => [number, Number(closing) - Number(opening)] as const)
          .toSorted(),
      )
      for (const day of Map.groupBy(rows, ([on]) => on).values())
        expect(day.reduce((sum, [, , , , debit, credit]) => sum + Number(debit) - Number(credit), 0)).toBe(0)
      const [, ...lines] = await server.file('generalLedger', { month: '2026-03', lines: true })
      expect(lines).toHaveLength(rows.reduce((sum, [, , , entries]) => sum + Number(entries), 0))
      expect(lines).toHaveLength(
        await books(
          `SELECT COUNT(*) FROM postings JOIN journals ON journals.id = journal_id
           WHERE business_on >= '2026-03-01' AND business_on < '2026-04-01'`,
        ),
      )
      const exports = await world.rows(`SELECT id FROM audit_log WHERE action = 'EXPORT' ORDER BY id`)
      expect(exports).toHaveLength(2)
    })

    test('and exported only then, and not for an analyst', async () => {
      const file = (filter: object, key?: string) => server.file('generalLedger', filter, key)
      await expect(file({ month: '2026-04' })).rejects.toThrow('2026-04 is not closed')
      await expect(file({ month: '2026-13' })).rejects.toThrow('is no month')
      await expect(file({ months: '2026-03' })).rejects.toThrow('INVALID_ARGUMENT')
      await expect(file({ month: '2026-03' }, 'dev-analyst-key')).rejects.toThrow('FORBIDDEN')
    })

    test('and exported with the tax on the interest of each customer', async () => {
      await world.write(`UPDATE positions SET tax_ppm = 100000 WHERE product_code = 'LOCK12M'`)
      const lonely = first(
        await world.rows(
          `SELECT positions.id, msisdn FROM positions JOIN customers ON customers.id = customer_id WHERE product_code = 'LOCK12M'`,
        ),
      )
      const msisdn = msisdnOf(textOf(lonely['msisdn']))
      const { reference } = await world.preview(msisdn, String(lonely['id']))
      await world.withdraw(msisdn, reference)
      for (let day = dateOf('2026-07-01'); day <= '2026-07-31'; day = addDays(day, 1)) {
        world.clock.set(addDays(day, 1))
        await world.night()
        await compared()
      }
      for (const month of ['2026-04', '2026-05', '2026-06', '2026-07'])
        expect(await approved(month)).toBeUndefined()
      const [{ interest, tax } = {}] = await world.rows('SELECT interest, tax FROM payouts WHERE tax > 0')
      const [head, ...rows] = await server.file('interestTax', { month: '2026-07' })
      expect(head).toEqual(['month', 'customer', 'msisdn', 'interest', 'tax', 'paid', 'currency'])
      const paid = Number(interest) - Number(tax)
      expect(rows.map(([month, , ...row]) => [month, ...row])).toEqual([
        ['2026-07', msisdn, String(interest), String(tax), String(paid), 'XAF'],
      ])
      expect(Number(tax)).toBeGreaterThan(0)
      // The id is the one of all other files and of GraphQL.
      const { customer } = await server.service.ask(`{ customer(by: { msisdn: "${msisdn}" }) { id } }`, {
        actor: ama,
      })
      expect(at(rows, 0)[1]).toBe(shaped(z.object({ id: z.string() }), customer).id)
      // The file stays as it was handed over when its customer gets other numbers.
      for (const newMsisdn of ['237650999901', '237650999902']) {
        const { approval } = shaped(
          z.object({ approval: z.object({ id: z.string() }) }),
          await server.service.act(
            'proposeChangeMsisdn',
            { customer: at(rows, 0)[1], newMsisdn, reason: 'a lost SIM', evidence: 'a letter' },
            'approval { id }',
            { actor: ama },
          ),
        )
        expect(await server.service.refused('approve', { id: approval.id }, { actor: kofi })).toBeUndefined()
      }
      expect(await server.file('interestTax', { month: '2026-07' })).toEqual([head, ...rows])
      const ofMay = await server.file('interestTax', { month: '2026-05' })
      const given = ofMay.slice(1).reduce((sum, row) => sum + Number(row[3]), 0)
      expect(given).toBe(await books(`SELECT SUM(interest) FROM payouts WHERE exited_on LIKE '2026-05%'`))
      expect(
        await world.rows(`SELECT DISTINCT operation FROM access_entries WHERE operation LIKE 'export%'`),
      ).toEqual([{ operation: 'export: interestTax' }])
    })
  })
})
