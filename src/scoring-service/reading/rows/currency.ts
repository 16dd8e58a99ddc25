import { hasTables } from '../../card/rows/parameters.rules.js'
import type { Cells } from './columns.js'
import { amountColumns, type Layout } from '../layouts/layout.js'

/** The words with which statements name their currency. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(kes|kshs?|kenyan? shillings?)\b/i, 'KES'],
  [/\b(ugx|ushs?|ugandan? shillings?)\b/i, 'UGX'],
  [/\b(tzs|tshs?|tanzanian? shillings?)\b/i, 'TZS'],
  [/\b(rwf|frw|rwandan? francs?)\b/i, 'RWF'],
  [/\b(ngn|naira)\b|₦/i, 'NGN'],
  [/\b(ghs|ghc|cedis?)\b|₵/i, 'GHS'],
  [/\b(zmw|zmk|kwacha)\b/i, 'ZMW'],
  [/\b(etb|birr)\b/i, 'ETB'],
  [/\b(cdf|congolese francs?)\b/i, 'CDF'],
  [/\b(zar|rands?)\b/i, 'ZAR'],
  [/\bxof\b/i, 'XOF'],
  [/\b(xaf|fcfa|f cfa|cfa|franc cfa)\b/i, 'XAF'],
  [/\b(usd|us dollars?)\b/i, 'USD'],
  [/\b(eur|euros?)\b/i, 'EUR'],
  [/\b(gbp|pounds? sterling)\b/i, 'GBP'],
]

const codesIn = (text: string): string[] => {
  const found = words.filter(([pattern]) => pattern.test(text)).map(([, code]) => code)
  return found.includes('XOF') ? found.filter((code) => code !== 'XAF') : found
}

/**
 * The currencies that the label names. If none of its words is in `words`, three capitals in it are taken as a code:
 * otherwise a currency from another text of the statement would be chosen.
 */
const currenciesOfLabel = (text: string | undefined): string[] => {
  if (text === undefined) return []
  const known = codesIn(text)
  const code = /\b[A-Z]{3}\b/.exec(text)?.[0]
  return known.length > 0 || code === undefined ? known : [code]
}

/** Countries with one currency, for a bank with subsidiaries in several countries. */
const countries: readonly (readonly [RegExp, string])[] = [
  [/\bkenya\b/i, 'KES'],
  [/\buganda\b/i, 'UGX'],
  [/\btanzania\b/i, 'TZS'],
  [/\brwanda\b/i, 'RWF'],
  [/\bnigeria\b/i, 'NGN'],
  [/\bghana\b/i, 'GHS'],
  [/\bzambia\b/i, 'ZMW'],
  [/\bethiopia\b/i, 'ETB'],
  [/\b(cameroun|cameroon|gabon|tchad|chad|centrafrique)\b/i, 'XAF'],
  [/\b(s[eé]n[eé]gal|c[oô]te d.ivoire|mali|b[eé]nin|togo|burkina faso|niger)\b/i, 'XOF'],
]

/**
 * Matches the name of a bank's subsidiary, which shows its country and so its currency: `EQUITY BANK (UGANDA)
 * LIMITED`, `Bank of Uganda Ltd`, `KCB Rwanda PLC`. The address of a customer does not match.
 */
const subsidiaryIn = (country: RegExp): RegExp =>
  new RegExp(
    String.raw`\bbank\W+(?:of\W+)?(?:${country.source})|(?:${country.source})\W+(?:ltd|limited|plc|s\.?a)\b`,
    'i',
  )

const subsidiaries = countries.map(([country, code]) => [subsidiaryIn(country), code] as const)

export interface CurrencyFacts {
  readonly label: string | undefined
  /** The text above the rows, including their headings. */
  readonly above: string
  readonly rows: readonly { readonly cells: Cells }[]
  readonly layout: Layout
}

const currenciesInCells = (rows: CurrencyFacts['rows']): Set<string> => {
  const currencies = new Set<string>()
  for (const { cells } of rows) {
    for (const key of amountColumns) {
      const text = cells[key]
      if (text !== undefined && /[\p{L}\p{Sc}]/u.test(text))
        for (const code of codesIn(text)) currencies.add(code)
    }
  }
  return currencies
}

/**
 * The currency of a statement: the printed one, from its label or its words; else that of the only country that is
 * named, or of the issuer. Null if none is found, or if the printed texts contradict each other.
 */
export const currencyOf = ({
  label,
  above,
  rows,
  layout,
}: CurrencyFacts): { printed: string | null; currency: string | null } => {
  const labelCodes = currenciesOfLabel(label)
  const head = labelCodes.length > 0 ? labelCodes : codesIn(above)
  const printed = [...new Set([...head, ...currenciesInCells(rows)])]
  const [only] = printed
  if (printed.length > 1) return { printed: null, currency: null }
  if (only !== undefined) {
    const subsidiaryCurrencies = subsidiaries
      .filter(([pattern]) => pattern.test(above))
      .map(([, code]) => code)
    const isElsewhere =
      hasTables(only) && subsidiaryCurrencies.length > 0 && !subsidiaryCurrencies.includes(only)
    return isElsewhere ? { printed: null, currency: null } : { printed: only, currency: only }
  }
  const places = new Set(countries.filter(([pattern]) => pattern.test(above)).map(([, code]) => code))
  const [place] = places
  return { printed: null, currency: places.size === 1 && place ? place : layout.currency }
}
