import type { Endpoint } from '../../../facade/facade.js'

/** A key of an answer; a mandatory one is present on failure too. */
interface ContractKey {
  key: string
  optional: boolean
}

export interface ContractOperation {
  endpoint: Endpoint
  /** Sent besides `operation_name`. */
  arguments: readonly string[]
  /** In the order of the wire. */
  keys: readonly ContractKey[]
}

/** A key list as the contract writes it: `status, reason?`. */
const keys = (text: string): ContractKey[] =>
  text.split(/,\s*/).map((key) => ({ key: key.replace('?', ''), optional: key.endsWith('?') }))

const words = (text: string): string[] => (text === '' ? [] : text.split(/,\s*/))

const record = (sent: string, returned: string): ContractOperation => ({
  endpoint: 'getdynamicarguments',
  arguments: words(sent),
  keys: keys(returned),
})

const rows = (sent: string, returned: string): ContractOperation => ({
  ...record(sent, returned),
  endpoint: 'getdynamicoptions',
})

/** The tables of docs/wire-contract.md: all 21 operations. */
export const contract: Readonly<Record<string, ContractOperation>> = {
  check_registration_status: record('ACCOUNT_HOLDER_MSISDN', 'registration_status, account_id?, user_email?'),
  register_savings_account: record(
    'ACCOUNT_HOLDER_MSISDN, ACCOUNT_HOLDER_EMAIL',
    'registration_result, account_id?, failure_reason?',
  ),
  create_deposit_summary: record(
    'ACCOUNT_HOLDER_MSISDN, amount, product_code',
    `summary_status, deposit_basis?, amount?, interest_rate?, estimated_earnings?, total_at_maturity?, duration_days?,
     maturity_date?, locked_account_id?, savings_balance_now?, savings_balance_after?, savings_earnings_at_maturity?,
     savings_total_at_maturity?, minimum_amount?, max_balance?, room_left?, summary_message?, currency, product_code?,
     deposit_reference?`,
  ),
  confirm_deposit: record(
    'ACCOUNT_HOLDER_MSISDN, deposit_reference',
    'deposit_status, deposit_reference?, payment_message?, failure_reason?',
  ),
  create_withdrawal_summary: record(
    'ACCOUNT_HOLDER_MSISDN, locked_account_id',
    `position_status, amount?, original_rate?, withdrawal_basis?, accrued_interest?, interest_at_maturity?,
     effective_rate?, withdrawable_amount?, forfeited_interest?, total_payout, currency, payout_status?,
     payout_message?, settlement_delay?, settlement_reference?, withdrawal_reference?`,
  ),
  confirm_withdrawal: record(
    'ACCOUNT_HOLDER_MSISDN, withdrawal_reference',
    `withdrawal_status, withdrawal_reference?, settlement_reference?, payout_status?, payout_message?,
     settlement_delay?, failure_reason?`,
  ),
  get_savings_balance: record(
    'ACCOUNT_HOLDER_MSISDN',
    `total_balance, accruing_balance, due_balance, pending_withdrawal_amount, total_interest, accruing_count,
     due_count, paying_out_count, position_count, currency`,
  ),
  confirm_opt_out: record('ACCOUNT_HOLDER_MSISDN', 'opt_out_status, failure_reason?, settlement_delay?'),
  get_user_email: record('ACCOUNT_HOLDER_MSISDN', 'email, email_status'),
  create_full_statement_summary: record('ACCOUNT_HOLDER_MSISDN', 'statement_reference'),
  request_full_statement: record(
    'ACCOUNT_HOLDER_MSISDN, email, period, statement_reference',
    'request_status, failure_reason?',
  ),
  check_statement_status: record('ACCOUNT_HOLDER_MSISDN, statement_reference', 'statement_status'),
  create_test_clock: record('now', 'clock_id, now, created_at'),
  get_test_clock: record(
    'clock_id',
    `clock_id, now, created_at, attached_customer_count, advancing_to?, advance_heartbeat_at?, advance_stalled?`,
  ),
  reset_test_customer: record('ACCOUNT_HOLDER_MSISDN', 'reset_status, reset_waiting_on?'),
  advance_test_clock: record(
    'clock_id, to',
    'clock_id, now, advancing_to?, advance_heartbeat_at?, advance_stalled?',
  ),
  list_offerable_products: rows(
    '',
    'product_code, accrual_period, accrual_periods, interest_rate, min_amount, max_balance, currency',
  ),
  list_locked_accounts: rows(
    'ACCOUNT_HOLDER_MSISDN',
    `locked_account_id, position_status, payout_status?, payout_message?, settlement_reference?, settlement_delay?,
     label, maturity_date, current_balance, locked_rate?, accrued_interest?, interest_at_maturity?,
     withdrawable_amount?, withdrawal_basis?`,
  ),
  list_opt_out_positions: rows(
    'ACCOUNT_HOLDER_MSISDN',
    `locked_account_id, position_status, label, maturity_date, amount, withdrawal_basis, original_rate,
     effective_rate, accrued_interest, interest_at_maturity, withdrawable_amount, forfeited_interest, payout,
     currency, total_payout, settlement_delay, total_settlement_delay`,
  ),
  list_recent_transactions: rows(
    'ACCOUNT_HOLDER_MSISDN',
    'transaction_id, transaction_date, transaction_type, transaction_status, amount, currency',
  ),
  list_clocked_customers: rows(
    '',
    'msisdn, clock_id, now, advancing_to?, advance_heartbeat_at?, advance_stalled?',
  ),
}

/** Additional arguments that are not in the contract, by operation. */
export const extraArguments: Readonly<Record<string, readonly string[]>> = {
  register_savings_account: ['clock_id'],
}
