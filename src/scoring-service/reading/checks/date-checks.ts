import { check, notApplicable, type Check } from './checks.js'
import type { Layout } from '../layouts/layout.js'
import { instantOfPdfDate } from '../text/meta.js'
import type { PdfText } from '../pdf/pdf.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How many days the file's date may differ from the request date printed on it. */
const requestDaysMax = 2

export interface DateFacts {
  readonly pdf: Pick<PdfText, 'meta'>
  readonly layout: Layout
  /** The last day of the statement, `YYYY-MM-DD`. */
  readonly lastDate: string
  /** The printed request date as `YYYY-MM-DD`; undefined if none can be read. */
  readonly requestDate: string | undefined
  readonly asOf: Date
}

interface Dates {
  readonly created: number | undefined
  /** The beginning of the last day with a row. */
  readonly lastDay: number
  readonly lastDate: string
  readonly requestDate: string | undefined
  readonly asOf: Date
}

/**
 * Whether the request date is before the last date. If its day could also be a month, it must be before the last date in
 * both readings: as it is, and with day and month exchanged.
 */
const isBefore = (requestDate: string, lastDate: string): boolean => {
  const [year = '', month = '', day = ''] = requestDate.split('-')
  return requestDate < lastDate && (day > '12' || `${year}-${day}-${month}` < lastDate)
}

/** Dates that contradict each other: nothing can be printed before it happened. */
const impossibleDates = ({ created, lastDay, lastDate, requestDate, asOf }: Dates): string[] => {
  const soon = asOf.getTime() + dayMs
  return [
    ...(created !== undefined && created < lastDay ? [`before the last day ${lastDate}`] : []),
    ...(created !== undefined && created > soon ? ['in the future'] : []),
    ...(lastDay > soon ? ['rows in the future'] : []),
    ...(requestDate !== undefined && isBefore(requestDate, lastDate)
      ? [`rows after the request date ${requestDate}`]
      : []),
  ]
}

export const modDateCheck = ({ pdf }: DateFacts): Check => {
  const { creationDate, modDate } = pdf.meta
  if (modDate === '') return check('mod_date', 'hard', true, 'absent')
  const [created, modified] = [instantOfPdfDate(creationDate), instantOfPdfDate(modDate)]
  const isSame = modDate === creationDate || (created !== undefined && created === modified)
  return check(
    'mod_date',
    'hard',
    isSame,
    isSame ? 'as created' : `modified ${modDate}, created ${creationDate || 'absent'}`,
  )
}

/**
 * Dates that contradict each other fail the hard check. A file made more than `requestDaysMax` days before or after the
 * request date fails a soft one.
 */
export const creationDateCheck = ({ pdf, layout, lastDate, requestDate, asOf }: DateFacts): Check => {
  const created = instantOfPdfDate(pdf.meta.creationDate)
  // The dates on a statement are in its own zone, while the date of the file is an instant.
  const dayStart = (date: string): number => Date.parse(`${date}T00:00:00Z`) - layout.zoneHours * hourMs
  const faults = impossibleDates({ created, lastDay: dayStart(lastDate), requestDate, lastDate, asOf })
  if (faults.length > 0) return check('creation_date', 'hard', false, faults.join(', '))
  if (created === undefined) return notApplicable('creation_date', 'absent')
  const isFar =
    requestDate !== undefined && Math.abs(created - dayStart(requestDate)) > (requestDaysMax + 1) * dayMs
  return check(
    'creation_date',
    'soft',
    !isFar,
    isFar ? `far from the request date ${requestDate}` : 'after the last day',
  )
}
