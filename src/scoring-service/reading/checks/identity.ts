import type { Applicant } from '../../model/engine.js'
import type { Labels } from '../text/labels.js'

/** Letters only, without accents and case; an apostrophe or a hyphen does not split a name. */
const namesIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´-]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/** Names with a hyphen or an apostrophe may be printed joined or apart, so both readings are tried. */
const readings = (text: string): string[][] => [namesIn(text), namesIn(text.replaceAll(/['’‘`´-]/g, ' '))]

const hasAny = (printed: readonly string[], names: readonly string[]): boolean =>
  names.some((word) => word.length > 1 && printed.includes(word))

/**
 * Whether a printed name can be the applicant's: it contains a first name and a last name of the applicant, in any
 * order, with anything between them (docs/design/statement-layouts.md#names-of-persons). Spellings with
 * and without accents, hyphens or case agree, since they are far more often of one person than of two.
 */
export const namesAgree = (
  printed: string,
  applicant: Pick<Applicant, 'firstName' | 'middleName' | 'lastName'>,
): boolean =>
  readings(printed).some((words) =>
    readings(`${applicant.firstName} ${applicant.middleName ?? ''}`).some((first) =>
      readings(applicant.lastName).some((last) => {
        const firstWord = first.find((word) => hasAny(words, [word]))
        if (firstWord === undefined) return false
        const rest = words.toSpliced(words.indexOf(firstWord), 1)
        return hasAny(rest, last)
      }),
    ),
  )

/** Separators between joint holders. A slash beside a single letter, as in `A/C`, `C/O` and `D/O`, is not one. */
const holderSeparator =
  /\s*(?:[&;+]|(?<=\p{L}{2})\s*\/\s*(?=\p{L}{2})|\b(?:and\/or|and|or|et\/ou|et|ou)\b)\s*/iu

/**
 * The holders of an account of two people or of a firm, one by one: `A AND B`, `A & B`, `A OR B`. Empty for a single
 * name. A firm adds an empty name, which agrees with no applicant.
 */
export const jointHoldersIn = (printed: string): string[] => {
  const firm = /\b(?:ltd|limited|plc|llp|sarl)\b/i.test(printed) ? [''] : []
  const holders = printed.split(holderSeparator).filter((name) => namesIn(name).length > 1)
  return holders.length > 1 ? [...firm, ...holders] : firm
}

const masked = /[*xX•#]/

/** Compares from the end, since numbers are printed with different beginnings; a masked character agrees with any other. */
const endsAgree = (printed: string, given: string, lengthMin: number): boolean => {
  const length = Math.min(printed.length, given.length)
  if (length < lengthMin) return false
  for (let i = 1; i <= length; i += 1) {
    const letter = printed.at(-i) as string
    if (!masked.test(letter) && letter !== given.at(-i)) return false
  }
  return true
}

const nationalDigits = 9

/** With fewer digits, a number does not show whose it is. */
const shownDigitsMin = 5

/**
 * Whether two numbers are the same: `2547******123`, `0712 345 678` and `+254712345678` are. Issuers mask with more or
 * fewer stars than there are digits, so only the ends of a masked number are compared. `given` is E.164.
 */
export const phonesAgree = (printed: string, given: string): boolean => {
  const plain = printed.replaceAll(/[^\d*xX•#]/g, '')
  const digits = given.replaceAll(/\D/g, '')
  const forms = [digits, `0${digits.slice(-nationalDigits)}`, digits.slice(-nationalDigits)]
  const match = /^(\d*)[*xX•#][\d*xX•#]*?(\d*)$/.exec(plain)
  if (!match) return forms.includes(plain)
  const [, start = '', end = ''] = match
  if (start.length + end.length < shownDigitsMin) return false
  return forms.some((form) => form.startsWith(start) && form.endsWith(end))
}

/** Compared in lower case; a masked mailbox agrees if its visible letters do. */
export const emailsAgree = (printed: string, given: string): boolean => {
  const [printedBox = '', printedHost] = printed.toLowerCase().split('@')
  const [givenBox = '', givenHost] = given.toLowerCase().split('@')
  if (printedHost !== givenHost) return false
  if (!printedBox.includes('*')) return printedBox === givenBox
  const [start = '', end = ''] = [printedBox.split('*')[0], printedBox.split('*').at(-1)]
  return givenBox.startsWith(start) && givenBox.endsWith(end)
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

const accountDigitsMin = 4

/** Account numbers are printed with spaces, dashes, leading zeros and masks. */
export const accountsAgree = (printed: string, given: string): boolean => {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9*•#]/g, '')
  const [a, b] = [plain(printed).replace(/^0+/, ''), plain(given).replace(/^0+/, '')]
  if (!/[*•#]/.test(a)) return a === b
  return endsAgree(a, b, accountDigitsMin)
}

/**
 * The labels with the number and the address of the holder. `Tel` and `Email` in the head of a bank's statement may be
 * the bank's own: there they are the holder's only if they are the applicant's.
 */
export const withHoldersContacts = (labels: Labels, applicant: Applicant, isBank: boolean): Labels => {
  const { contactPhone, contactEmail } = labels
  const isOwnPhone = contactPhone !== undefined && phonesAgree(contactPhone, applicant.phoneNumber)
  const isOwnEmail =
    contactEmail !== undefined && applicant.email !== null && emailsAgree(contactEmail, applicant.email)
  return {
    ...(contactPhone !== undefined && (isOwnPhone || !isBank) && { phoneNumber: contactPhone }),
    ...(contactEmail !== undefined && (isOwnEmail || !isBank) && { email: contactEmail }),
    ...labels,
  }
}
