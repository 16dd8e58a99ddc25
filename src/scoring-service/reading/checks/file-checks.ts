import { check, notApplicable, type Check } from './checks.js'
import { editors } from '../layouts/editors.js'
import type { IssuerMark, Layout } from '../layouts/layout.js'
import { overlaysIn } from '../drawing/overlays.js'
import { instantOfPdfDate } from '../text/meta.js'
import { linesOf, type Page } from '../text/page.js'
import type { PdfText } from '../pdf/pdf.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How far the day of the file may be from the day of the request that is printed on it. */
const requestDaysMax = 2

export interface FileFacts {
  readonly pdf: PdfText
  readonly layout: Layout
  /** The last day that the statement speaks of, `YYYY-MM-DD`. */
  readonly lastDate: string
  /** `YYYY-MM-DD` as printed, or undefined. */
  readonly requestDate: string | undefined
  readonly asOf: Date
}

const isOneOf = (value: string, accepted: readonly (RegExp | null)[]): boolean =>
  accepted.some((pattern) => (pattern === null ? value === '' : pattern.test(value)))

/** The profiles of the year in which the file says that it was made; all, where it does not say. */
const marksOf = ({ pdf, layout }: FileFacts): readonly IssuerMark[] => {
  const created = instantOfPdfDate(pdf.meta.creationDate)
  if (created === undefined) return layout.marks
  const year = new Date(created).getUTCFullYear()
  return layout.marks.filter(({ since, until }) => year >= since && year <= (until ?? year))
}

const named = (value: string): string => (value === '' ? 'absent' : `'${value}'`)

/** Whether a program of the list of editors wrote the file. */
export const isEdited = ({ meta }: PdfText): boolean =>
  editors.some((editor) => editor.test(meta.producer) || editor.test(meta.creator))

/** Encrypted in a way of its issuer, and of nobody who opened, changed and encrypted it again: that would be left in it unseen. */
const isSealed = ({ encrypted, encryptionLevel, leftBehind }: PdfText, { encryption }: IssuerMark): boolean =>
  encryption === null ||
  (encrypted && encryptionLevel !== null && encryption.includes(encryptionLevel) && leftBehind !== null)

/** Whether one profile fits all that the file says. A file that says nothing of its making fits every profile, and so none. */
const profileCheck = (pdf: PdfText, marks: readonly IssuerMark[]): Check => {
  const { meta, hasTruePlaces } = pdf
  const { author, creator, producer } = meta
  if (`${author}${creator}${producer}` === '') {
    return check('profile', 'hard', false, 'the file does not say who made it')
  }
  if (!hasTruePlaces) {
    return check('profile', 'hard', false, 'its parts are not where the file says that they are')
  }
  const fitting = marks.filter(
    (mark) =>
      isOneOf(author, mark.authors) && isOneOf(creator, mark.creators) && isOneOf(producer, mark.producers),
  )
  if (fitting.length === 0) return check('profile', 'hard', false, 'no known profile of the issuer fits')
  const isKnown = fitting.some((mark) => isSealed(pdf, mark))
  return check('profile', 'hard', isKnown, isKnown ? 'known' : 'it is not encrypted as its issuer does it')
}

const markChecks = (facts: FileFacts): Check[] => {
  const { pdf, layout } = facts
  const { author, creator, producer } = pdf.meta
  const edited = isEdited(pdf)
  if (layout.marks.length === 0) {
    const unknown = 'it is not known how the issuer makes its files'
    return [
      ...(['encryption', 'author', 'creator'] as const).map((id) => notApplicable(id, unknown)),
      edited
        ? check('producer', 'hard', false, `${named(producer)} is a program that edits`)
        : notApplicable('producer', unknown),
      check('profile', 'hard', false, unknown),
    ]
  }
  const marks = marksOf(facts)
  const anyMark = (test: (mark: IssuerMark) => boolean): boolean => marks.some(test)
  const expectsEncryption = layout.marks.some((mark) => mark.encryption !== null)
  return [
    expectsEncryption
      ? check(
          'encryption',
          'soft',
          pdf.encrypted,
          pdf.encrypted ? 'encrypted' : 'the issuer encrypts, this file is not encrypted',
        )
      : notApplicable('encryption', 'the issuer is not known to encrypt'),
    check(
      'author',
      'hard',
      anyMark((mark) => isOneOf(author, mark.authors)),
      named(author),
    ),
    check(
      'creator',
      'hard',
      anyMark((mark) => isOneOf(creator, mark.creators)),
      named(creator),
    ),
    check(
      'producer',
      'hard',
      !edited && anyMark((mark) => isOneOf(producer, mark.producers)),
      edited ? `${named(producer)} is a program that edits` : named(producer),
    ),
    profileCheck(pdf, marks),
  ]
}

