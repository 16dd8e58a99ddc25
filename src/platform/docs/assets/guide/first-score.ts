// A first score in five calls: node first-score.ts statement.pdf [password [address [client [secret [key]]]]]
import { readFileSync } from 'node:fs'

const [
  ,
  ,
  statement = 'statement.pdf',
  password = '482915',
  url = 'http://127.0.0.1:4000/scoring/sandbox',
  clientId = 'dev-sandbox-client',
  secret = 'dev-sandbox-secret',
  key = 'dev-sandbox-key',
] = process.argv

const call = async <Answer>(
  address: string,
  init: RequestInit = {},
): Promise<{ answer: Response; read: Answer }> => {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(10_000) })
  const read = (await answer.json()) as Answer
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(read)}`)
  return { answer, read }
}
const post = <Answer>(path: string, body: object, headers: Record<string, string> = {}) =>
  call<Answer>(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const { token } = (await post<{ token: string }>('/auth/token', { clientId, secret })).read
const { requestId, uploadUrls } = (
  await post<{ requestId: string; uploadUrls: { url: string }[] }>(
    '/score/request',
    {
      productCode: 'PARS',
      nationalId: '29384756',
      firstName: 'Wanjiru',
      lastName: 'Mwangi',
      phoneNumber: '+254712345123',
      documentsDetails: [{ documentName: 'statement.pdf', documentType: 'WALLET_STATEMENT', password }],
    },
    { authorization: token, 'x-api-key': key },
  )
).read
await call(uploadUrls[0]!.url, {
  method: 'PUT',
  headers: { 'content-type': 'application/pdf' },
  body: readFileSync(statement),
})
const results = () =>
  call<{ parsedUrls: string[] }>(`${url}/score/results/${requestId}`, { headers: { authorization: token } })
let { answer, read } = await results()
// 202 says how long to wait.
for (let asked = 1; asked < 60 && answer.status === 202; asked++) {
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)))
  ;({ answer, read } = await results())
}
process.stdout.write(`${answer.status}\n`)
// The address serves one GET, within 600 seconds.
const body = (await call<{ data: { decision: string } }>(read.parsedUrls[0]!)).read
process.stdout.write(`${body.data.decision}\n`)
