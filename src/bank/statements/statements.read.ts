import type { Sql } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Statement } from '../statement-orders/statement.entity.js'

/** MySQL ignores trailing blanks and finds `STM-X` for `STM-X ` too, so the id is compared again. */
const exactly = (statement: Statement | undefined, reference: string): Statement | undefined =>
  statement?.id === reference ? statement : undefined

export const findStatement = async (sql: Sql, reference: string): Promise<Statement | undefined> =>
  exactly(await selectOne(sql, Statement, 'WHERE id = ?', [reference]), reference)

/** The statement that this number requested; undefined for that of another number. */
export const statementOf = async (
  sql: Sql,
  msisdn: Msisdn,
  reference: string,
): Promise<Statement | undefined> =>
  exactly(
    await selectOne(
      sql,
      Statement,
      'JOIN customers ON customers.id = statements.customer_id WHERE statements.id = ? AND customers.msisdn = ?',
      [reference, msisdn],
    ),
    reference,
  )
