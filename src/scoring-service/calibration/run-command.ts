import { fitCalibration, outcomesForFit, type Method } from './fit-calibration.js'
import { generatedGroups } from './generated-groups.rules.js'
import { generatedLives } from './generated-lives.rules.js'
import { FileMistake, readOutcomes, type Column, type OutcomeRow } from './outcome-file.js'
import { requireOutcomes, selectOutcomes } from './select-outcomes.js'
import { generatedGroupsText, generatedLivesText, groupsText, reportText, shiftText } from './texts.js'

interface Choice {
  readonly card: string | undefined
  readonly horizonDays: number | undefined
}

export type CalibrationCommand =
  | ({ readonly act: 'report'; readonly file: string } & Choice)
  | ({ readonly act: 'fit'; readonly file: string; readonly method: Method } & Choice)
  | { readonly act: 'shift'; readonly before: string; readonly now: string }
  | { readonly act: 'groups'; readonly file: string | undefined; readonly lives: number }
  | { readonly act: 'lives'; readonly lives: number }

export interface Answer {
  readonly text: string
  /** 0: done. 1: done, and the check of groups or lives failed. */
  readonly exitCode: 0 | 1
}

/** Returns the bytes of a file. Throws `FileMistake` when it cannot be read. */
export type ReadFile = (path: string) => Buffer

const outcomeColumns: readonly Column[] = [
  'request_id',
  'card',
  'score',
  'scored_on',
  'observed_on',
  'outcome',
]

const done = (text: string): Answer => ({ text, exitCode: 0 })

/** Runs a command. Throws `FileMistake`, whose message begins with the name of the file. */
export const runCommand = (command: CalibrationCommand, readFile: ReadFile): Answer => {
  const about = <T>(file: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw error instanceof FileMistake ? new FileMistake(`${file}: ${error.message}`) : error
    }
  }
  const rowsOf = (file: string, needed: readonly Column[]): OutcomeRow[] =>
    readOutcomes(readFile(file), needed)
  switch (command.act) {
    case 'report':
      return about(command.file, () => {
        const selection = selectOutcomes(rowsOf(command.file, outcomeColumns), command)
        requireOutcomes(selection, { all: 2, ofEach: 1 })
        return done(reportText(selection))
      })
    case 'fit':
      return about(command.file, () => {
        const { method, horizonDays } = command
        const selection = selectOutcomes(rowsOf(command.file, outcomeColumns), command)
        requireOutcomes(selection, outcomesForFit)
        return done(JSON.stringify(fitCalibration(selection, method, horizonDays), null, 2))
      })
    case 'shift': {
      const scoresOf = (file: string): number[] =>
        about(file, () => rowsOf(file, ['score']).map(({ score }) => score))
      return done(shiftText(scoresOf(command.before), scoresOf(command.now)))
    }
    case 'groups': {
      const { file, lives } = command
      if (file !== undefined) return done(groupsText(about(file, () => rowsOf(file, ['score', 'group']))))
      const groups = generatedGroups(lives)
      const exitCode = groups.unequalLives.length > 0 ? 1 : 0
      return { text: generatedGroupsText(groups, lives), exitCode }
    }
    case 'lives': {
      const generated = generatedLives(command.lives)
      return {
        text: generatedLivesText(generated, command.lives),
        exitCode: generated.broken.length > 0 ? 1 : 0,
      }
    }
  }
}
