import { expect, test } from '@jest/globals'
import type { PersonaName } from '../scoring-service/fixtures/personas.js'
import { holder, walletStatement } from '../scoring-service/fixtures/wallet-statement.js'
import { pdfPages } from '../support/pdf-text.js'
import { eventually } from '../support/wait.js'
import { monthsLater, todayInDouala } from './figures.js'
import { backOfficeKey, submitScoreRequest } from './score-request.js'
import type { Service } from './service.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** Orders PARS for the statement of a persona, as a clerk does with a file. */
const order = async (url: string, persona: PersonaName): Promise<string> => {
  const { bytes: statement, password } = await walletStatement({
    persona,
    months: 12,
    until: monthsLater(todayInDouala(), -1).slice(0, 7),
  })
  const { middleName: _none, ...person } = holder
  const productCode = 'PARS'
  return submitScoreRequest(url, {
    person: { ...person, nationalId: '87654321' },
    productCode,
    password,
    statement,
  })
}

interface Pars {
  readonly data: { readonly recommendations: { readonly short_term_score: number } }
}

const scoreOf = async (service: Service, id: string): Promise<number> => {
  let results: readonly Pars[] = []
  await eventually('the score has come', async () => {
    const { data } = await service.graphql(
      `{ scoreRequest(id: "${id}") { status rawResults } }`,
      backOfficeKey,
    )
    const { scoreRequest } = shaped(
      z.object({
        scoreRequest: z.object({
          status: z.string(),
          rawResults: z.array(
            z.object({ data: z.object({ recommendations: z.object({ short_term_score: z.number() }) }) }),
          ),
        }),
      }),
      data,
    )
    expect(scoreRequest.status).not.toBe('FAILED')
    results = scoreRequest.rawResults
    return scoreRequest.status === 'COMPLETED'
  })
  return first(results).data.recommendations.short_term_score
}

const report = (service: Service, id: string, as: string = backOfficeKey): Promise<Response> =>
  fetch(`${service.url()}/reports/scores/${id}`, { headers: { 'x-api-key': as, 'accept-language': 'en' } })

export const declareScoreReport = (service: () => Service): void => {
  test('a statement becomes a report, for a person with a salary and for one who gambles', async () => {
    const scores: number[] = []
    for (const persona of ['salaried', 'gambler'] as const) {
      const id = await order(service().url(), persona)
      const score = await scoreOf(service(), id)
      const page = await (await report(service(), id)).text()
      expect(page).toContain(`${holder.firstName} ${holder.lastName}`)
      expect(page).toMatch(new RegExp(`>\\s*${score}\\s*<`))
      const paper = (await pdfPages(Buffer.from(await (await report(service(), `${id}.pdf`)).arrayBuffer())))
        .flat(2)
        .join(' ')
      expect(paper).toContain(String(score))
      expect(await (await report(service(), id, 'dev-analyst-key')).text()).not.toContain(holder.lastName)
      scores.push(score)
    }
    const [salaried = 0, gambler = 1000] = scores
    expect(salaried).toBeGreaterThanOrEqual(800)
    expect(gambler).toBeLessThan(400)
  }, 150_000)
}
