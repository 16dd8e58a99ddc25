import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { PersonaName } from '../scoring/fixtures/personas.js'
import { holder, walletStatement } from '../scoring/fixtures/wallet-statement.js'
import { pdfPages } from '../support/pdf-text.js'
import { eventually } from '../support/wait.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'

const key = 'dev-back-office-key'

let service: Service
beforeAll(async () => {
  service = await startService(onSqlite)
})
afterAll(() => service?.close())

/** Orders PARS of a persona's statement, as a clerk does with the file in hand. */
const order = async (persona: PersonaName): Promise<string> => {
  const { bytes, password } = await walletStatement({ persona, months: 12 })
  const { middleName: _none, ...person } = holder
  const input = {
    ...person,
    nationalId: '29384756',
    productCode: 'PARS',
    documents: [{ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password, file: null }],
  }
  const query = 'mutation($input: ScoreRequestInput!) { submitScoreRequest(input: $input) { id } }'
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { input } }))
  form.append('map', JSON.stringify({ 0: ['variables.input.documents.0.file'] }))
  form.append('0', new Blob([new Uint8Array(bytes)]), 'a.pdf')
  const headers = { 'x-api-key': key, 'apollo-require-preflight': 'yes' }
  const response = await fetch(`${service.url()}/graphql`, { method: 'POST', body: form, headers })
  const { data } = (await response.json()) as { data: { submitScoreRequest: { id: string } } }
  return data.submitScoreRequest.id
}

interface Pars {
  readonly data: { readonly recommendations: { readonly short_term_score: number } }
}

const scoreOf = async (id: string): Promise<number> => {
  let results: readonly Pars[] = []
  await eventually(
    'the score has come',
    async () => {
      const { data } = await service.graphql(`{ scoreRequest(id: "${id}") { status rawResults } }`, key)
      const { scoreRequest } = data as { scoreRequest: { status: string; rawResults: readonly Pars[] } }
      expect(scoreRequest.status).not.toBe('FAILED')
      results = scoreRequest.rawResults
      return scoreRequest.status === 'COMPLETED'
    },
    60_000,
  )
  return results[0]!.data.recommendations.short_term_score
}

const report = (id: string, as: string = key): Promise<Response> =>
  fetch(`${service.url()}/reports/scores/${id}`, { headers: { 'x-api-key': as } })

test('a statement becomes a report, of one who earns a salary and of one who gambles', async () => {
  const scores: number[] = []
  for (const persona of ['salaried', 'gambler'] as const) {
    const id = await order(persona)
    const score = await scoreOf(id)
    const page = await (await report(id)).text()
    expect(page).toContain(`${holder.firstName} ${holder.lastName}`)
    expect(page).toMatch(new RegExp(`>\\s*${score}\\s*<`))
    const paper = (await pdfPages(Buffer.from(await (await report(`${id}.pdf`)).arrayBuffer())))
      .flat(2)
      .join(' ')
    expect(paper).toContain(String(score))
    expect(await (await report(id, 'dev-analyst-key')).text()).not.toContain(holder.lastName)
    scores.push(score)
  }
  const [salaried = 0, gambler = 1000] = scores
  expect(salaried).toBeGreaterThanOrEqual(800)
  expect(gambler).toBeLessThan(400)
}, 150_000)
