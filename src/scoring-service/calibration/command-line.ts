import { parseArgs } from 'node:util'
import { methods, type Method } from './fit-calibration.js'
import { columns } from './outcome-file.js'

export const livesDefault = 40
export const waysLivesDefault = 500
const livesMax = 2000

export const usage = `Usage: npm run --silent calibration -- <command> [options]

  report <outcomes.csv> [--card sc-2026.2] [--horizon-days 90]
           how well scores told good from bad (Gini, KS), and stated risks what happened
  fit <outcomes.csv> [--method ${methods.join('|')}] [--card ...] [--horizon-days ...]
           the risks by score that the outcomes speak for, as JSON: a proposal, nothing is changed
  shift <before.csv> <now.csv>
           how far the scores of a population moved (PSI, KS)
  groups [<scores.csv>] [--lives ${livesDefault}]
           compares the scores of groups; without a file, of generated ones that differ in names and places only,
           and ends with 1 when one of them is scored otherwise than another
  lives [--lives ${waysLivesDefault}]
           lives generated years in several ways of the same income and surplus: who repays against who does not, and who is
           paid by the week, takes leave, has two harvests, no grid, no loans; ends with 1 when one of them is worth what it must not be
  --help   this text

Files are CSV with a heading of ${columns.join(', ')}: docs/calibration.md.
Nothing is written but to the standard output.`

interface Choice {
  readonly card: string | undefined
  readonly horizonDays: number | undefined
}

export type Command =
  | ({ readonly act: 'report'; readonly file: string } & Choice)
  | ({ readonly act: 'fit'; readonly file: string; readonly method: Method } & Choice)
  | { readonly act: 'shift'; readonly before: string; readonly now: string }
  | { readonly act: 'groups'; readonly file: string | undefined; readonly lives: number }
  | { readonly act: 'lives'; readonly lives: number }
  | { readonly act: 'help' }
  | { readonly act: 'wrong'; readonly problem: string }

const options = {
  method: { type: 'string' },
  card: { type: 'string' },
  'horizon-days': { type: 'string' },
  lives: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const wrong = (problem: string): Command => ({ act: 'wrong', problem })

const horizonDaysMax = 3650

const wholeUpTo = (text: string, max: number): number | undefined =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined

const optionsOf: Readonly<Record<string, readonly string[]>> = {
  report: ['card', 'horizon-days'],
  fit: ['method', 'card', 'horizon-days'],
  shift: [],
  groups: ['lives'],
  lives: ['lives'],
}

const filesOf: Readonly<Record<string, readonly [number, number, string]>> = {
  report: [1, 1, 'one file'],
  fit: [1, 1, 'one file'],
  shift: [2, 2, 'two files, the earlier scores and the later ones'],
  groups: [0, 1, 'at most one file'],
  lives: [0, 0, 'no file'],
}

const parse = (args: string[]): Command => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [act, ...files] = positionals
  if (values.help || act === undefined) return { act: 'help' }
  const [least, most, needed] = filesOf[act] ?? [0, -1, '']
  if (most < 0) return wrong(`there is no command '${act}'`)
  if (files.length < least || files.length > most) return wrong(`${act} takes ${needed}`)
  const stray = Object.keys(values).find((name) => !optionsOf[act]?.includes(name))
  if (stray !== undefined) return wrong(`${act} has no option --${stray}`)
  const horizonDays =
    values['horizon-days'] === undefined ? undefined : wholeUpTo(values['horizon-days'], horizonDaysMax)
  if (values['horizon-days'] !== undefined && horizonDays === undefined) {
    return wrong(`--horizon-days must be a number from 1 to ${horizonDaysMax}`)
  }
  const [file = '', later = ''] = files
  const choice = { card: values.card, horizonDays }
  if (act === 'report') return { act, file, ...choice }
  if (act === 'shift') return { act, before: file, now: later }
  if (act === 'groups' || act === 'lives') {
    const lives = wholeUpTo(
      values.lives ?? String(act === 'lives' ? waysLivesDefault : livesDefault),
      livesMax,
    )
    if (lives === undefined) return wrong(`--lives must be a number from 1 to ${livesMax}`)
    if (files.length > 0 && values.lives !== undefined)
      return wrong('--lives is for generated groups, without a file')
    return act === 'lives' ? { act, lives } : { act, file: files[0], lives }
  }
  const method = methods.find((one) => one === (values.method ?? 'platt'))
  return method
    ? { act: 'fit', file, method, ...choice }
    : wrong(`--method must be one of ${methods.join(', ')}`)
}

/** The command line as what is to be done, or the sentence that says what is wrong with it. */
export const parseCommandLine = (args: string[]): Command => {
  try {
    return parse(args)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}
