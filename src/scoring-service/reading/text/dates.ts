/** In which order a column prints day and month. The whole column decides, never a single row. */
export type DateOrder = 'DMY' | 'MDY'

export const months: Readonly<Record<string, number>> = {
  jan: 1,
  janv: 1,
  january: 1,
  janvier: 1,
  feb: 2,
  fev: 2,
  fevr: 2,
  february: 2,
  fevrier: 2,
  mar: 3,
  mars: 3,
  march: 3,
  apr: 4,
  avr: 4,
  april: 4,
  avril: 4,
  may: 5,
  mai: 5,
  jun: 6,
  juin: 6,
  june: 6,
  jul: 7,
  juil: 7,
  juill: 7,
  july: 7,
  juillet: 7,
  aug: 8,
  aou: 8,
  aout: 8,
  august: 8,
  sep: 9,
  sept: 9,
  september: 9,
  septembre: 9,
  oct: 10,
  october: 10,
  octobre: 10,
  nov: 11,
  november: 11,
  novembre: 11,
  dec: 12,
  december: 12,
  decembre: 12,
}

const monthOf = (word: string): number | undefined =>
  months[
    word
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F.]/g, '')
  ]

const yearOf = (digits: string): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits))

const daysOf = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const civilDate = (year: number, month: number, day: number): string | undefined => {
  const isReal =
    year >= 1990 && year <= 2099 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
  return isReal ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined
}

const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/
const numericDate = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/
const wordedDate = /^(\d{1,2})(?:st|nd|rd|th|er)?[-/. ]?([\p{L}]{3,9})\.?[-/., ]*(\d{4}|\d{2})(?![\d:])/u
/** `Jan 05, 2026` */
const monthWord = /^([\p{L}]{3,9})\.?[-/ ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})(?![\d:])/u
/** `Mon, 05 Jan 2026` */
const weekday = /^\p{L}{3,9}\.?,?\s+(?=\d{1,2}[-/. ]\p{L}{3})/u
/** Without a year: `05/01`, `05 Jan`, `Jan 05`. A dot is not accepted, since it would match amounts. */
const dayAndMonth = /^(\d{1,2})[-/](\d{1,2})(?![-/.\d])/
const dayAndWord = /^(\d{1,2})(?:st|nd|rd|th|er)?[-/. ]?([\p{L}]{3,9})\.?(?=$|\s)/u
const wordAndDay = /^([\p{L}]{3,9})\.?[-/ ](\d{1,2})(?:st|nd|rd|th)?,?(?=$|\s)/u
const clock = /(?:^|[ T])(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*([AaPp][Mm])?$/

/** The order of day and month in a column. If no number is above 12, the day is first, as with every issuer that we know. */
export const dateOrderOf = (texts: readonly string[]): DateOrder => {
  let monthFirst = false
  for (const text of texts) {
    const match = numericDate.exec(text.trim()) ?? dayAndMonth.exec(text.trim())
    if (match && Number(match[1]) > 12) return 'DMY'
    if (match && Number(match[2]) > 12) monthFirst = true
  }
  return monthFirst ? 'MDY' : 'DMY'
}

const monthFirstAt = (text: string): { date: string | undefined; length: number } | undefined => {
  const words = monthWord.exec(text)
  const month = words && monthOf(words[1] as string)
  if (!words || !month) return undefined
  return { date: civilDate(yearOf(words[3] as string), month, Number(words[2])), length: words[0].length }
}

const dateAt = (
  printed: string,
  order: DateOrder,
): { date: string | undefined; length: number } | undefined => {
  const weekdayLength = weekday.exec(printed)?.[0].length ?? 0
  const text = printed.slice(weekdayLength)
  const found = dateWithoutWeekdayAt(text, order)
  return found && { ...found, length: found.length + weekdayLength }
}

const dateWithoutWeekdayAt = (
  text: string,
  order: DateOrder,
): { date: string | undefined; length: number } | undefined => {
  const iso = isoDate.exec(text)
  if (iso) return { date: civilDate(Number(iso[1]), Number(iso[2]), Number(iso[3])), length: iso[0].length }
  const numbers = numericDate.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    const [day, month] = order === 'DMY' ? [first, second] : [second, first]
    return { date: civilDate(yearOf(numbers[3] as string), month, day), length: numbers[0].length }
  }
  const words = wordedDate.exec(text)
  const month = words && monthOf(words[2] as string)
  if (!words || !month) return monthFirstAt(text)
  return { date: civilDate(yearOf(words[3] as string), month, Number(words[1])), length: words[0].length }
}

/** The date with which a text begins, as `YYYY-MM-DD`; undefined if it begins with none, or with a day that does not exist. */
export const parseDate = (text: string, order: DateOrder): string | undefined =>
  dateAt(text.trim(), order)?.date

