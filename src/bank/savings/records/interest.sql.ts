import type { Dialect } from '../../../platform/database/dialect.js'
import { dayCountBasis, ratePpmMax } from '../../../kernel/interest.js'

/**
 * 2^63, less what `ratioSql` adds in order to round (half of the largest divisor, 2 * 1,000,000 * 365: that is 365,000,000), and less
 * 775,808 for the error of a product of doubles.
 */
const numeratorMax = '9.223372036489e18'

const daysSql = (dialect: Dialect, on: string): string =>
  dialect.days(
    'deposits.value_on',
    `CASE WHEN positions.maturity_on < ${on} THEN positions.maturity_on ELSE ${on} END`,
  )

/**
 * SQL: a row has values within the bounds that publishing a product and settling a deposit enforce. Within them the arithmetic up
 * to the date `on` is exact.
 */
const isValid = (dialect: Dialect, on: string): string =>
  [
    dialect.isInteger('positions.rate_ppm'),
    `positions.rate_ppm >= 0 AND positions.rate_ppm <= ${ratePpmMax}`,
    `positions.basis_days IN (${Object.values(dayCountBasis).join(', ')})`,
    dialect.isInteger('deposits.principal'),
    'deposits.principal > 0',
    dialect.isDate('deposits.value_on'),
    dialect.isDate('positions.maturity_on'),
    `2e0 * positions.rate_ppm * deposits.principal * ${daysSql(dialect, on)} < ${numeratorMax}`,
  ].join(' AND ')

/** The interest of a row for which `isValid` holds. */
const ratioSql = (dialect: Dialect, on: string): string => {
  const ratio = dialect.divide(
    `2 * positions.rate_ppm * deposits.principal * ${daysSql(dialect, on)} + 1000000 * positions.basis_days`,
    '2 * 1000000 * positions.basis_days',
  )
  return `CASE WHEN ${on} > deposits.value_on AND positions.maturity_on > deposits.value_on THEN ${ratio} ELSE 0 END`
}

/**
 * The gross interest of each row of `positions JOIN deposits` by the date `on`: the same integer as `interestOn` gives
 * (a test compares them), so that a day of a whole book is one statement. `on` must be a column or a literal, since it occurs more
 * than once; a parameter becomes a column by `CROSS JOIN (SELECT ? AS day)`. NULL for an invalid row, on which MySQL would fail
 * the whole statement and SQLite would compute in floating point.
 */
export const interestSql = (dialect: Dialect, on: string): string =>
  `CASE WHEN ${isValid(dialect, on)} THEN ${ratioSql(dialect, on)} END`

/**
 * Interest by `to` less interest by the earlier `from`, with only one validity check per row, since a night evaluates a million
 * rows.
 */
export const earnedSql = (dialect: Dialect, from: string, to: string): string =>
  `CASE WHEN ${isValid(dialect, to)} THEN ${ratioSql(dialect, to)} - ${ratioSql(dialect, from)} END`
