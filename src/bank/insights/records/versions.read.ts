import { column, columns, integer, text } from '../../../platform/database/read-row.js'
import { beginningOf, type LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Dates } from '../rules/periods.rules.js'
import type { Reader } from './insights.read.js'

/** A version of a product, and the date on which it was published. */
export interface PublishedVersion {
  readonly product: string
  readonly version: number
  readonly ratePpm: number
  readonly publishedOn: LocalDate
}

const versionOf = columns({
  product: column('code', text),
  version: integer,
  ratePpm: integer,
  publishedAt: integer,
})

const versionsMax = 50

/** The versions that were published on these dates, the latest first, at most `versionsMax`. */
export const readVersions = async (
  { sql, zone }: Reader,
  { from, before }: Dates,
  dateOf: (at: Instant) => LocalDate,
): Promise<PublishedVersion[]> => {
  const rows = await sql.all(
    `SELECT code, version, rate_ppm, published_at FROM product_versions WHERE published_at >= ? AND published_at < ?
     ORDER BY published_at DESC, code, version LIMIT ${versionsMax}`,
    [beginningOf(from, zone), beginningOf(before, zone)],
  )
  return rows
    .map(versionOf)
    .map(({ publishedAt, ...version }) => ({ ...version, publishedOn: dateOf(publishedAt) }))
}
