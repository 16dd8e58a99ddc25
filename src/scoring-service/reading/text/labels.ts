import type { Line, TextItem } from './page.js'
import { plainWords, withoutDoubling } from './words.js'

export type LabelKey =
  | 'name'
  | 'phoneNumber'
  | 'email'
  | 'statementPeriod'
  | 'requestDate'
  | 'accountNumber'
  | 'customerNumber'
  | 'accountType'
  | 'accountCreationDate'
  | 'branch'
  | 'currency'
  | 'openingBalance'
  | 'closingBalance'
  | 'availableBalance'
  | 'sumPaidIn'
  | 'sumPaidOut'
  | 'countPaidIn'
  | 'countPaidOut'

/** What statements call the facts of their head, in the words of `plainWords`. */
const labels: Readonly<Record<LabelKey, readonly string[]>> = {
  name: [
    'customer name',
    'account name',
    'account holder',
    'account holder name',
    'organization name',
    'organisation name',
    'client name',
    'name',
    'titulaire',
    'titulaire du compte',
    'nom du client',
    'intitule du compte',
    'nom et prenom',
    'client',
    'nom',
  ],
  phoneNumber: [
    'mobile number',
    'phone number',
    'telephone',
    'phone',
    'mobile no',
    'msisdn',
    'numero de telephone',
    'tel',
  ],
  email: ['email address', 'e mail address', 'email', 'e mail', 'adresse email', 'courriel'],
  statementPeriod: [
    'statement period',
    'time period',
    'period',
    'periode',
    'periode du releve',
    'statement for the period',
    'date range',
  ],
  requestDate: [
    'request date',
    'date of statement',
    'statement date',
    'date printed',
    'print date',
    'date d edition',
    'edite le',
    'date du releve',
  ],
  accountNumber: [
    'account number',
    'account no',
    'a c no',
    'a c number',
    'numero de compte',
    'n de compte',
    'no compte',
    'compte n',
    'n compte',
    'iban',
    'short code',
    'shortcode',
    'till number',
  ],
  customerNumber: [
    'customer number',
    'customer no',
    'customer id',
    'cif',
    'cif id',
    'client number',
    'numero client',
    'code client',
    'matricule',
  ],
  accountType: ['account type', 'product', 'product name', 'type de compte', 'account class'],
  accountCreationDate: [
    'account opening date',
    'date opened',
    'open date',
    'account creation date',
    'date d ouverture',
  ],
  branch: ['branch', 'branch name', 'account branch', 'agence', 'code agence'],
  currency: ['currency', 'account currency', 'devise', 'monnaie'],
  openingBalance: [
    'opening balance',
    'brought forward balance',
    'balance brought forward',
    'balance b f',
    'solde initial',
    'ancien solde',
    'solde precedent',
    'solde d ouverture',
    'solde anterieur',
    'solde de depart',
  ],
  closingBalance: [
    'closing balance',
    'ledger balance',
    'balance at period end',
    'solde final',
    'nouveau solde',
    'solde de cloture',
    'solde de fin',
    'current balance',
  ],
  availableBalance: ['available balance', 'cleared balance', 'uncleared balance', 'solde disponible'],
  sumPaidIn: [
    'total credit amount',
    'total credits',
    'total credit',
    'total money in',
    'total deposits',
    'total paid in',
    'total credits value',
    'total des credits',
    'total credit xaf',
    'total crediteur',
    'credit total',
  ],
  sumPaidOut: [
    'total debit amount',
    'total debits',
    'total debit',
    'total money out',
    'total withdrawals',
    'total paid out',
    'total debits value',
    'total des debits',
    'total debiteur',
    'debit total',
  ],
  countPaidIn: [
    'credit count',
    'no of credits',
    'number of credits',
    'count of credits',
    'nombre de credits',
  ],
  countPaidOut: ['debit count', 'no of debits', 'number of debits', 'count of debits', 'nombre de debits'],
}

const keyByLabel = new Map<string, LabelKey>(
  Object.entries(labels).flatMap(([key, names]) => names.map((name) => [name, key as LabelKey] as const)),
)

export const labelOf = (text: string): LabelKey | undefined =>
  keyByLabel.get(plainWords(withoutDoubling(text)))

export type Labels = Partial<Record<LabelKey, string>>

const keep = (found: Labels, key: LabelKey, value: string): void => {
  const plain = value.replace(/^[\s:]+/, '').trim()
  if (plain === '') return
  if (found[key] === undefined) found[key] = plain
  // Two currencies are a contradiction, which is told and not solved.
  else if (key === 'currency' && !found[key].includes(plain)) found[key] += ` ${plain}`
}

/** `Label: value` in one piece; the value may hold colons of its own. */
const inOnePiece = (text: string): [LabelKey, string] | undefined => {
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const key = labelOf(text.slice(0, colon))
  return key === undefined ? undefined : [key, text.slice(colon + 1)]
}

/** How far below its label a value may stand that is not beside it. */
const belowPointsMax = 20

const valueBelow = (item: TextItem, lines: readonly Line[], at: number): string | undefined => {
  const next = lines[at + 1]
  if (!next || next.page !== lines[at]?.page || next.y - item.y > belowPointsMax) return undefined
  const below = next.items.find((other) => Math.abs(other.x - item.x) < 3)
  return below && labelOf(below.text) === undefined && !inOnePiece(below.text) ? below.text : undefined
}

/** In heights of the letters: the space between two words, where a program draws each by itself. */
const wordGapMax = 0.8

/** Pieces of one label or value, put together again. */
const joined = (items: readonly TextItem[]): TextItem[] => {
  const found: TextItem[] = []
  for (const item of items) {
    const before = found.at(-1)
    if (before && item.x - before.right <= wordGapMax * item.height && item.x >= before.right - 1) {
      found[found.length - 1] = { ...before, text: `${before.text} ${item.text}`, right: item.right }
    } else found.push(item)
  }
  return found
}

const valuesIn = (lines: readonly Line[]): [LabelKey, string][] => {
  const found: [LabelKey, string][] = []
  lines.forEach(({ items: pieces }, at) => {
    const items = joined(pieces)
    for (let i = 0; i < items.length; i += 1) {
      const item = items[i] as TextItem
      const whole = inOnePiece(item.text)
      const key = whole?.[0] ?? labelOf(item.text)
      if (key === undefined) continue
      const values: string[] = [whole?.[1] ?? '']
      for (const other of items.slice(i + 1)) {
        if (labelOf(other.text) !== undefined || inOnePiece(other.text)) break
        values.push(other.text)
      }
      const beside = values.join(' ').replace(/^[\s:]+/, '')
      found.push([key, beside === '' ? (valueBelow(item, lines, at) ?? '') : beside])
    }
  })
  return found
}

/** The labelled facts of some lines. The first that names a fact wins. */
export const labelsIn = (lines: readonly Line[]): Labels => {
  const found: Labels = {}
  for (const [key, value] of valuesIn(lines)) keep(found, key, value)
  return found
}

/** What banks call an account that has no name of its own, under the label of a name. */
const kindOfAccount = /\b(account|current|savings|business|compte|courant|[eé]pargne|branch|agence)\b/i

/** Every name that is printed as the holder's: a paper has one. */
export const holdersIn = (lines: readonly Line[]): string[] => [
  ...new Set(
    valuesIn(lines)
      .filter(([key, value]) => key === 'name' && /\p{L}{2}/u.test(value) && !kindOfAccount.test(value))
      .map(([, value]) => value.trim()),
  ),
]
