import { readFileSync, statSync } from 'node:fs'
import { fileBytesMax, FileMistake } from '../scoring-service/calibration/outcome-file.js'
import { runCommand, type CalibrationCommand } from '../scoring-service/calibration/run-command.js'
import type { Perform } from './outcome.js'

const readFile = (path: string): Buffer => {
  try {
    if (statSync(path).size > fileBytesMax)
      throw new FileMistake(`the file has more than ${fileBytesMax} bytes`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof FileMistake) throw error
    throw new FileMistake(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}

export const perform: Perform<CalibrationCommand> = async (command) => {
  const { text, exitCode } = runCommand(command, readFile)
  return { data: command.act === 'fit' ? JSON.parse(text) : { text }, text, exitCode }
}
