import { characteristics } from '../../../scoring-contract/characteristics.rules.js'
import type { DisplayPanel, DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'
import { noScore, notBusiness, text } from './explanations.js'

const characteristicEntries = Object.entries(characteristics)

export const reasonsPanel = (root: string, what: string): DisplayPanel =>
  fieldPanel('text_block', `${root}.reasonCodes`, 'Why the score is not higher', what, {
    series: { label: 'code', values: [{ key: 'text', label: 'Reason' }] },
    absent: 'No characteristic lost points.',
  })

export const pointsPanel = (root: string): DisplayPanel =>
  fieldPanel(
    'bar_horizontal',
    `${root}.featuresUsed`,
    'Points of each characteristic',
    '500 plus these points is the score, before the caps of a short history.',
    {
      series: {
        label: 'name',
        coded: true,
        named: Object.fromEntries(characteristicEntries.map(([name, { title }]) => [name, title])),
        explained: Object.fromEntries(characteristicEntries.map(([name, { formula }]) => [name, formula])),
        values: [
          { key: 'points', label: 'Points' },
          {
            key: 'value',
            label: 'Value',
            beside: true,
            shares: characteristicEntries.filter(([, { unit }]) => unit === 'share').map(([name]) => name),
          },
          { key: 'bin', label: 'Range', beside: true },
        ],
      },
      absent: 'Not enough data for points.',
    },
  )

export const modelPanel = (root: string): DisplayPanel =>
  panel(
    'text',
    'Scorecard',
    field(`${root}.model.id`, 'Card', 'The published card whose points were used.'),
    field(`${root}.model.version`, 'Version', 'The version of the card.'),
    field(
      `${root}.model.calibration`,
      'Calibration',
      'Expert: an estimate by judgement until outcomes of real loans are known.',
    ),
  )

/** The section `scoring` of PAS, which P8 calls `statement`. */
export const scoringSection = (root: string, title: string): DisplaySection => ({
  title,
  panels: [
    fieldPanel('metric_card', `${root}.shortTermScore`, 'Short-term score', text.score, { absent: noScore }),
    fieldPanel('tag', `${root}.scoreBand`, 'Score band', text.band),
    fieldPanel('tag', `${root}.riskBand`, 'Risk band', text.riskBand, { absent: noScore }),
    fieldPanel('tag', `${root}.decision`, 'Decision', text.decision),
    fieldPanel('metric_card', `${root}.probabilityOfDefault`, 'Default risk', text.risk, { absent: noScore }),
    panel(
      'double_metric_card',
      'Recommended credit limit',
      field(`${root}.recommendedCreditLimit.shortTermLimit`, 'Short-term limit', text.limit),
      field(`${root}.recommendedCreditLimit.netLimit`, 'Net limit', text.net),
    ),
    panel(
      'double_metric_card',
      'Instalment a month',
      field(`${root}.affordability.shortTerm`, 'Short-term affordability', text.afford),
      field(`${root}.affordability.business`, 'Business affordability', text.businessAfford, {
        absent: notBusiness,
      }),
    ),
    panel(
      'double_metric_card',
      'Other limits',
      field(
        `${root}.recommendedCreditLimit.grossLimit`,
        'Gross limit',
        'What the band allows, before what is owed.',
      ),
      field(`${root}.recommendedCreditLimit.businessLimit`, 'Business limit', text.businessLimit, {
        absent: notBusiness,
      }),
    ),
    panel(
      'double_metric_card',
      'Other scores',
      field(`${root}.genericScore`, 'Generic score', text.generic, { absent: noScore }),
      field(`${root}.bwcScore`, 'Business score', text.business, { absent: notBusiness }),
    ),
    fieldPanel('metric_card', `${root}.confidenceLevel`, 'Confidence', text.confidence),
    reasonsPanel(
      root,
      'The characteristics that lost most points against their best range, at most four, the heaviest first.',
    ),
    pointsPanel(root),
    modelPanel(root),
  ],
})
