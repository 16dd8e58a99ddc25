import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Statement } from './statement.entity.js'

/** How many statements a screen shows of one customer. */
const statementsOfCustomerMax = 50

/** MySQL finds `STM-X` for `STM-X ` too, hence the second look. */
const exactly = (statement: Statement | undefined, reference: string): Statement | undefined =>
  statement?.id === reference ? statement : undefined

export const findStatement = async (sql: Sql, reference: string): Promise<Statement | undefined> =>
  exactly(await selectOne(sql, Statement, 'WHERE id = ?', [reference]), reference)

/** The statement that this number asked for. Another's looks like one that does not exist. */
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

/** The latest statements of many customers in one statement, newest first; `customerIds` has at least one. */
export const readStatementsOf = (sql: Sql, customerIds: readonly string[]): Promise<Statement[]> => {
  const { places, parameters } = inList(customerIds)
  return selectAll(
    sql,
    Statement,
    `JOIN (SELECT id AS ranked_id,
         ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at DESC, id DESC) AS place
       FROM statements WHERE customer_id IN (${places})) ranked ON ranked_id = statements.id
     WHERE place <= ${statementsOfCustomerMax} ORDER BY created_at DESC, id DESC`,
    parameters,
  )
}
