import type { Post } from '../../src/cli/conformance/audit.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { contract } from '../../src/cli/conformance/contract.js'
import { eventually } from '../support/wait.js'
import { first, last } from '../support/present.js'

/** A call of the journey and its answer, as texts in which nothing differs between runs. */
export interface Exchange {
  readonly call: string
  readonly answer: string
}

type Sent = Readonly<Record<string, string>>

/** Replaces values that differ in each run by placeholders, numbered in the order in which they occur. */
const createPlaceholders = () => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (kind: string) => (found: string) => {
    const known = names.get(found)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(found, `<${kind} ${count}>`)
    return `<${kind} ${count}>`
  }
  return (text: string): string =>
    text
      .replace(/\b(ACC|POS|DEP|WDR|STM|SET|CLK)-[0-9A-Z-]{20,}/g, (found) => nameOf(found.slice(0, 3))(found))
      .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, nameOf('uuid'))
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}(-[A-Z]+)?\b/g, nameOf('id'))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}

const valueOf = (body: string, key: string): string => {
  const found = new RegExp(`"key":\\{"value":"${key}"\\},"value":\\{"value":"([^"]*)"`).exec(body)?.[1]
  if (found === undefined) throw new Error(`no ${key} in ${body}`)
  return found
}

/**
 * Plays a journey through every operation of the gateway, with refusals, in French and in English, on a test clock that begins on 31
 * January 2026. Returns all calls and answers, byte for byte but for the placeholders.
 */
