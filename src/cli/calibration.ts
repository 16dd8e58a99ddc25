import { readFileSync, statSync } from 'node:fs'
import { parseCommandLine, usage } from '../scoring-service/calibration/command-line.js'
import { fileBytesMax, FileMistake } from '../scoring-service/calibration/outcome-file.js'
import { runCommand } from '../scoring-service/calibration/run-command.js'

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

const main = (): number => {
  const command = parseCommandLine(process.argv.slice(2))
  if (command.act === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (command.act === 'wrong') {
    process.stderr.write(`${command.problem}\n\n${usage}\n`)
    return 2
  }
  try {
    const { text, exitCode } = runCommand(command, readFile)
    process.stdout.write(`${text}\n`)
    return exitCode
  } catch (error) {
    if (!(error instanceof FileMistake)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = main()
