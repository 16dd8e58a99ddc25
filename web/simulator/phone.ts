import { signal } from '@preact/signals'
import {
  sendStep,
  sendWithoutCustomer,
  awaitOutcome,
  newSession,
  phoneLanguage,
  type Pairs,
} from './customer.js'
import { refusals } from './refusals.js'

/** The screen of the phone: a text of the gateway, and whether it waits for a reply. */
export interface Screen {
  readonly text: string
  readonly takesReply: boolean
  /** The kind of input: text for an e-mail address, otherwise digits. */
  readonly isText: boolean
}

export const screen = signal<Screen | undefined>(undefined)
/** Whether a session is open at the gateway. */
export const isInSession = signal(false)
/** How the last session ended; undefined if it reached its last screen. */
export const ending = signal<'hung up' | 'timed out' | undefined>(undefined)

class HungUp extends Error {}

/** The previous session, whose last answer may still be awaited. */
let before: Promise<void> = Promise.resolve()
let reply: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void } | undefined

/** The texts of the gateway: the service provides amounts, dates and reasons, and the gateway the words around them. */
const words = {
  welcome: {
    fr: 'Épargne Cauri : votre argent est bloqué, rapporte des intérêts et revient à l’échéance. Ouvrir un compte ?\n1. Oui\n2. Non',
    en: 'Cauri savings: your money is locked, earns interest and comes back at maturity. Open an account?\n1. Yes\n2. No',
  },
  email: {
    fr: 'Votre e-mail pour les relevés (0 : sans)',
    en: 'Your e-mail for statements (0: none)',
  },
  registered: { fr: 'Bienvenue ! Votre compte est ouvert.', en: 'Welcome! Your account is open.' },
  transaction: { fr: '{on} {type} {amount} : {status}', en: '{on} {type} {amount}: {status}' },
  DEPOSIT: { fr: 'Versement', en: 'Deposit' },
  WITHDRAWAL: { fr: 'Retrait', en: 'Withdrawal' },
  MATURITY: { fr: 'Échéance', en: 'Maturity' },
  REFUND: { fr: 'Remboursement', en: 'Refund' },
  SUCCESSFUL: { fr: 'fait', en: 'done' },
  PENDING: { fr: 'en cours', en: 'under way' },
  FAILED: { fr: 'échoué', en: 'failed' },
  home: {
    fr: 'Cauri\n1. Épargner\n2. Mes épargnes\n3. Solde\n4. Retirer\n5. Dernières opérations\n6. Relevé par e-mail\n7. Fermer mon compte',
    en: 'Cauri\n1. Save\n2. My savings\n3. Balance\n4. Withdraw\n5. Last transactions\n6. Statement by e-mail\n7. Close my account',
  },
  product: { fr: 'Pour combien de temps ?', en: 'For how long?' },
  productRow: { fr: '{months} mois à {rate} %', en: '{months} months at {rate}%' },
  amount: { fr: 'Montant en {currency}', en: 'Amount in {currency}' },
  confirm: { fr: '{text}\n1. Confirmer\n0. Retour', en: '{text}\n1. Confirm\n0. Back' },
  back: { fr: '0. Retour', en: '0. Back' },
  none: { fr: 'Vous n’avez pas d’épargne.\n0. Retour', en: 'You have no savings.\n0. Back' },
  noneYet: { fr: 'Aucune opération.\n0. Retour', en: 'No transactions.\n0. Back' },
  balance: {
    fr: 'Total {total_balance}\nEn cours {accruing_balance}\nÀ échéance {due_balance}\nEn retrait {pending_withdrawal_amount}\nIntérêts {total_interest}\n0. Retour',
    en: 'Total {total_balance}\nEarning {accruing_balance}\nMatured {due_balance}\nBeing withdrawn {pending_withdrawal_amount}\nInterest {total_interest}\n0. Back',
  },
  which: { fr: 'Quelle épargne ?', en: 'Which savings?' },
  address: {
    fr: 'Envoyer le relevé à {email} ?\n1. Oui\n2. Autre adresse\n0. Retour',
    en: 'Send the statement to {email}?\n1. Yes\n2. Another address\n0. Back',
  },
  newAddress: { fr: 'Votre adresse e-mail', en: 'Your e-mail address' },
  period: {
    fr: 'Période\n1. Mois dernier\n2. 3 mois\n3. 12 mois\n4. Depuis l’ouverture',
    en: 'Period\n1. Last month\n2. 3 months\n3. 12 months\n4. Since the opening',
  },
  requested: {
    fr: 'Votre relevé est demandé. Il arrivera par e-mail.',
    en: 'Your statement has been asked for. It will come by e-mail.',
  },
  leave: {
    fr: 'Fermer votre compte ? Vous recevez {total}, au plus tard dans {delay}.\n1. Fermer\n0. Retour',
    en: 'Close your account? You get {total}, within {delay} at most.\n1. Close\n0. Back',
  },
  leaveNothing: {
    fr: 'Fermer votre compte ?\n1. Fermer\n0. Retour',
    en: 'Close your account?\n1. Close\n0. Back',
  },
  left: { fr: 'Votre compte se ferme. Merci.', en: 'Your account is being closed. Thank you.' },
  goodbye: { fr: 'Au revoir.', en: 'Goodbye.' },
  wrong: { fr: 'Choix inconnu.\n{text}', en: 'Unknown choice.\n{text}' },
  outage: {
    fr: 'Service indisponible. Réessayez plus tard.',
    en: 'Service unavailable. Please try again later.',
  },
} as const