export const playWireJourney = async (post: Post): Promise<readonly Exchange[]> => {
  const exchanges: Exchange[] = []
  const withPlaceholders = createPlaceholders()
  let languageCode = 'fr'

  const ask = async (operation: string, sent: Sent): Promise<string> => {
    const envelope = JSON.stringify(envelopeOf(operation, sent, { languageCode }))
    const { status, body } = await post(contract[operation]?.endpoint ?? 'getdynamicarguments', envelope)
    return `${status} ${body}`
  }
  const keep = (operation: string, sent: Sent, answer: string): string => {
    const facts = Object.entries(sent).map(([key, value]) => ` ${key}=${value}`)
    exchanges.push({
      call: withPlaceholders(`${operation} (${languageCode})${facts.join('')}`),
      answer: withPlaceholders(answer),
    })
    return answer
  }
  const record = async (operation: string, sent: Sent = {}): Promise<string> =>
    keep(operation, sent, await ask(operation, sent))
  /** Repeats a call while its answer contains `meanwhile`, and keeps the last answer. */
  const recordWhenOver = async (operation: string, sent: Sent, meanwhile: string): Promise<string> => {
    let answer = ''
    await eventually(`${operation} is over`, async () => {
      answer = await ask(operation, sent)
      return !answer.includes(meanwhile)
    })
    return keep(operation, sent, answer)
  }

  const clock_id = valueOf(await record('create_test_clock', { now: '2026-01-31' }), 'clock_id')
  const saver = { ACCOUNT_HOLDER_MSISDN: '237670009001' }

  const deposit = async (amount: string, product_code: string, holder: Sent = saver): Promise<void> => {
    const quoted = await record('create_deposit_summary', { ...holder, amount, product_code })
    const about = { ...holder, deposit_reference: valueOf(quoted, 'deposit_reference') }
    await record('confirm_deposit', about)
    await recordWhenOver('confirm_deposit', about, 'PENDING_VALIDATION')
  }
  const walk = async (to: string): Promise<void> => {
    await ask('advance_test_clock', { clock_id, to })
    await recordWhenOver('get_test_clock', { clock_id }, 'advancing_to')
  }
  const screens = async (): Promise<void> => {
    for (const operation of ['get_savings_balance', 'list_locked_accounts', 'list_recent_transactions'])
      await record(operation, saver)
  }

  // A number that is not registered.
  await record('check_registration_status', saver)
  await record('get_user_email', saver)
  await screens()
  await record('create_deposit_summary', { ...saver, amount: '50000', product_code: 'LOCK1M' })
  await record('create_withdrawal_summary', { ...saver, locked_account_id: 'POS-UNKNOWN' })
  await record('confirm_opt_out', saver)
  await record('list_opt_out_positions', saver)
  await record('reset_test_customer', saver)

  const email = { ACCOUNT_HOLDER_EMAIL: 'awa@example.com' }
  await record('register_savings_account', { ...saver, ACCOUNT_HOLDER_EMAIL: 'awa@' })
  await record('register_savings_account', { ...saver, ...email, clock_id })
  await record('register_savings_account', { ...saver, ...email, clock_id })
  await record('check_registration_status', saver)
  await record('get_user_email', saver)
  await record('list_clocked_customers')
  await record('list_offerable_products')

  for (const [amount, product_code] of [
    ['999', 'LOCK1M'],
    ['2000001', 'LOCK1M'],
    ['1e3', 'LOCK1M'],
    ['50000', 'NONE'],
  ] as const)
    await record('create_deposit_summary', { ...saver, amount, product_code })
  await record('confirm_deposit', { ...saver, deposit_reference: 'DEP-UNKNOWN' })
  await record('confirm_withdrawal', { ...saver, withdrawal_reference: 'WDR-UNKNOWN' })

  await deposit('100000', 'LOCK1M')
  await screens()
  languageCode = 'en'
  await deposit('50000', 'LOCK1M')
  await deposit('200000', 'LOCK3M')
  const declined = { ACCOUNT_HOLDER_MSISDN: '237670009451' }
  await record('register_savings_account', { ...declined, clock_id })
  await deposit('10000', 'LOCK6M', declined)
  await record('list_recent_transactions', declined)

  await walk('2026-02-14')
  await screens()
  await record('list_opt_out_positions', saver)
  const listed = await ask('list_locked_accounts', saver)
  const locked_account_id = valueOf(listed, 'locked_account_id')
  const preview = await record('create_withdrawal_summary', { ...saver, locked_account_id })
  const leaving = { ...saver, withdrawal_reference: valueOf(preview, 'withdrawal_reference') }
  await record('confirm_withdrawal', leaving)
  await screens()
  await walk('2026-02-20')
  await recordWhenOver('confirm_withdrawal', leaving, 'PENDING')
  languageCode = 'fr'
  await deposit('30000', 'LOCK1M')
  await walk('2026-03-20')
  await screens()
  const matured = valueOf(
    last(first((await ask('list_locked_accounts', saver)).split('MATURED')).split('[')),
    'locked_account_id',
  )
  await record('create_withdrawal_summary', { ...saver, locked_account_id: matured })

  const statement = {
    ...saver,
    statement_reference: valueOf(await record('create_full_statement_summary', saver), 'statement_reference'),
  }
  await record('check_statement_status', statement)
  await record('request_full_statement', { ...statement, email: 'awa@example.com', period: 'SOON' })
  await record('request_full_statement', { ...statement, email: 'nobody', period: 'ALL' })
  await ask('request_full_statement', { ...statement, email: 'awa@example.com', period: 'ALL' })
  await recordWhenOver('check_statement_status', statement, 'ING"')

  await record('list_opt_out_positions', saver)
  await record('confirm_opt_out', saver)
  await record('register_savings_account', { ...saver, clock_id })
  await record('create_deposit_summary', { ...saver, amount: '50000', product_code: 'LOCK1M' })
  await walk('2026-03-31')
  await record('confirm_opt_out', saver)
  await recordWhenOver('reset_test_customer', saver, 'WORKING')
  await screens()

  // Refusals of the envelope and of the clocks.
  await record('advance_test_clock', { clock_id, to: '2026-03-31' })
  await record('advance_test_clock', { clock_id, to: '2026-03-30' })
  await record('advance_test_clock', { clock_id, to: '31/03/2026' })
  await record('get_test_clock', { clock_id: 'system' })
  await record('create_test_clock', { now: '2026-02-30' })
  await record('get_savings_balance', {})
  await record('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: 'Awa' })
  await record('get_balance', saver)
  return exchanges
}
