import { createHash } from 'node:crypto'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import type { WireAccount, WireReport } from './wire.js'

const lenders = [
  ['Kola Bank', 'bank'],
  ['Savane Leasing', 'other'],
  ['Mont Microfinance', 'other'],
  ['Fleuve Mobile Loans', 'mobile'],
] as const

/** The arrears of the accounts of invented people: of twelve accounts nine are on time, and one is long overdue. */
const arrearsDays = [0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 45, 120]

/**
 * Pseudo-random numbers below a limit. They depend only on the id and a label, so that a person is the same on every
 * machine.
 */
const drawsOf =
  (id: string) =>
  (label: string, below: number): number =>
    createHash('sha256').update(`${id}/${label}`).digest().readUInt32BE(0) % below

type Draw = ReturnType<typeof drawsOf>

const accountOf = (draw: Draw, index: number, today: LocalDate): WireAccount => {
  const drawFor = (what: string, below: number): number => draw(`${what}-${index}`, below)
  const [lender, sector] = lenders[drawFor('lender', lenders.length)]!
  const isOpen = drawFor('open', 5) < 2
  const days = isOpen ? arrearsDays[drawFor('arrears', arrearsDays.length)]! : 0
  const original = 5000 * (1 + drawFor('amount', 40))
  const instalment = Math.ceil(original / 12)
  return {
    account_number: `${lender.slice(0, 2).toUpperCase()}-${1000 + drawFor('number', 9000)}`,
    lender,
    lender_sector: sector,
    product_type: sector === 'mobile' ? 'MOBILE_LOAN' : 'PERSONAL_LOAN',
    account_status: isOpen ? 'OPEN' : 'CLOSED',
    performing: days <= 90,
    date_opened: addDays(today, -(30 + drawFor('age', 2500))),
    original_amount: `${original}.00`,
    current_balance: isOpen ? `${Math.floor((original * (1 + drawFor('used', 10))) / 10)}.00` : '0.00',
    overdue_balance: `${Math.min(original, Math.ceil(days / 30) * instalment)}.00`,
    days_in_arrears: days,
    highest_days_in_arrears: Math.max(days, drawFor('highest', 3) * 10),
    instalment_amount: isOpen ? `${instalment}.00` : '0.00',
    delinquency_code: days > 90 ? '004' : null,
  }
}

/** The report of a person who is not in `persons.ts`. It depends only on the id, the name in the query and the day. */
export const madeUpReport = (id: string, name: string, today: LocalDate): WireReport => {
  const draw = drawsOf(id)
  const accounts = Array.from({ length: 1 + draw('accounts', 8) }, (_, index) =>
    accountOf(draw, index, today),
  )
  return {
    reported_at: addDays(today, -draw('reported', 45)),
    reported_name: name,
    name_match: true,
    credit_score: draw('scored', 10) === 0 ? null : 200 + draw('score', 701),
    has_fraud: draw('fraud', 200) === 0,
    account_info: accounts,
    no_of_enquiries: { last_3_months: draw('enquiries', 7) },
    no_of_bounced_cheques: { last_12_months: Math.max(0, draw('cheques', 8) - 5) },
    oldest_account_date: accounts.map(({ date_opened }) => date_opened).sort()[0] ?? null,
  }
}
