import type { DisplayPanel, DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'
import { noScore, text } from './explanations.js'
import { modelPanel, reasonsPanel } from './scoring.js'

const bureauPointsPanel = (root: string): DisplayPanel =>
  fieldPanel(
    'bar_horizontal',
    `${root}.featuresUsed`,
    'Points of each characteristic',
    '500 plus these points is the score, before the caps of a fraud or a long default.',
    {
      series: {
        label: 'name',
        coded: true,
        named: {
          worstArrearsDays: 'Arrears',
          openNonPerforming: 'Not performing',
          closedPerforming: 'Loans repaid',
          enquiries90Days: 'Enquiries',
          bouncedCheques12Months: 'Bounced cheques',
          creditAgeDays: 'Age of the history',
          utilisation: 'Still owed',
        },
        explained: {
          worstArrearsDays: 'the most days that an open account is in arrears today',
          openNonPerforming: 'open accounts that are reported as not performing',
          closedPerforming: 'loans that were repaid in full',
          enquiries90Days: 'lenders that asked about credit in the last 90 days',
          bouncedCheques12Months: 'cheques that bounced in the last 12 months',
          creditAgeDays: 'days since the oldest account was opened',
          utilisation: 'what is still owed on open accounts / what was lent',
        },
        values: [
          { key: 'points', label: 'Points' },
          { key: 'value', label: 'Value', beside: true, shares: ['utilisation'] },
        ],
      },
      absent: 'Not enough data for points.',
    },
  )

export const bureauSection: DisplaySection = {
  title: 'What the credit bureau reports',
  when: 'bureau.reading',
  panels: [
    panel(
      'text',
      'Source',
      field('bureau.bureau', 'Bureau', 'The bureau that was queried.'),
      field('bureau.reference', 'Reference', "The bureau's own reference of its answer."),
      field('bureau.data.reportedAt', 'Record dated', 'When the bureau made its record.'),
      field('bureau.data.reportedName', 'Reported name', 'As it is recorded at the bureau.', {
        absent: 'Not given',
      }),
    ),
    panel(
      'double_metric_card',
      'Accounts',
      field('bureau.reading.openAccounts', 'Open', 'Accounts that the bureau reports as open.'),
      field('bureau.reading.closedAccounts', 'Closed', 'Accounts that the bureau reports as closed.'),
    ),
    panel(
      'double_metric_card',
      'Owed',
      field('bureau.reading.totalBalance', 'Balance', 'Sum of the current balances of open accounts.'),
      field('bureau.reading.totalOverdue', 'Overdue', 'Sum of what is overdue on open accounts.'),
    ),
    fieldPanel(
      'metric_card',
      'bureau.reading.monthlyInstalments',
      'Instalments a month',
      'Sum of the instalments of open accounts.',
    ),
    panel(
      'double_metric_card',
      'Arrears',
      field(
        'bureau.reading.worstArrearsDays',
        'Longest arrears (days)',
        'The most days that an open account is in arrears today.',
      ),
      field(
        'bureau.reading.openNonPerforming',
        'Not performing',
        'Open accounts that are reported as not performing.',
      ),
    ),
    panel(
      'pill',
      'Warnings',
      field(
        'bureau.reading.hasFraud',
        'Fraud reported',
        'The bureau reports a fraud: the score is at most 199.',
      ),
      field(
        'bureau.reading.longDefault',
        'Long default',
        'An account is more than 90 days late or was written off: the score is at most 399.',
      ),
    ),
  ],
}

export const p7: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      fieldPanel(
        'metric_card',
        'scoring.enhancedScore',
        'Enhanced score',
        '500 plus the points of the bureau card, on the scale of all our scores. Without any account in the record: no score.',
        { absent: noScore },
      ),
      fieldPanel('tag', 'scoring.scoreBand', 'Score band', text.band),
      fieldPanel('tag', 'scoring.riskBand', 'Risk band', text.riskBand, { absent: noScore }),
      fieldPanel('tag', 'scoring.decision', 'Decision', text.decision),
      fieldPanel('metric_card', 'scoring.probabilityOfDefault', 'Default risk', text.risk, {
        absent: noScore,
      }),
      fieldPanel(
        'metric_card',
        'scoring.bureauScore',
        "The bureau's own score",
        "On the bureau's own scale; it does not enter ours.",
        { absent: 'Not given' },
      ),
      fieldPanel('text_block', 'notices', 'Notes', 'What a reader of this result must know.', {
        series: { values: [] },
        absent: 'Nothing',
      }),
      reasonsPanel('scoring', 'What the record lost most points on, at most four, the heaviest first.'),
      bureauPointsPanel('scoring'),
      modelPanel('scoring'),
    ],
  },
  {
    title: 'Person',
    panels: [
      panel(
        'text',
        'Asked about',
        field('subject.firstName', 'First name', 'From the request.'),
        field('subject.lastName', 'Last name', 'From the request.'),
        field('subject.nationalId', 'National id', 'From the request, its beginning hidden.'),
      ),
      fieldPanel(
        'pill',
        'subject.nameMatches',
        'Name agrees',
        'The name recorded at the bureau is that of the request.',
      ),
    ],
  },
  bureauSection,
]
