import type { DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'
import { noScore, text } from './explanations.js'
import { reading } from './bureau.js'
import { scoring } from './scoring.js'

export const p8: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      fieldPanel(
        'metric_card',
        'boosted.score',
        'Boosted score',
        'Statement and bureau together: each moves the assumed risk of 5 % by its weight, in log-odds. A reported fraud or a long default limits it, whatever the rest says.',
        { absent: noScore },
      ),
      fieldPanel('tag', 'boosted.scoreBand', 'Score band', text.band),
      fieldPanel('tag', 'boosted.riskBand', 'Risk band', text.riskBand, { absent: noScore }),
      fieldPanel('tag', 'boosted.decision', 'Decision', text.decision),
      fieldPanel('metric_card', 'boosted.probabilityOfDefault', 'Default risk', text.risk, {
        absent: noScore,
      }),
      fieldPanel(
        'metric_card',
        'boosted.limit',
        'Recommended limit',
        'The limit of the statement with the boosted band, after the larger of the debts that statement and bureau know of.',
      ),
      panel(
        'double_metric_card',
        'Weights',
        field('boosted.weights.statement', 'Statement', 'The confidence in the statement.'),
        field(
          'boosted.weights.bureau',
          'Bureau',
          '100 % for a record of at most 31 days, 70 % for an older one, 0 % without a record.',
        ),
      ),
      fieldPanel('tag', 'boosted.cappedBy', 'Limited by', 'The fixed rule that limits the score.', {
        absent: 'No rule',
      }),
    ],
  },
  scoring('statement', 'What the statements say'),
  reading,
]
