import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadPdfjs } from '../../../src/scoring-service/reading/drawing/pdfjs.js'
import type { ScoreReportFacts } from '../../../src/score-requests/report/facts.js'
import { sessionCookie, signedOutValue } from '../../../src/platform/identity/sessions/sessions.js'
import { stubSignIn } from '../../identity/stub-sign-in.js'
import { startStubServer, type StubServer } from '../../running/stub-server.js'
import { factsWith, p7Result, p8Result, paResult, parsResult, pasResults } from './results.js'
import { present } from '../../support/present.js'
import { anyObject, shaped } from '../../support/typed.js'
import { z } from 'zod'

const hostile = `<script>alert(1)</script>"'&\u0000`
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'

const hostileResult = (): string => {
  const body = shaped(
    z.object({
      data: z.object({
        persona: z.object({ name: z.string(), main_bank: z.string().nullable() }),
        summary: z.object({
          risk_mitigation_block: z.string(),
          customer_behaviour_identified: z.array(z.string()),
        }),
        lifestyle: z.object({
          utilities_payments: z.array(anyObject),
          top_supermarkets_visited: z.array(anyObject),
        }),
        cashflow: z.object({ monthly_income_evolution: z.array(anyObject) }),
      }),
    }),
    JSON.parse(parsResult('trader')),
  )
  const { persona, summary, lifestyle, cashflow } = body.data
  persona.name = hostile
  persona.main_bank = hostile
  summary.risk_mitigation_block = hostile
  summary.customer_behaviour_identified = [hostile]
  lifestyle.utilities_payments = [{ name: hostile, amount: 5, frequency: 1 }]
  lifestyle.top_supermarkets_visited = [{ label: hostile, value: 3 }]
  cashflow.monthly_income_evolution = [{ month: hostile, income: 3 }]
  return JSON.stringify(body)
}

const scores: Readonly<Record<string, ScoreReportFacts>> = {
  good: factsWith({ id: 'good', results: [parsResult('salaried')] }),
  hostile: factsWith({
    id: 'hostile',
    subject: { name: hostile, phoneNumber: hostile, nationalId: hostile },
    results: [hostileResult()],
  }),
  pas: factsWith({ id: 'pas', product: 'PAS', results: pasResults('trader', 'gambler') }),
  pa: factsWith({ id: 'pa', product: 'PA', results: [paResult('trader')] }),
  p7: factsWith({ id: 'p7', product: 'P7', results: [p7Result(null)] }),
  p8: factsWith({ id: 'p8', product: 'P8', results: [p8Result('trader', null)] }),
  failed: factsWith({
    id: 'failed',
    state: 'FAILED',
    reason: 'The password does not open the document.',
    detail: 'wrong_password: statement.pdf',
  }),
  queued: factsWith({ id: 'queued', state: 'QUEUED' }),
  uploading: factsWith({ id: 'uploading', state: 'UPLOADING' }),
  processing: factsWith({ id: 'processing', state: 'PROCESSING' }),
  awaiting: factsWith({ id: 'awaiting', state: 'AWAITING_DOCUMENTS' }),
  wiped: factsWith({ id: 'wiped' }),
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const backOffice = { 'x-api-key': 'dev-back-office-key' }
const page = { accept: 'text/html,application/xhtml+xml' }

const seen: string[] = []
let server: StubServer
beforeAll(async () => {
  server = await startStubServer({
    signIn: stubSignIn(),
    readScore: async (id) => (Object.hasOwn(scores, id) ? scores[id] : undefined),
    accessAudit: {
      recordRead: async ({ name }, address, what, id) => void seen.push(`${name} ${address} ${what} ${id}`),
      recordRefusal: ({ name }, address, what) => void seen.push(`${name} ${address} refused ${what}`),
    },
  })
})
afterAll(() => server.stop())

/** Reads the body to its end: an unread answer would keep its connection open, and the server from closing. */
const call = async (address: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(address, init)
  return new Response(await answer.arrayBuffer(), answer)
}

const get = (id: string, headers: Record<string, string> = backOffice): Promise<Response> =>
  call(`${server.url}/reports/scores/${id}`, { headers: { 'accept-language': 'en', ...headers } })

describe('access to a report', () => {
  test.each([
    ['a key in x-api-key', backOffice],
    ['a bearer', { authorization: 'Bearer dev-back-office-key' }],
    ['the password of Basic, whatever the user', basic('', 'dev-back-office-key')],
    ['Basic with a name', basic('jane', 'dev-approver-key')],
    ['an administrator', { 'x-api-key': 'dev-admin-key' }],
    [
      'a key beside the cookie of an ended session',
      { ...basic('jane', 'dev-back-office-key'), cookie: `${sessionCookie}=${signedOutValue}` },
    ],
  ])('is granted to %s', async (_name, headers) => {
    const answer = await get('good', headers)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Jane Wanjiku Doe')
  })

  test('is recorded with the IP address of the caller, as is a refusal', async () => {
    seen.length = 0
    await get('good')
    await get('good.pdf')
    await get('none')
    await get('good', { 'x-api-key': 'dev-gateway-key' })
    expect(seen).toEqual([
      'development back office 127.0.0.1 report good',
      'development back office 127.0.0.1 report.pdf good',
      'development gateway 127.0.0.1 refused /reports/scores/:id',
    ])
  })

  test.each([
    ['no key', {}],
    ['a wrong password', basic('jane', 'wrong')],
    ['a key as the user', basic('dev-back-office-key', '')],
    ['no colon', { authorization: `Basic ${Buffer.from('dev-back-office-key').toString('base64')}` }],
    ['no base64', { authorization: 'Basic ***' }],
    ['a wrong key beside a right password', { ...basic('', 'dev-back-office-key'), 'x-api-key': 'wrong' }],
  ])('is refused with 401 for %s', async (_name, headers: Record<string, string>) => {
    const answer = await get('good', headers)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
    expect(await answer.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  })

  test('is refused to the gateway', async () => {
    const answer = await get('good', { 'x-api-key': 'dev-gateway-key' })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, null])
  })

  test('by Basic authentication works for reports only', async () => {
    const answer = await call(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...basic('', 'dev-back-office-key'), 'content-type': 'application/json' },
      body: '{"query":"{ who }"}',
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, null])
  })

  test.each([
    [{}, 'good', 401, 'A key is needed'],
    [{ 'x-api-key': 'dev-gateway-key' }, 'good', 403, 'Not with this key'],
    [backOffice, 'unknown', 404, 'No such report'],
  ] as const)(
    'that is refused has a page for a browser: %j %s, %i %s',
    async (headers, id, status, title) => {
      const answer = await get(id, { ...headers, ...page })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain(`<h1>${title}</h1>`)
    },
  )

  test('by an analyst shows no more of the person than the initials, on the page and in the PDF', async () => {
    const analyst = { 'x-api-key': 'dev-analyst-key' }
    const html = await (await get('good', analyst)).text()
    expect(html).toContain('<h1>J*** W*** D***</h1>')
    expect(html).not.toMatch(/jane|wanjiku|2547|678|National ID/i)
    expect(await textOfPdf('good', analyst)).not.toMatch(/jane|wanjiku|2547/i)
  })
})

