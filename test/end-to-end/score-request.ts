import { randomUUID } from 'node:crypto'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

export const backOfficeKey = 'dev-back-office-key'

interface ScoreOrder {
  readonly person: Readonly<Record<string, unknown>>
  readonly productCode: string
  readonly password: string
  readonly statement: Buffer
}

/** Submits a score request with one wallet statement, which is uploaded with the mutation, and returns its id. */
export const submitScoreRequest = async (
  url: string,
  { person, productCode, password, statement }: ScoreOrder,
): Promise<string> => {
  const documents = [{ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password, file: null }]
  const query =
    'mutation($input: SubmitScoreRequestInput!) { submitScoreRequest(input: $input) { scoreRequest { id } } }'
  const variables = { input: { idempotencyKey: randomUUID(), ...person, productCode, documents } }
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables }))
  form.append('map', JSON.stringify({ 0: ['variables.input.documents.0.file'] }))
  form.append('0', new Blob([new Uint8Array(statement)]), 'a.pdf')
  const headers = { 'x-api-key': backOfficeKey, 'apollo-require-preflight': 'yes' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', body: form, headers })
  const { data } = shaped(
    z.object({
      data: z.object({ submitScoreRequest: z.object({ scoreRequest: z.object({ id: z.string() }) }) }),
    }),
    await response.json(),
  )
  return data.submitScoreRequest.scoreRequest.id
}
