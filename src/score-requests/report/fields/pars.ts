import type { DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'
import { noScore, notBusiness, text } from './explanations.js'
import { modelPanel, pointsPanel, reasonsPanel } from './scoring.js'
import { behaviourNames, moneySections } from './pars-money.js'

/** All fields of docs/scoring-contract.md#pars, and the section `scoring` if the service adds it. */
export const pars: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      fieldPanel('metric_card', 'recommendations.short_term_score', 'Short-term score', text.score, {
        absent: noScore,
      }),
      fieldPanel('tag', 'recommendations.short_term_score', 'Score band', text.band, { unit: 'scoreBand' }),
      fieldPanel('tag', 'summary.risk_summary', 'Risk', `${text.riskBand} ${text.decision}`),
      panel(
        'double_metric_card',
        'Recommended credit limit',
        field('summary.recommended_credit_limit.short_term_limit', 'Short-term limit', text.limit),
        field('summary.recommended_credit_limit.business_limit', 'Business limit', text.businessLimit, {
          absent: notBusiness,
        }),
      ),
      panel(
        'double_metric_card',
        'Instalment a month',
        field('recommendations.short_term_affordability', 'Short-term affordability', text.afford),
        field('recommendations.business_affordability', 'Business affordability', text.businessAfford, {
          absent: notBusiness,
        }),
      ),
      panel(
        'double_metric_card',
        'Other scores',
        field('recommendations.generic_score', 'Generic score', text.generic, { absent: noScore }),
        field('recommendations.bwc_score', 'Business score', text.business, { absent: notBusiness }),
      ),
      fieldPanel('metric_card', 'summary.confidence_level', 'Confidence', text.confidence),
      fieldPanel(
        'text_block',
        'summary.risk_mitigation_block',
        'What a lender can do',
        'One fixed sentence for each of the reasons that cost most points.',
      ),
      fieldPanel(
        'tag',
        'summary.customer_behaviour_identified',
        'Behaviour found',
        'The behaviours below that were found. They describe, and are never scored.',
        { series: { named: behaviourNames, values: [] }, absent: 'None' },
      ),
    ],
  },
  {
    title: 'Points behind the score',
    when: 'scoring',
    panels: [
      reasonsPanel('scoring', 'At most four, the heaviest first.'),
      pointsPanel('scoring'),
      modelPanel('scoring'),
    ],
  },
  {
    title: 'Person',
    panels: [
      fieldPanel('text', 'persona.name', 'Name', 'As the statement prints it.'),
      fieldPanel(
        'text',
        'persona.phone_number',
        'Phone number',
        'As the statement prints it, else as in the request; the middle hidden.',
      ),
      fieldPanel('text', 'persona.main_bank', 'Main bank', 'The bank to and from which most money went.', {
        absent: 'None',
      }),
      fieldPanel(
        'tag',
        'persona.earning_profile',
        'Earning profile',
        'Formal when salary is at least 60 % of income, informal below 10 %, otherwise mixed.',
      ),
      panel(
        'pill',
        'What the account shows',
        field(
          'persona.has_salary',
          'Salary',
          'Paid as a salary, or by one payer in three of the last four months, 26 to 35 days apart, nearly the same.',
        ),
        field('persona.has_till_account', 'Till', 'A till document, or at least five receipts by till.'),
        field(
          'persona.has_business_wallet',
          'Business wallet',
          'Receipts in the wording of a business wallet.',
        ),
        field('persona.has_bank_account', 'Bank account', 'A bank statement, or transfers with a bank.'),
        field(
          'persona.is_a_driver',
          'Driver',
          'Fuel at least four times a month in half of the months, or an income from a ride-hailing company.',
        ),
      ),
    ],
  },
  {
    title: 'Statement',
    panels: [
      fieldPanel(
        'tag',
        'data_completeness.completeness_flag',
        'Completeness',
        'Green when every calendar month of the period has rows, Yellow from 80 %, else Red.',
      ),
      fieldPanel(
        'text',
        'data_completeness.statement_period',
        'Period',
        'From the first to the last day that is covered.',
      ),
      fieldPanel(
        'metric_card',
        'data_completeness.nb_months_in_statement',
        'Months with transactions',
        'Calendar months that have at least one completed row.',
      ),
      panel(
        'double_metric_card',
        'Activity',
        field(
          'data_completeness.transaction_count',
          'Transactions',
          'All completed rows, also a payment that was reversed and its reversal.',
        ),
        field(
          'data_completeness.transaction_days',
          'Active days',
          'Days with at least one completed transaction.',
        ),
      ),
    ],
  },
  ...moneySections,
]
