import { expect } from '@jest/globals'
import { ContractClient } from '../../src/cli/conformance/scoring-client.js'

const customer = {
  nationalId: '12345678',
  phoneNumber: '+254712345678',
  firstName: 'Amina',
  lastName: 'Otieno',
}
const document = { documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: '123456' }
const garbage = { 'a.pdf': Buffer.from('%PDF-1.7 garbage') }

interface Submitted {
  expectRefused(): Promise<void>
}

const submitGarbage = async (url: string, name: string): Promise<Submitted> => {
  const client = new ContractClient(url, `dev-${name}-key`)
  await client.authenticate(`dev-${name}-client`, `dev-${name}-secret`)
  const submitted = await client.submit({ ...customer, productCode: 'PA', documents: [document] })
  await client.upload(submitted, garbage)
  return {
    expectRefused: async () =>
      expect(await client.outcome(submitted.requestId)).toEqual({
        kind: 'UNPROCESSABLE',
        details: expect.stringMatching(/^[a-z_]+: /),
      }),
  }
}

/** Requests PA from the scoring service at that address with a document of garbage, in live and in the sandbox. */
export const submitGarbageTo = async (url: string): Promise<readonly Submitted[]> => [
  await submitGarbage(`${url}/scoring`, 'scoring'),
  await submitGarbage(`${url}/scoring/sandbox`, 'sandbox'),
]
