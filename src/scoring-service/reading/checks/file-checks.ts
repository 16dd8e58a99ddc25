import { check, notApplicable, type Check } from './checks.js'
import { creationDateCheck, modDateCheck, type DateFacts } from './date-checks.js'
import { editors } from '../layouts/editors.js'
import type { IssuerProfile } from '../layouts/layout.js'
import { wordsIn } from '../drawing/hidden-figures.js'
import { overlaysIn } from '../drawing/overlays.js'
import { instantOfPdfDate } from '../text/meta.js'
import { linesOf, type Page } from '../text/page.js'
import type { PdfText } from '../pdf/pdf.js'

export interface FileFacts extends DateFacts {
  readonly pdf: PdfText
  /** The holder's details as printed in the head: a genuine statement never hides them. */
  readonly holderDetails: readonly string[]
}

const isOneOf = (value: string, accepted: readonly (RegExp | null)[]): boolean =>
  accepted.some((pattern) => (pattern === null ? value === '' : pattern.test(value)))

/** The profiles that are valid for the year in which the file was made; all profiles if the file does not show when. */
const profilesOf = ({ pdf, layout }: FileFacts): readonly IssuerProfile[] => {
  const created = instantOfPdfDate(pdf.meta.creationDate)
  if (created === undefined) return layout.profiles
  const year = new Date(created).getUTCFullYear()
  return layout.profiles.filter(({ since, until }) => year >= since && year <= (until ?? year))
}

const quotedOrAbsent = (value: string): string => (value === '' ? 'absent' : `'${value}'`)

/** Whether the file was written by a program in the list of editors. */
export const isEdited = ({ meta }: PdfText): boolean =>
  editors.some((editor) => editor.test(meta.producer) || editor.test(meta.creator))

/**
 * Whether the file is encrypted at a level that its issuer uses and, in spite of the encryption, could be searched for parts of an
 * earlier state: a file that was decrypted, changed and encrypted again could hide such parts. Always true if the issuer is
 * not known to encrypt.
 */
const isEncryptedAsIssued = (
  { encrypted, encryptionLevel, leftBehind }: PdfText,
  { encryption }: IssuerProfile,
): boolean =>
  encryption === null ||
  (encrypted && encryptionLevel !== null && encryption.includes(encryptionLevel) && leftBehind !== null)

/**
 * Whether one profile fits everything that the file shows about its making. A file that shows nothing would fit every
 * profile, so it is treated as fitting none.
 */
const profileCheck = (pdf: PdfText, profiles: readonly IssuerProfile[]): Check => {
  const { meta, hasCorrectOffsets } = pdf
  const { author, creator, producer } = meta
  if (`${author}${creator}${producer}` === '') {
    return check('profile', 'hard', false, 'the file does not say who made it')
  }
  if (instantOfPdfDate(meta.creationDate) === undefined) {
    return check('profile', 'hard', false, 'the file does not say when it was made')
  }
  if (!hasCorrectOffsets) {
    return check('profile', 'hard', false, 'its parts are not where the file says that they are')
  }
  const fitting = profiles.filter(
    (profile) =>
      isOneOf(author, profile.authors) &&
      isOneOf(creator, profile.creators) &&
      isOneOf(producer, profile.producers),
  )
  if (fitting.length === 0) return check('profile', 'hard', false, 'no known profile of the issuer fits')
  const isKnown = fitting.some((profile) => isEncryptedAsIssued(pdf, profile))
  return check('profile', 'hard', isKnown, isKnown ? 'known' : 'it is not encrypted as its issuer does it')
}

const profileChecks = (facts: FileFacts): Check[] => {
  const { pdf, layout } = facts
  const { author, creator, producer } = pdf.meta
  const edited = isEdited(pdf)
  if (layout.profiles.length === 0) {
    const unknown = 'it is not known how the issuer makes its files'
    return [
      ...(['encryption', 'author', 'creator'] as const).map((id) => notApplicable(id, unknown)),
      edited
        ? check('producer', 'hard', false, `${quotedOrAbsent(producer)} is a program that edits`)
        : notApplicable('producer', unknown),
      check('profile', 'hard', false, unknown),
    ]
  }
  const profiles = profilesOf(facts)
  const anyProfile = (test: (profile: IssuerProfile) => boolean): boolean => profiles.some(test)
  const expectsEncryption = layout.profiles.some((profile) => profile.encryption !== null)
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
      anyProfile((profile) => isOneOf(author, profile.authors)),
      quotedOrAbsent(author),
    ),
    check(
      'creator',
      'hard',
      anyProfile((profile) => isOneOf(creator, profile.creators)),
      quotedOrAbsent(creator),
    ),
    check(
      'producer',
      'hard',
      !edited && anyProfile((profile) => isOneOf(producer, profile.producers)),
      edited ? `${quotedOrAbsent(producer)} is a program that edits` : quotedOrAbsent(producer),
    ),
    profileCheck(pdf, profiles),
  ]
}

