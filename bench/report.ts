import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../src/app/config/config.js'
import type { Comparison } from './compare.js'

/** One line of the table. */
export interface Line {
  readonly what: string
  readonly target: string
  readonly measured: string
  /** The value for comparison, and the ratio; empty for a line without a comparison. */
  readonly other: string
  readonly ratio: string
  readonly passed: boolean
}

const perSecond = (rate: number, unit: string): string => `${Math.round(rate)} ${unit}/s`

export const comparisonLine = (
  what: string,
  unit: string,
  other: string,
  ratioMin: number,
  comparison: Comparison,
): Line => ({
  what,
  target: `>= ${ratioMin.toFixed(2)} of ${other}`,
  measured: perSecond(comparison.ours, unit),
  other: perSecond(comparison.other, unit),
  ratio: comparison.ratio.toFixed(2),
  passed: comparison.ratio >= ratioMin,
})

export const limitLine = (what: string, value: number, max: number, unit: string, digits = 0): Line => ({
  what,
  target: `< ${max} ${unit}`,
  measured: `${value.toFixed(digits)} ${unit}`,
  other: '',
  ratio: '',
  passed: value < max,
})

const header = ['what', 'target', 'service', 'compared with', 'ratio', 'result']
const cellsOf = (line: Line): string[] => [
  line.what,
  line.target,
  line.measured,
  line.other,
  line.ratio,
  line.passed ? 'pass' : 'MISS',
]

/** A Markdown table whose columns are also aligned in a terminal. */
export const tableOf = (lines: readonly Line[]): string => {
  const rows = [header, ...lines.map(cellsOf)]
  const widths = header.map((_name, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

const begin = '<!-- the table: written by npm run bench -->'
const end = '<!-- end of the table -->'

/** Replaces the table between the marks of docs/benchmarks.md; the text around it is kept. */
export const writeReport = async (section: string): Promise<void> => {
  const path = join(packageRoot, 'docs', 'benchmarks.md')
  const text = await readFile(path, 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${path} has lost the marks of its table`)
  await writeFile(path, `${before}${begin}\n\n${section}\n\n${end}${after}`)
}
