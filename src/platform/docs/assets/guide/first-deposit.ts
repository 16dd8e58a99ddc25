// A first deposit in five calls: node first-deposit.ts [number [address [key]]]
const [, , ACCOUNT_HOLDER_MSISDN = '237670000103', url = 'http://127.0.0.1:4000', key = 'dev-gateway-key'] =
  process.argv

type Row = Record<string, string>
type Pair = { key: { value: string }; value: { value: string } }

/** The rows of an answer; an answer with one record has one row. */
const cauri = async (operation: string, sent: Row = {}): Promise<Row[]> => {
  const address = operation.startsWith('list_') ? 'getdynamicoptions' : 'getdynamicarguments'
  const pairs = Object.entries({ operation_name: operation, ...sent })
  const answer = await fetch(`${url}/${address}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      arguments: pairs.map(([key, value]) => ({ key: { value: key }, value: { value } })),
      languageCode: 'en',
      sessionIdentifier: 's1',
      journeyIdentifier: 'j1',
    }),
    signal: AbortSignal.timeout(6000),
  })
  const read = (await answer.json()) as {
    arguments?: Pair[]
    argumentsList?: Pair[][]
    error?: { code: string }
  }
  if (read.error) throw new Error(read.error.code)
  const rows = read.argumentsList ?? [read.arguments ?? []]
  return rows.map((row) => Object.fromEntries(row.map(({ key, value }) => [key.value, value.value])))
}

const say = (text: string | undefined): void => void process.stdout.write(`${text}\n`)
const customer = { ACCOUNT_HOLDER_MSISDN }
say((await cauri('register_savings_account', customer))[0]?.registration_result)
const product = (await cauri('list_offerable_products')).find((row) => row.accrual_periods === '3')
const [summary] = await cauri('create_deposit_summary', {
  ...customer,
  amount: '5000',
  product_code: product?.product_code ?? '',
})
say(summary?.summary_message)
// The customer now approves on their phone. The same call answers the status again, and never takes the money twice.
let status: string | undefined = 'PENDING_VALIDATION'
for (let asked = 0; asked < 40 && status === 'PENDING_VALIDATION'; asked++) {
  if (asked > 0) await new Promise((resolve) => setTimeout(resolve, 3000))
  const confirm = { ...customer, deposit_reference: summary?.deposit_reference ?? '' }
  status = (await cauri('confirm_deposit', confirm))[0]?.deposit_status
}
say(status)
say((await cauri('get_savings_balance', customer))[0]?.total_balance)