interface DayOfYear {
  readonly month: number
  readonly day: number
  readonly length: number
}

const withoutYearAt = (text: string, order: DateOrder): DayOfYear | undefined => {
  const numbers = dayAndMonth.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    const [day, month] = order === 'DMY' ? [first, second] : [second, first]
    return { month, day, length: numbers[0].length }
  }
  const dayFirst = dayAndWord.exec(text)
  const wordFirst = wordAndDay.exec(text)
  const [word, day, found] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[0]]
    : [wordFirst?.[1], wordFirst?.[2], wordFirst?.[0]]
  const month = word === undefined ? undefined : monthOf(word)
  return month === undefined || found === undefined
    ? undefined
    : { month, day: Number(day), length: found.length }
}

/** The first and the last day of the printed period. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** The only date within the span that has this day and month; undefined if there is none, or more than one. */
const onlyDateInSpan = ({ month, day }: DayOfYear, { from, to }: Span): string | undefined => {
  const years = Array.from(
    { length: Math.max(0, Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + 1 },
    (_, i) => Number(from.slice(0, 4)) + i,
  )
  const days = years
    .flatMap((year) => civilDate(year, month, day) ?? [])
    .filter((date) => date >= from && date <= to)
  return days.length === 1 ? days[0] : undefined
}

export const isWithoutYear = (text: string): boolean =>
  dateAt(text.trim(), 'DMY') === undefined && withoutYearAt(text.trim(), 'DMY') !== undefined

export const startsWithDate = (text: string): boolean => {
  const plain = text.trim()
  if (dateAt(plain, 'DMY') !== undefined) return true
  const yearless = withoutYearAt(plain, 'DMY') ?? withoutYearAt(plain, 'MDY')
  return (
    yearless !== undefined &&
    Math.min(yearless.month, yearless.day) <= 12 &&
    yearless.day <= 31 &&
    yearless.month <= 31
  )
}

const excelEpoch = Date.UTC(1899, 11, 30)
/**
 * Matches the days of 2009 to 2069 as spreadsheets count them, and no other number, so that an amount in a column of
 * dates is rarely taken for a day.
 */
const excelDay = /^(4\d{4}|5\d{4}|6[01]\d{3})(\.\d+)?$/

/** Whether a text is a date as the number of days that a spreadsheet counts. */
export const isExcelDay = (text: string): boolean => excelDay.test(text)

const momentOfExcel = (text: string): string | undefined => {
  if (!excelDay.test(text)) return undefined
  const seconds = Math.round(Number(text) * 86_400)
  return new Date(excelEpoch + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

const timeOf = (text: string): string | undefined => {
  const match = clock.exec(text)
  if (!match) return undefined
  const [, hours, minutes = '', seconds = '00', amOrPm] = match
  let hour = Number(hours)
  if (amOrPm) hour = (hour % 12) + (/^p/i.test(amOrPm) ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}

/**
 * A printed moment as `YYYY-MM-DD HH:MM:SS`, midnight if it has no time; a date without a year is completed by `span`.
 * Undefined if it cannot be read.
 */
export const parseMoment = (text: string, order: DateOrder, span: Span | null = null): string | undefined => {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const found = dateAt(plain, order) ?? dateInSpanAt(plain, order, span)
  if (!found) return momentOfExcel(plain)
  if (!found.date) return undefined
  const rest = plain.slice(found.length).trim().replace(/^T/, '')
  if (rest === '') return `${found.date} 00:00:00`
  const time = timeOf(rest)
  return time === undefined ? undefined : `${found.date} ${time}`
}

const momentEnd = /^(,?[ T]\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?:\s*[AaPp][Mm])?)?[ ,]+(.*)$/
/** A moment, and the words after it, which belong to the next column; undefined where a text has no such words. */
export const splitAfterMoment = (text: string): readonly [moment: string, words: string] | undefined => {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const length = (dateAt(plain, 'DMY') ?? withoutYearAt(plain, 'DMY'))?.length ?? 0
  const [, time = '', words = ''] = momentEnd.exec(plain.slice(length)) ?? []
  if (time === '' && (timeOf(words) !== undefined || /^\d{1,2}:/.test(words))) return undefined
  return length > 0 && /\p{L}{3}/u.test(words) ? [plain.slice(0, length) + time, words] : undefined
}

const dateInSpanAt = (text: string, order: DateOrder, span: Span | null) => {
  const yearless = withoutYearAt(text, order)
  return (
    yearless && { date: span === null ? undefined : onlyDateInSpan(yearless, span), length: yearless.length }
  )
}

export const isTime = (text: string): boolean =>
  /^\d{1,2}:\d\d(?::\d\d)?(?:\s*[AaPp][Mm])?$/.test(text.trim())
