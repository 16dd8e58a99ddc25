import { check, notApplicable, type Check, type CheckId } from './checks.js'
import type { Layout } from '../layouts/layout.js'

const dayMs = 86_400_000

export interface CsvFacts {
  readonly layout: Layout
  /** `YYYY-MM-DD`. */
  readonly lastDate: string
  /** The printed request date as `YYYY-MM-DD`; undefined if none can be read. */
  readonly requestDate: string | undefined
  readonly asOf: Date
}

/** Checks of properties that a text file does not have. */
const absentFromText: readonly CheckId[] = [
  'encryption',
  'creator',
  'producer',
  'profile',
  'mod_date',
  'revisions',
  'fonts',
  'overlay',
  'page_count',
]

const authorCheck = ({ layout }: CsvFacts): Check =>
  layout.csv
    ? notApplicable('author', 'a CSV does not say who made it')
    : check('author', 'hard', false, 'the issuer gives no CSV of it: somebody else made this file')

/** A CSV has no date of its own; only a request date may be printed above the table. */
const creationDateCheck = ({ lastDate, requestDate, asOf }: CsvFacts): Check => {
  const faults: string[] = []
  if (Date.parse(`${lastDate}T00:00:00Z`) > asOf.getTime() + dayMs) faults.push('rows in the future')
  if (requestDate !== undefined && requestDate < lastDate)
    faults.push(`rows after the request date ${requestDate}`)
  if (faults.length === 0 && requestDate === undefined) return notApplicable('creation_date', 'absent')
  return check(
    'creation_date',
    faults.length === 0 ? 'soft' : 'hard',
    faults.length === 0,
    faults.join(', ') || 'after the last day',
  )
}

/**
 * The checks of a CSV as a file (docs/reading.md). Anybody can write a CSV, and it does not show who did, so no check
 * can show that it is genuine. Its rows are checked by `rowChecks`.
 */
export const csvChecks = (facts: CsvFacts): Check[] => [
  authorCheck(facts),
  ...absentFromText.map((id) => notApplicable(id, 'a CSV does not say')),
  creationDateCheck(facts),
]