const translate = (key: keyof typeof words, values: Pairs = {}): string =>
  words[key][phoneLanguage.value].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** A status of the wire as readable text. */
const wordOf = (word = ''): string => (word in words ? translate(word as keyof typeof words) : word)

/** Shows a screen and waits for the customer's reply. */
const prompt = (text: string, isText = false): Promise<string> => {
  if (!isInSession.value) return Promise.reject(new HungUp())
  screen.value = { text, takesReply: true, isText }
  return new Promise((resolve, reject) => {
    reply = { resolve, reject }
  })
}

/** Shows the last screen of a session, which the gateway then closes. */
const end = (text: string): void => {
  if (isInSession.value) screen.value = { text, takesReply: false, isText: false }
}

/** Lets the customer choose an option by its number; undefined for 0. */
const choose = async (text: string, count: number): Promise<number | undefined> => {
  for (let asked = text; ; asked = translate('wrong', { text })) {
    const typed = (await prompt(asked)).trim()
    if (typed === '0') return undefined
    if (/^[1-9]\d?$/.test(typed) && Number(typed) <= count) return Number(typed)
  }
}

const listed = (title: string, rows: readonly string[]): string =>
  [title, ...rows.map((row, index) => `${index + 1}. ${row}`), translate('back')].join('\n')

/** The gateway's text for a reason that comes without a text; an unknown reason counts as an outage. */
const refusalOf = (operation: string, why: string | undefined): string =>
  refusals[operation]?.[why ?? '']?.[phoneLanguage.value] ?? translate('outage')

const refused = (operation: string, why: string | undefined): void => end(refusalOf(operation, why))

/**
 * The wire has plain figures. They are grouped as in the service's texts: with plain spaces, which keep a text within
 * 160 characters.
 */
const figure = (amount = '', currency = ''): string => {
  const [whole = '', decimals] = amount.split('.')
  const mark = phoneLanguage.value === 'fr' ? ',' : '.'
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ' ') + (decimals === undefined ? '' : mark + decimals)
  return `${text} ${currency}`.trimEnd()
}

const day = (date = ''): string => date.split('-').reverse().join('/')

const register = async (): Promise<void> => {
  if ((await choose(translate('welcome'), 2)) !== 1) return end(translate('goodbye'))
  const typed = (await prompt(translate('email'), true)).trim()
  const email = typed === '0' || typed === '' ? {} : { ACCOUNT_HOLDER_EMAIL: typed }
  const { record } = await sendStep('register_savings_account', { ...email, clock_id: clockOf() })
  if (record['registration_result'] === 'FAILED' || record['registration_result'] === undefined)
    return refused('register_savings_account', record['failure_reason'])
  await choose(`${translate('registered')}\n${translate('back')}`, 0)
  return home()
}

