import type { Dialect } from '../database/dialect.js'

/**
 * The gross interest of each row of `positions JOIN deposits` by the date `on`: the same integer as `interestOn` gives
 * (a test compares them), so that a day of a whole book is one statement. `on` is a column or a literal, since it is
 * used more than once; a parameter becomes a column by `CROSS JOIN (SELECT ? AS day)`. Exact while a product's largest
 * interest stays below 2^63, which publishing checks.
 */
export const interestSql = (dialect: Dialect, on: string): string => {
  const until = `CASE WHEN positions.maturity_on < ${on} THEN positions.maturity_on ELSE ${on} END`
  const days = dialect.days('deposits.value_on', until)
  const ratio = dialect.divide(
    `2 * positions.rate_ppm * deposits.principal * ${days} + 1000000 * positions.basis_days`,
    '2 * 1000000 * positions.basis_days',
  )
  return `CASE WHEN ${on} > deposits.value_on AND positions.maturity_on > deposits.value_on THEN ${ratio} ELSE 0 END`
}
