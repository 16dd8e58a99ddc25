import { Command } from 'commander'
import { methods, type Method } from '../scoring-service/calibration/fit-calibration.js'
import { columns } from '../scoring-service/calibration/outcome-file.js'
import type { CalibrationCommand } from '../scoring-service/calibration/run-command.js'
import { option, wholeOption } from './options.js'

const groupLivesDefault = 40
const livesDefault = 500
const livesMax = 2000
const horizonDaysMax = 3650

interface Choice {
  readonly card?: string
  readonly horizonDays?: number
}

const choiceOf = ({ card, horizonDays }: Choice) => ({ card, horizonDays })

const livesOption = () =>
  wholeOption('--lives <count>', 'how many invented persons are generated', 1, livesMax)

type Perform = (command: CalibrationCommand) => Promise<void>

const addOutcomeCommands = (calibration: Command, perform: Perform): void => {
  const outcomeCommand = (name: string): Command =>
    calibration
      .command(name)
      .argument('<outcomes.csv>')
      .option('--card <version>', 'the scorecard version to use, where the file has several')
      .addOption(
        wholeOption(
          '--horizon-days <days>',
          'count a default only within this many days after the score',
          1,
          horizonDaysMax,
        ),
      )
  outcomeCommand('report')
    .description(
      'how well scores separate good from bad (Gini, KS), and how well stated risks match the outcomes',
    )
    .action((file: string, choice: Choice) => perform({ act: 'report', file, ...choiceOf(choice) }))
  outcomeCommand('fit')
    .description('fits the risk by score to the outcomes, as JSON: a proposal, nothing is changed')
    .addOption(
      option('--method <method>', 'the method of the fit', `must be one of ${methods.join(', ')}`, (text) =>
        methods.find((method) => method === text),
      ).default('platt'),
    )
    .action((file: string, { method, ...choice }: Choice & { method: Method }) =>
      perform({ act: 'fit', file, method, ...choiceOf(choice) }),
    )
}

const addPopulationCommands = (calibration: Command, perform: Perform): void => {
  calibration
    .command('shift')
    .description('how far the scores of two populations differ (PSI, KS)')
    .argument('<before.csv>')
    .argument('<now.csv>')
    .action((before: string, now: string) => perform({ act: 'shift', before, now }))
  calibration
    .command('groups')
    .description(
      'compares the scores of groups; without a file, of generated groups that differ only in names and places; ' +
        'exits with 1 when groups are scored differently',
    )
    .argument('[scores.csv]')
    .addOption(livesOption())
    .action((file: string | undefined, { lives }: { lives?: number }, command: Command) => {
      if (file !== undefined && lives !== undefined)
        command.error('error: --lives is for generated groups, without a file')
      return perform({ act: 'groups', file, lives: lives ?? groupLivesDefault })
    })
  calibration
    .command('lives')
    .description(
      'scores invented people who have the same income and surplus in a year but live differently: they repay or do not, are paid ' +
        'weekly, take leave, have two harvests, no electricity or no loans; exits with 1 when a score is out of its allowed range',
    )
    .addOption(livesOption().default(livesDefault))
    .action(({ lives }: { lives: number }) => perform({ act: 'lives', lives }))
}

/** `cauri calibration`: compares scores with outcomes. */
export const calibrationCommand = (perform: Perform): Command => {
  const calibration = new Command('calibration').description('compares scores with outcomes').addHelpText(
    'after',
    `
Files are CSV with a heading of ${columns.join(', ')}: docs/calibration.md.
The commands write to the standard output only.`,
  )
  addOutcomeCommands(calibration, perform)
  addPopulationCommands(calibration, perform)
  return calibration
}
