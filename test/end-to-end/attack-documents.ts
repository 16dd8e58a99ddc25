import { ContractClient } from '../../src/cli/conformance/scoring-client.js'

const person = {
  nationalId: '12345678',
  phoneNumber: '+254712345678',
  firstName: 'Amina',
  lastName: 'Otieno',
}

/** Sends the same document `count` times in one request of a client, and returns the error code of each once the request has ended. */
export const sendAttackDocuments = async (
  url: string,
  name: 'scoring' | 'sandbox',
  count: number,
  bytes: Buffer,
): Promise<readonly string[]> => {
  const client = new ContractClient(
    `${url}/scoring${name === 'sandbox' ? '/sandbox' : ''}`,
    `dev-${name}-key`,
  )
  await client.authenticate(`dev-${name}-client`, `dev-${name}-secret`)
  const names = Array.from({ length: count }, (_, i) => `${i}`)
  const documents = names.map((documentName) => ({
    documentName,
    documentType: bytes.includes('%PDF-') ? 'WALLET_STATEMENT' : 'WALLET_TILL_STATEMENT',
    password: '123456',
  }))
  const submitted = await client.submit({ ...person, productCode: 'PA', documents })
  await client.upload(submitted, Object.fromEntries(names.map((documentName) => [documentName, bytes])))
  const outcome = await client.outcome(submitted.requestId)
  if (outcome.kind === 'READY') return outcome.bodies.map(() => 'read')
  return outcome.details.split('; ').map((detail) => detail.split(':', 1)[0] ?? detail)
}
