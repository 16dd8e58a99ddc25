import type { Assessment } from '../card/assessment.rules.js'
import { borrowingSection } from '../card/features/borrowing.rules.js'
import { cashflowSection } from '../card/cashflow.rules.js'
import { resultOptionsDefault, type Applicant, type ResultBody, type ResultOptions } from '../model/engine.js'
import { amountOfKind, total } from '../card/features/amounts.rules.js'
import { behaviourOf, lifestyleSection, mainSpending } from '../card/features/lifestyle.rules.js'
import { mitigationBlock } from '../card/points/mitigation.rules.js'
import { maskedPhone } from './contacts.rules.js'
import { bodyOf, unitsOrNull } from './result-body.rules.js'
import { verdictMembers } from './verdict-members.rules.js'
import { confidenceText } from './scoring-section.rules.js'
import type { ParsedStatement } from '../model/statement.js'
import { units } from '../card/features/statistics.rules.js'

const summarySection = (assessment: Assessment) => {
  const { facts, limits, reasons, verdict } = assessment
  const months = Math.max(1, facts.calendar.monthsWithRows)
  const { flows } = facts.dossier
  return {
    recommended_credit_limit: {
      short_term_limit: units(limits.shortTermLimit),
      business_limit: unitsOrNull(limits.businessLimit),
    },
    confidence_level: confidenceText(assessment),
    risk_summary: assessment.riskSummary,
    risk_mitigation_block: mitigationBlock(reasons, verdict.obstacle),
    observed_monthly_income: units(facts.observedIncome),
    average_monthly_borrowing: units(total(flows, amountOfKind('loanDisbursement')) / months),
    average_monthly_overdraft_usage: units(total(flows, amountOfKind('overdraftDraw')) / months),
    main_outflow_categories: mainSpending(facts),
    customer_behaviour_identified: behaviourOf(facts)
      .filter(({ status }) => status)
      .map(({ title }) => title),
  }
}

const personaSection = (
  { persona }: Assessment,
  statements: readonly ParsedStatement[],
  applicant: Applicant,
  { masksContacts }: ResultOptions,
) => {
  const printed = (textOf: (statement: ParsedStatement) => string): string | undefined =>
    statements.map(textOf).find((text) => text !== '')
  const phone = printed(({ header }) => header.phoneNumber) ?? applicant.phoneNumber
  return {
    name: printed(({ header }) => header.name) ?? '',
    phone_number: masksContacts ? maskedPhone(phone) : phone,
    has_salary: persona.hasSalary,
    has_till_account: persona.hasTill,
    has_business_wallet: persona.hasBusinessWallet,
    has_bank_account: persona.hasBankAccount,
    is_a_driver: persona.isDriver,
    main_bank: persona.mainBank,
    earning_profile: persona.earningProfile,
  }
}

interface ParsFacts {
  readonly statements: readonly ParsedStatement[]
  readonly applicant: Applicant
  readonly asOf: Date
}

/**
 * The body of PARS: the members of docs/scoring-contract.md#pars in their order, then the members of every product.
 * Amounts are in units of the currency with at most two decimals. The applicant's phone number is used only if no
 * statement prints one.
 */
export const parsBody = (
  assessment: Assessment,
  { statements, applicant, asOf }: ParsFacts,
  options: ResultOptions = resultOptionsDefault,
): ResultBody => {
  const { facts, completeness, limits } = assessment
  return bodyOf({
    summary: summarySection(assessment),
    persona: personaSection(assessment, statements, applicant, options),
    data_completeness: {
      statement_period: `${completeness.from} - ${completeness.to}`,
      completeness_flag: completeness.flag,
      nb_months_in_statement: facts.calendar.monthsWithRows,
      transaction_count: facts.dossier.counted.length,
      transaction_days: facts.activeDayCount,
    },
    cashflow: cashflowSection(facts, assessment.salaries),
    borrowing_character: borrowingSection(facts),
    recommendations: {
      short_term_score: assessment.shortTermScore,
      bwc_score: assessment.businessScore,
      generic_score: assessment.genericScore,
      short_term_affordability: units(limits.affordability),
      business_affordability: unitsOrNull(limits.businessAffordability),
    },
    lifestyle: lifestyleSection(facts),
    ...verdictMembers(assessment, asOf),
  })
}
