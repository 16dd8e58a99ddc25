/** A bureau's answer as it is written on the wire (docs/bureau-emulator.md). Amounts are decimals of the currency, as text. */
export interface WireAccount {
  readonly account_number: string
  readonly lender: string
  readonly lender_sector: string
  readonly product_type: string
  readonly account_status: 'OPEN' | 'CLOSED'
  readonly performing: boolean
  readonly date_opened: string
  readonly original_amount: string
  readonly current_balance: string
  readonly overdue_balance: string
  readonly days_in_arrears: number
  readonly highest_days_in_arrears: number
  readonly instalment_amount: string
  readonly delinquency_code: string | null
}

export interface WireReport {
  readonly reported_at: string
  readonly reported_name: string
  readonly name_match: boolean
  readonly credit_score: number | null
  readonly has_fraud: boolean
  readonly account_info: readonly WireAccount[]
  readonly no_of_enquiries: { readonly last_3_months: number }
  readonly no_of_bounced_cheques: { readonly last_12_months: number }
  readonly oldest_account_date: string | null
}

/** What goes wrong with a call. SLOW answers late but in time; FAIL_FIRST gives a 500 to its first call only. */
export type Trouble = 'SLOW' | 'NEVER' | 'ALWAYS_500' | 'FAIL_FIRST' | 'CUT'

export interface Person {
  readonly trouble?: Trouble
  readonly answer:
    | { readonly kind: 'FOUND'; readonly report: WireReport }
    | { readonly kind: 'NO_RECORD' }
    | { readonly kind: 'REJECTED'; readonly reason: string }
}
