import { Command } from 'commander'
import { methods, type Method } from '../scoring-service/calibration/fit-calibration.js'
import { columns } from '../scoring-service/calibration/outcome-file.js'
import type { CalibrationCommand } from '../scoring-service/calibration/run-command.js'
import { option, wholeOption } from './words.js'

const livesDefault = 40
const waysLivesDefault = 500
const livesMax = 2000
const horizonDaysMax = 3650

interface Choice {
  readonly card?: string
  readonly horizonDays?: number
}

const choiceOf = ({ card, horizonDays }: Choice) => ({ card, horizonDays })

const livesOption = () => wholeOption('--lives <count>', 'how many are generated', 1, livesMax)

type Perform = (command: CalibrationCommand) => Promise<void>

const addOverOutcomes = (calibration: Command, perform: Perform): void => {
  const overOutcomes = (name: string): Command =>
    calibration
      .command(name)
      .argument('<outcomes.csv>')
      .option('--card <version>', 'of which card, where the file has several')
      .addOption(wholeOption('--horizon-days <days>', 'how soon an outcome counts', 1, horizonDaysMax))
  overOutcomes('report')
    .description('how well scores told good from bad (Gini, KS), and stated risks what happened')
    .action((file: string, choice: Choice) => perform({ act: 'report', file, ...choiceOf(choice) }))
  overOutcomes('fit')
    .description('the risks by score that the outcomes speak for, as JSON: a proposal, nothing is changed')
    .addOption(
      option('--method <method>', 'how', `must be one of ${methods.join(', ')}`, (text) =>
        methods.find((method) => method === text),
      ).default('platt'),
    )
    .action((file: string, { method, ...choice }: Choice & { method: Method }) =>
      perform({ act: 'fit', file, method, ...choiceOf(choice) }),
    )
}

const addOverPopulations = (calibration: Command, perform: Perform): void => {
  calibration
    .command('shift')
    .description('how far the scores of a population moved (PSI, KS)')
    .argument('<before.csv>')
    .argument('<now.csv>')
    .action((before: string, now: string) => perform({ act: 'shift', before, now }))
  calibration
    .command('groups')
    .description(
      'compares the scores of groups; without a file, of generated ones that differ in names and places only; ' +
        'ends with 1 when one of them is scored otherwise than another',
    )
    .argument('[scores.csv]')
    .addOption(livesOption())
    .action((file: string | undefined, { lives }: { lives?: number }, command: Command) => {
      if (file !== undefined && lives !== undefined)
        command.error('error: --lives is for generated groups, without a file')
      return perform({ act: 'groups', file, lives: lives ?? livesDefault })
    })
  calibration
    .command('lives')
    .description(
      'generated years in several ways of the same income and surplus: who repays against who does not, and who is paid by ' +
        'the week, takes leave, has two harvests, no grid, no loans; ends with 1 when one of them is worth what it must not be',
    )
    .addOption(livesOption().default(waysLivesDefault))
    .action(({ lives }: { lives: number }) => perform({ act: 'lives', lives }))
}

/** `cauri calibration`: what outcomes say of scores. */
export const calibrationCommand = (perform: Perform): Command => {
  const calibration = new Command('calibration').description('what outcomes say of scores').addHelpText(
    'after',
    `
Files are CSV with a heading of ${columns.join(', ')}: docs/calibration.md.
Nothing is written but to the standard output.`,
  )
  addOverOutcomes(calibration, perform)
  addOverPopulations(calibration, perform)
  return calibration
}
