import type { DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'
import { noScore, text } from './explanations.js'
import { bureauSection } from './bureau.js'
import { scoringSection } from './scoring.js'

export const p8: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      fieldPanel(
        'metric_card',
        'boosted.score',
        'Boosted score',
        'Statement and bureau together. It starts from 500 (a default risk of 5 %). Points above 500 of each source raise it, times the weight of the source below; points under 500 lower it in full. Points of both for the same loans count once. A reported fraud or a long default limits it, whatever the rest says.',
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
        'The short-term limit of the statement, computed with the band of the boosted score and with the larger of the monthly debts that statement and bureau show.',
      ),
      panel(
        'double_metric_card',
        'Weights',
        field('boosted.weights.statement', 'Statement', 'The confidence in the statement.'),
        field(
          'boosted.weights.bureau',
          'Bureau',
          '100 % for a record of at most 31 days, 70 % for an older one, 0 % without a record, or for one that gives no score or is under another name.',
        ),
      ),
      fieldPanel('tag', 'boosted.cappedBy', 'Limited by', 'The fixed rule that limits the score.', {
        absent: 'No rule',
      }),
    ],
  },
  scoringSection('statement', 'What the statements say'),
  bureauSection,
]