const modDateCheck = ({ pdf }: FileFacts): Check => {
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

const creationDateCheck = ({ pdf, layout, lastDate, requestDate, asOf }: FileFacts): Check => {
  const created = instantOfPdfDate(pdf.meta.creationDate)
  if (created === undefined) return notApplicable('creation_date', 'absent')
  // The days of a statement are those of its own zone, the file's moment is an instant.
  const dayStart = (date: string): number => Date.parse(`${date}T00:00:00Z`) - layout.zoneHours * hourMs
  const faults: string[] = []
  if (lastDate !== '' && created < dayStart(lastDate)) faults.push(`before the last day ${lastDate}`)
  if (created > asOf.getTime() + dayMs) faults.push('in the future')
  if (requestDate !== undefined && Math.abs(created - dayStart(requestDate)) > (requestDaysMax + 1) * dayMs) {
    faults.push(`far from the request date ${requestDate}`)
  }
  return check('creation_date', 'soft', faults.length === 0, faults.join(', ') || 'after the last day')
}

/** Fonts that most pages have; a page that has none of them was made elsewhere. */
const fontCheck = ({ pages }: PdfText): Check => {
  const fontsOf = (page: Page): Set<string> => new Set(page.items.map(({ font }) => font))
  const sets = pages.map(fontsOf).filter((fonts) => fonts.size > 0)
  const counts = new Map<string, number>()
  for (const fonts of sets) for (const font of fonts) counts.set(font, (counts.get(font) ?? 0) + 1)
  const usual = new Set([...counts].filter(([, count]) => count > sets.length / 2).map(([font]) => font))
  const strange = sets.filter((fonts) => [...fonts].every((font) => !usual.has(font))).length
  const sizes = new Set(pages.map(({ width, height }) => `${Math.round(width)}x${Math.round(height)}`))
  const isUniform = sets.length < 2 || (strange === 0 && sizes.size === 1)
  return check('fonts', 'soft', isUniform, `${strange} pages in other fonts, ${sizes.size} page sizes`)
}

const namedPagesMax = 5

const found = (on: readonly number[], what: string, of: string): string => {
  const named = on.length > 0 ? `: page ${on.slice(0, namedPagesMax).join(', ')}` : ''
  return `${on.length} pages ${what}, ${of}${named}`
}

const drawingChecks = ({ pages, drawing }: PdfText): Check[] => {
  const { lookedAt, coveredOn, unseenOn } = drawing
  const of = `of ${lookedAt} looked at`
  const overlaid = pages.map(overlaysIn).filter((count) => count > 0).length
  return [
    check(
      'overlay',
      'hard',
      overlaid === 0,
      `${overlaid} of ${pages.length} pages with texts drawn over others`,
    ),
    check('covered_text', 'hard', coveredOn.length === 0, found(coveredOn, 'with figures painted over', of)),
    check('invisible_text', 'hard', unseenOn.length === 0, found(unseenOn, 'with amounts without ink', of)),
  ]
}

const pageOf = /\bpage\s*:?\s*(\d{1,4})\s*(?:of|\/|sur)\s*(\d{1,4})\b/i

const pageCountCheck = ({ pages }: PdfText): Check => {
  const declared = pages.flatMap((page) => {
    const line = linesOf(page).findLast(({ text }) => pageOf.test(text))
    const match = line && pageOf.exec(line.text)
    return match ? [{ page: page.number, at: Number(match[1]), of: Number(match[2]) }] : []
  })
  if (declared.length === 0) return notApplicable('page_count', 'pages are not counted on paper')
  const wrong = declared.filter(({ page, at, of }) => page !== at || of !== pages.length).length
  const missing = pages.length - declared.length
  return check(
    'page_count',
    'soft',
    wrong === 0 && missing === 0,
    `${wrong} pages numbered otherwise, ${missing} without a number`,
  )
}

const revisionCheck = ({ edits, leftBehind }: PdfText): Check =>
  check(
    'revisions',
    'hard',
    edits === 0 && (leftBehind ?? 0) === 0,
    leftBehind === null
      ? 'saved 0 times on top of itself; what else is in it is encrypted'
      : leftBehind === 0
        ? `saved ${edits} times on top of itself`
        : `${leftBehind} parts of an earlier state of the file are still in it`,
  )

/** What the file itself tells about its making; a genuine file passes all hard ones. */
export const fileChecks = (facts: FileFacts): Check[] => [
  ...markChecks(facts),
  modDateCheck(facts),
  creationDateCheck(facts),
  revisionCheck(facts.pdf),
  fontCheck(facts.pdf),
  ...drawingChecks(facts.pdf),
  pageCountCheck(facts.pdf),
]