const save = async (): Promise<void> => {
  const { rows } = await sendWithoutCustomer('list_offerable_products')
  const chosen = await choose(
    listed(
      translate('product'),
      rows.map((row) =>
        translate('productRow', { months: row['accrual_periods'] ?? '', rate: figure(row['interest_rate']) }),
      ),
    ),
    rows.length,
  )
  if (chosen === undefined) return home()
  const { product_code = '', currency = '' } = rows[chosen - 1] ?? {}
  const amount = await prompt(translate('amount', { currency }))
  const { record } = await sendStep('create_deposit_summary', { amount, product_code })
  const { deposit_reference, summary_message = translate('outage') } = record
  if (deposit_reference === undefined) {
    await choose(`${summary_message}\n${translate('back')}`, 0)
    return home()
  }
  if ((await choose(translate('confirm', { text: summary_message }), 1)) !== 1) return home()
  const { record: confirmed } = await sendStep('confirm_deposit', { deposit_reference })
  if (confirmed['deposit_status'] === 'PENDING_VALIDATION')
    awaitOutcome({
      operation: 'confirm_deposit',
      sent: { deposit_reference },
      status: 'deposit_status',
      meanwhile: ['PENDING_VALIDATION'],
      text: 'payment_message',
    })
  return end(confirmed['payment_message'] ?? translate('outage'))
}

const choosePosition = async (): Promise<Pairs | undefined> => {
  const { rows } = await sendStep('list_locked_accounts')
  if (rows.length === 0) {
    await choose(translate('none'), 0)
    return undefined
  }
  const chosen = await choose(
    listed(
      translate('which'),
      rows.map((row) => row['label'] ?? ''),
    ),
    rows.length,
  )
  return chosen === undefined ? undefined : rows[chosen - 1]
}

const withdraw = async (): Promise<void> => {
  const position = await choosePosition()
  if (!position) return home()
  const { record } = await sendStep('create_withdrawal_summary', {
    locked_account_id: position['locked_account_id'] ?? '',
  })
  const {
    withdrawal_reference,
    payout_message = refusalOf('create_withdrawal_summary', record['position_status']),
  } = record
  if (withdrawal_reference === undefined) {
    await choose(`${payout_message}\n${translate('back')}`, 0)
    return home()
  }
  if ((await choose(translate('confirm', { text: payout_message }), 1)) !== 1) return home()
  const { record: confirmed } = await sendStep('confirm_withdrawal', { withdrawal_reference })
  if (confirmed['withdrawal_status'] === 'PENDING')
    awaitOutcome({
      operation: 'confirm_withdrawal',
      sent: { withdrawal_reference },
      status: 'withdrawal_status',
      meanwhile: ['PENDING'],
      text: 'payout_message',
    })
  return end(confirmed['payout_message'] ?? translate('outage'))
}

const statement = async (): Promise<void> => {
  const { record: known } = await sendStep('get_user_email')
  let email = known['email_status'] === 'ON_FILE' ? known['email'] : undefined
  if (email !== undefined) {
    const chosen = await choose(translate('address', { email }), 2)
    if (chosen === undefined) return home()
    if (chosen === 2) email = undefined
  }
  email ??= (await prompt(translate('newAddress'), true)).trim()
  const chosen = await choose(translate('period'), 4)
  if (chosen === undefined) return home()
  const period = ['LAST_MONTH', 'LAST_3_MONTHS', 'LAST_12_MONTHS', 'ALL'][chosen - 1] ?? 'ALL'
  const { record } = await sendStep('create_full_statement_summary')
  const { statement_reference = '' } = record
  const { record: requested } = await sendStep('request_full_statement', {
    email,
    period,
    statement_reference,
  })
  if (requested['request_status'] !== 'REQUESTED')
    return refused('request_full_statement', requested['failure_reason'])
  awaitOutcome({
    operation: 'check_statement_status',
    sent: { statement_reference },
    status: 'statement_status',
    meanwhile: ['REQUESTED', 'GENERATING'],
    text: undefined,
  })
  return end(translate('requested'))
}

