import type { Dialect } from '../database/dialect.js'
import { dayCountBasis, ratePpmMax } from '../shared/interest.js'

/** Below 2^63 by more than the error of a double, and by more than the half that rounding adds. */
const numeratorMax = '9.223372036489e18'

/** What publishing a product and settling a deposit let through: all that the interest of a row hangs on. */
const isReadable = ({ isInteger, isDate }: Dialect): string =>
  [
    isInteger('positions.rate_ppm'),
    `positions.rate_ppm >= 0 AND positions.rate_ppm <= ${ratePpmMax}`,
    `positions.basis_days IN (${Object.values(dayCountBasis).join(', ')})`,
    isInteger('deposits.principal'),
    'deposits.principal > 0',
    isDate('deposits.value_on'),
    isDate('positions.maturity_on'),
  ].join(' AND ')

/**
 * The gross interest of each row of `positions JOIN deposits` by the date `on`: the same integer as `interestOn` gives
 * (a test compares them), so that a day of a whole book is one statement. `on` is a column or a literal, since it is
 * used more than once; a parameter becomes a column by `CROSS JOIN (SELECT ? AS day)`. NULL for a row that no product could
 * have made: one that MySQL would break the statement on, and SQLite compute in floating point.
 */
export const interestSql = (dialect: Dialect, on: string): string => {
  const until = `CASE WHEN positions.maturity_on < ${on} THEN positions.maturity_on ELSE ${on} END`
  const days = dialect.days('deposits.value_on', until)
  const ratio = dialect.divide(
    `2 * positions.rate_ppm * deposits.principal * ${days} + 1000000 * positions.basis_days`,
    '2 * 1000000 * positions.basis_days',
  )
  const isExact = `2e0 * positions.rate_ppm * deposits.principal * ${days} < ${numeratorMax}`
  return `CASE WHEN ${isReadable(dialect)} THEN
    CASE WHEN ${on} > deposits.value_on AND positions.maturity_on > deposits.value_on
      THEN CASE WHEN ${isExact} THEN ${ratio} END ELSE 0 END
    END`
}