describe('a report as a page', () => {
  test('runs no script and loads nothing', async () => {
    const answer = await get('good')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toMatch(/unsafe|script-src|https?:/)
    expect(await answer.text()).not.toMatch(
      /<script|\son\w+=|javascript:|\sstyle=|(src|href)="(https?:)?\/\//i,
    )
  })

  test('shows markup in names as text', async () => {
    const html = await (await get('hostile')).text()
    expect(html).toContain(escaped)
    expect(html).not.toMatch(/<script|alert\(1\)<\/script/)
    expect((await get('hostile.pdf')).status).toBe(200)
  })

  test.each(Object.keys(scores))('has no invalid figure: %s', async (id) => {
    const answer = await get(id)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/NaN|undefined|Infinity|\[object/)
  })

  test.each([
    [
      'failed',
      'The password does not open the document.',
      'Message of the service: wrong_password: statement.pdf',
    ],
    ['awaiting', 'Waiting for documents', 'Not every document'],
    ['queued', 'Queued', 'Look again'],
    ['uploading', 'Sending documents', 'Look again'],
    ['processing', 'Being scored', 'Look again'],
    ['wiped', 'No result', 'The result is no longer kept.'],
  ])('of a request that is %s shows its state', async (id, ...texts) => {
    const html = await (await get(id)).text()
    const paper = await textOfPdf(id)
    for (const text of texts) {
      expect(html).toContain(text)
      expect(paper).toContain(text)
    }
    expect(html).not.toContain('Open as PDF')
  })

  test.each(['unknown', 'unknown.pdf', '.pdf', '__proto__', '%2e%2e%2fetc', 'a'.repeat(90)])(
    'is a 404 for %s',
    async (id) => {
      const answer = await get(id)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 'NOT_FOUND', message: expect.any(String) } },
      ])
    },
  )

  test('refuses the method POST', async () => {
    const answer = await call(`${server.url}/reports/scores/good`, { method: 'POST', headers: backOffice })
    expect([404, 405]).toContain(answer.status)
  })
})