const leave = async (): Promise<void> => {
  const { rows } = await sendStep('list_opt_out_positions')
  const { total_payout = '', currency = '', total_settlement_delay = '' } = rows[0] ?? {}
  const text =
    rows.length === 0
      ? translate('leaveNothing')
      : translate('leave', {
          total: figure(total_payout, currency),
          delay: total_settlement_delay.replace('h', ' h'),
        })
  if ((await choose(text, 1)) !== 1) return home()
  const { record } = await sendStep('confirm_opt_out')
  if (record['opt_out_status'] === 'FAILED') return refused('confirm_opt_out', record['failure_reason'])
  return end(translate('left'))
}

const balance = async (): Promise<void> => {
  const { record } = await sendStep('get_savings_balance')
  const figures = Object.entries(record).map(([key, value]) => [
    key,
    figure(value, key === 'total_balance' ? record['currency'] : undefined),
  ])
  await choose(translate('balance', Object.fromEntries(figures) as Pairs), 0)
  return home()
}

const show = async (): Promise<void> => {
  const position = await choosePosition()
  if (!position) return home()
  const {
    label = '',
    current_balance = '',
    locked_rate = '',
    accrued_interest = '',
    payout_message,
  } = position
  const text =
    payout_message ??
    `${label}\n${figure(current_balance)} · ${figure(locked_rate)} %\n+ ${figure(accrued_interest)}`
  await choose(`${text}\n${translate('back')}`, 0)
  return home()
}

const recent = async (): Promise<void> => {
  const { rows } = await sendStep('list_recent_transactions')
  const lines = rows.slice(0, 5).map((row) =>
    translate('transaction', {
      on: day(row['transaction_date']),
      type: wordOf(row['transaction_type']),
      amount: figure(row['amount'], row['currency']),
      status: wordOf(row['transaction_status']),
    }),
  )
  await choose(rows.length === 0 ? translate('noneYet') : [...lines, translate('back')].join('\n'), 0)
  return home()
}

const menu = [save, show, balance, withdraw, recent, statement, leave]

async function home(): Promise<void> {
  const chosen = await choose(translate('home'), menu.length)
  const chosenItem = chosen === undefined ? undefined : menu[chosen - 1]
  return chosenItem ? chosenItem() : end(translate('goodbye'))
}

let clockId = ''
const clockOf = (): string => clockId

const session = async (): Promise<void> => {
  newSession()
  try {
    const { record, code } = await sendStep('check_registration_status')
    if (code !== undefined) return end(translate('outage'))
    return await (record['registration_status'] === 'REGISTERED' ? home() : register())
  } catch (error) {
    if (!(error instanceof HungUp)) end(translate('outage'))
  } finally {
    isInSession.value = false
  }
}

/** The customer dials: begins a new session with the registration check. */
export const dial = async (ofClock: string): Promise<void> => {
  clockId = ofClock
  ending.value = undefined
  screen.value = { text: '…', takesReply: false, isText: false }
  await before
  isInSession.value = true
  before = session()
}

export const answer = (text: string): void => {
  const waiting = reply
  if (!waiting) return
  reply = undefined
  screen.value = { text: '…', takesReply: false, isText: false }
  waiting.resolve(text)
}

/** The customer hangs up, or the gateway's time is over: a pending request continues, but its answer is not shown. */
export const hangUp = (why: 'hung up' | 'timed out' = 'hung up'): void => {
  if (isInSession.value) ending.value = why
  isInSession.value = false
  screen.value = undefined
  reply?.reject(new HungUp())
  reply = undefined
}

/** Shows an answer of a scenario on the phone. */
export const showAnswer = (text: string): void => {
  screen.value = { text, takesReply: false, isText: false }
}