/**
 * Whether each page uses a font that most pages use, and all pages have one size. Any other page was made elsewhere.
 */
const fontCheck = ({ pages }: PdfText): Check => {
  const fontsOf = (page: Page): Set<string> => new Set(page.items.map(({ font }) => font))
  const sets = pages.map(fontsOf).filter((fonts) => fonts.size > 0)
  const counts = new Map<string, number>()
  for (const fonts of sets) for (const font of fonts) counts.set(font, (counts.get(font) ?? 0) + 1)
  const usual = new Set([...counts].filter(([, count]) => count > sets.length / 2).map(([font]) => font))
  const strangeCount = sets.filter((fonts) => [...fonts].every((font) => !usual.has(font))).length
  const sizes = new Set(pages.map(({ width, height }) => `${Math.round(width)}x${Math.round(height)}`))
  const isUniform = sets.length < 2 || (strangeCount === 0 && sizes.size === 1)
  return check('fonts', 'soft', isUniform, `${strangeCount} pages in other fonts, ${sizes.size} page sizes`)
}

const namedPagesMax = 5

const pagesText = (on: readonly number[], what: string, examined: string): string => {
  const named = on.length > 0 ? `: page ${on.slice(0, namedPagesMax).join(', ')}` : ''
  return `${on.length} pages ${what}, ${examined}${named}`
}

/** Whether invisible text contains the holder's details. */
const hidesHolder = (unseen: readonly string[], holderDetails: readonly string[]): boolean => {
  return holderDetails.flatMap(wordsIn).some((word) => unseen.some((text) => text.includes(word)))
}

const drawingChecks = ({ pdf: { pages, drawing }, holderDetails }: FileFacts): Check[] => {
  const { examinedCount, coveredOn, unseenOn, unseenWords } = drawing
  const isHolderHidden = hidesHolder(unseenWords, holderDetails)
  const examined = `of ${examinedCount} looked at`
  const overlaid = pages.map(overlaysIn).filter((count) => count > 0).length
  return [
    check(
      'overlay',
      'hard',
      overlaid === 0,
      `${overlaid} of ${pages.length} pages with texts drawn over others`,
    ),
    check(
      'covered_text',
      'hard',
      coveredOn.length === 0,
      pagesText(coveredOn, 'with figures painted over', examined),
    ),
    check(
      'invisible_text',
      'hard',
      unseenOn.length === 0 && !isHolderHidden,
      `${pagesText(unseenOn, 'with amounts without ink', examined)}${isHolderHidden ? "; the holder's details are without ink" : ''}`,
    ),
  ]
}

const pageNumberPattern = /\bpage\s*:?\s*(\d{1,4})\s*(?:of|\/|sur)\s*(\d{1,4})\b/i

const pageCountCheck = ({ pages }: PdfText): Check => {
  const declared = pages.flatMap((page) => {
    const line = linesOf(page).findLast(({ text }) => pageNumberPattern.test(text))
    const match = line && pageNumberPattern.exec(line.text)
    return match ? [{ page: page.number, printed: Number(match[1]), count: Number(match[2]) }] : []
  })
  if (declared.length === 0) return notApplicable('page_count', 'pages are not counted on paper')
  const wrong = declared.filter(
    ({ page, printed, count }) => page !== printed || count !== pages.length,
  ).length
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

/**
 * The checks of how the file was made. A genuine file passes all hard checks if the profiles of its issuer are known.
 */
export const fileChecks = (facts: FileFacts): Check[] => [
  ...profileChecks(facts),
  modDateCheck(facts),
  creationDateCheck(facts),
  revisionCheck(facts.pdf),
  fontCheck(facts.pdf),
  ...drawingChecks(facts),
  pageCountCheck(facts.pdf),
]
