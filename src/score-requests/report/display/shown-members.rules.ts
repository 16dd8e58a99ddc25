/**
 * The members of a result, by path, that readers without access to names may see: figures, words of a closed list, and
 * our own sentences. All other members are masked, also those that a service or a bureau may add.
 */
const shownIn: Readonly<Record<string, string>> = {
  '': 'asOf cappedBy currency decision notices',
  boosted: 'cappedBy currency decision limit probabilityOfDefault riskBand score scoreBand',
  'boosted.weights': 'bureau statement',
  borrowing_character:
    'avg_disb_per_event avg_overdraft_per_event avg_repay_per_event highest_disbursement highest_overdraft highest_repayment nb_disb_events nb_overdraft_events nb_repay_events total_disbursed total_overdraft total_repaid',
  bureau: 'bureau pulledAt',
  'bureau.data.accounts':
    'currentBalance daysInArrears delinquencyCode highestDaysInArrears instalment lender openedOn originalAmount overdueBalance performing productType sector status',
  'bureau.data':
    'bouncedCheques12Months bureau bureauScore currency enquiries90Days hasFraud nameMatches oldestAccountOn reportedAt',
  'bureau.reading':
    'bouncedCheques12Months closedAccounts closedPerforming creditAgeDays enquiries90Days hasFraud longDefault monthlyInstalments openAccounts openNonPerforming recordAgeDays totalBalance totalOverdue utilisation worstArrearsDays writtenOffAccounts',
  cashflow:
    'average_daily_balance average_daily_income cash_inflow_ratio cash_outflow_ratio days_with_low_balance debt_to_income_ratio snapshot_date',
  'cashflow.estimated_monthly_income': 'high low method mid months_used',
  'cashflow.evolution_of_cashflow': 'inflow month outflow',
  'cashflow.monthly_income_evolution': 'income month',
  'cashflow.observed_income_block': 'business income_sources other regular_payer_share salary transfers',
  data_completeness:
    'completeness_flag nb_months_in_statement statement_period transaction_count transaction_days',
  documents: 'documentType format state',
  'documents.problem': 'code',
  'documents.validity':
    'authorIsValid creatorIsValid emailIsValid exclusionReasons hasEmail hasName hasPhoneNumber hasTransactions isValid nameIsValid notModified phoneNumberIsValid reasons status vouchedBy',
  enhanced: 'bureauScore cappedBy decision enhancedScore probabilityOfDefault productCode riskBand scoreBand',
  'enhanced.featuresUsed': 'name points value',
  'enhanced.model': 'calibration computedAt id version',
  'enhanced.reasonCodes': 'characteristic code text value',
  header: 'closingBalance currency openingBalance statementPeriod sumPaidIn sumPaidOut',
  'lifestyle.customer_behaviour': 'status title',
  'lifestyle.top_spending_categories': 'category value',
  'lifestyle.top_supermarkets_visited': 'value',
  'lifestyle.utilities_payments': 'amount frequency name',
  logs: 'format',
  model: 'calibration computedAt id version',
  persona:
    'earning_profile has_bank_account has_business_wallet has_salary has_till_account is_a_driver main_bank',
  recommendations: 'business_affordability bwc_score generic_score short_term_affordability short_term_score',
  reasonCodes: 'characteristic code text value',
  'scoring.affordability': 'business shortTerm',
  scoring:
    'bureauScore bwcScore cappedBy confidenceLevel decision enhancedScore genericScore probabilityOfDefault productCode recommendedCreditLimit riskBand scoreBand shortTermScore',
  'scoring.featuresUsed': 'bin name points value',
  'scoring.model': 'calibration computedAt id version',
  'scoring.reasonCodes': 'characteristic code text value',
  'scoring.recommendedCreditLimit': 'businessLimit currency grossLimit netLimit shortTermLimit',
  'statement.affordability': 'business shortTerm',
  statement:
    'bureauScore bwcScore cappedBy confidenceLevel decision enhancedScore genericScore probabilityOfDefault productCode recommendedCreditLimit riskBand scoreBand shortTermScore',
  'statement.featuresUsed': 'bin name points value',
  'statement.model': 'calibration computedAt id version',
  'statement.reasonCodes': 'characteristic code text value',
  'statement.recommendedCreditLimit': 'businessLimit currency grossLimit netLimit shortTermLimit',
  subject: 'nameMatches',
  summary:
    'average_monthly_borrowing average_monthly_overdraft_usage confidence_level customer_behaviour_identified observed_monthly_income risk_mitigation_block risk_summary',
  'summary.main_outflow_categories': 'amount category share',
  'summary.recommended_credit_limit': 'business_limit short_term_limit',
  transactions: 'balance paidIn paidOut',
  validity:
    'authorIsValid creatorIsValid emailIsValid exclusionReasons hasEmail hasName hasPhoneNumber hasTransactions isValid nameIsValid notModified phoneNumberIsValid reasons status vouchedBy',
}

const shown: ReadonlySet<string> = new Set(
  Object.entries(shownIn).flatMap(([place, members]) =>
    members.split(' ').map((member) => (place === '' ? member : `${place}.${member}`)),
  ),
)

/**
 * Whether a reader without access to names may see a member, by its path below `data`, joined by dots and without
 * indices.
 */
export const isShown = (path: string): boolean => shown.has(path)