const textOfPdf = async (id: string, headers: Record<string, string> = backOffice): Promise<string> => {
  const answer = await get(id.includes('.pdf') ? id : `${id}.pdf`, headers)
  const { getDocument } = await loadPdfjs()
  const pdf = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(...items.map((item) => ('str' in item ? item.str : '')))
  }
  await pdf.destroy()
  return texts.join(' ').replace(/\s+/g, ' ')
}

describe('the language of a report', () => {
  test.each([
    ['fr-CM,fr;q=0.9', '', 'fr', 'Accorder, jusqu’à '],
    ['en-GB,en;q=0.9', '', 'en', 'Approve, up to '],
    ['en-GB', '?language=fr', 'fr', 'Accorder, jusqu’à '],
    ['fr', '?language=en', 'en', 'Approve, up to '],
    ['fr', '?language=de', 'fr', 'Accorder, jusqu’à '],
    ['*', '', 'en', 'Approve, up to '],
  ])('with accept-language %s and query %j is %s', async (spoken, query, language, verdict) => {
    const headers = { ...backOffice, 'accept-language': spoken }
    const answer = await get(`good${query}`, headers)
    const html = await answer.text()
    const other = language === 'fr' ? 'en' : 'fr'
    expect(answer.headers.get('vary')).toContain('accept-language')
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(verdict)
    expect(html).toContain(`href="?language=${other}"`)
    expect(html).toContain(`href="/reports/scores/good.pdf?language=${language}"`)
    expect(await textOfPdf(`good.pdf${query}`, headers)).toContain(verdict.slice(0, 8))
  })

  test('is also that of the pages for a missing or waiting report', async () => {
    const french = { ...page, 'accept-language': 'fr' }
    expect(await (await get('unknown', { ...backOffice, ...french })).text()).toContain(
      '<h1>Ce rapport n’existe pas</h1>',
    )
    expect(await (await get('queued', { ...backOffice, ...french })).text()).toContain('En file d’attente')
  })
})

describe('a report as a PDF', () => {
  test('is shown inline, with the figures and their formulas', async () => {
    const answer = await get('good.pdf')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="score-good.pdf"')
    const text = await textOfPdf('good')
    expect(text).toContain('Jane Wanjiku Doe')
    expect(text).toContain('national ID ending in 678')
    expect(text.indexOf('Approve, up to')).toBeGreaterThan(0)
    expect(text.indexOf('Approve, up to')).toBeLessThan(text.indexOf('930'))
    expect(text).toContain('930')
    expect(text).toContain('Median of the monthly incomes over the months used.')
    expect(text).toMatch(/4 \/ 4/)
  })

  test.each(['pas', 'pa', 'p7', 'p8', 'hostile'])('can be made of the example %s', async (id) => {
    expect(await textOfPdf(id)).toMatch(/Explanation|Score|Document/)
  })

  test('embeds fonts with the letters of French and of African languages, and has a question mark for any other letter', async () => {
    const id = 'good'
    const { subject } = present(scores[id])
    const name = 'Ng\u0169g\u0129 \u1ecc\u0300l\u00e1 \u0190k\u025b \u014aw\u00e9 \u0181ala \u0152uvre'
    Object.assign(subject, { name: `${name} \u738b` })
    try {
      expect((await textOfPdf(id)).normalize('NFC')).toContain(`${name.normalize('NFC')} ?`)
      const bytes = Buffer.from(await (await get(`${id}.pdf`)).arrayBuffer()).toString('latin1')
      const fonts = bytes.match(/\/Type \/FontDescriptor/g)?.length ?? 0
      expect(fonts).toBeGreaterThan(1)
      expect(bytes.match(/\/FontFile2 /g)).toHaveLength(fonts)
    } finally {
      Object.assign(subject, { name: 'Jane Wanjiku Doe' })
    }
  })
})

test('the mapping of fields is served without a key', async () => {
  const answer = await call(`${server.url}/docs/score-display.json`, {})
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { displayTypes, products } = shaped(
    z.object({
      displayTypes: z.array(z.string()),
      products: z.record(
        z.string(),
        z.array(
          z.object({ panels: z.array(z.object({ fields: z.array(z.object({ field: z.string() })) })) }),
        ),
      ),
    }),
    await answer.json(),
  )
  expect(displayTypes).toHaveLength(10)
  expect(Object.keys(products)).toEqual(['PA', 'PAS', 'PARS', 'P7', 'P8'])
  expect(products['PARS']?.[0]?.panels[0]?.fields[0]?.field).toBe('recommendations.short_term_score')
})

test('a process without score requests answers 404 for a report', async () => {
  const bare = await startStubServer()
  try {
    const answer = await call(`${bare.url}/reports/scores/good`, { headers: backOffice })
    expect(answer.status).toBe(404)
  } finally {
    await bare.stop()
  }
})
