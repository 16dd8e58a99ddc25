import type { MigrationInterface, QueryRunner } from 'typeorm'

/** For a customer with one account, the address belongs to it. The inner SELECT is for MySQL, which cannot read a table that it updates. */
const ofTheOnlyAccount = `UPDATE accounts
  SET email = (SELECT customers.email FROM customers WHERE customers.id = accounts.customer_id)
  WHERE customer_id IN (SELECT customer_id FROM
    (SELECT customer_id FROM accounts GROUP BY customer_id HAVING COUNT(*) = 1) once)`

interface Account {
  readonly id: string
  readonly customer_id: string
  readonly email: string
  readonly clock_id: string | null
}

/** The accounts of customers with an address and several accounts; the latest account of a customer comes last. */
const accountsOfSeveral = `SELECT accounts.id, accounts.customer_id, customers.email, customers.clock_id
  FROM accounts JOIN customers ON customers.id = accounts.customer_id
  WHERE customers.email IS NOT NULL AND accounts.customer_id IN
    (SELECT customer_id FROM accounts GROUP BY customer_id HAVING COUNT(*) > 1)
  ORDER BY accounts.created_at, accounts.open_key IS NOT NULL, accounts.id`

const emailIn = (after: unknown): unknown =>
  typeof after === 'string' ? (JSON.parse(after) as { email?: unknown }).email : undefined

/** Whether an earlier account of the number had this address, which may then belong to another person. */
const wasKnownBefore = async (queryRunner: QueryRunner, account: Account): Promise<boolean> => {
  const entries: { subject: string; state_after: unknown }[] = await queryRunner.query(
    `SELECT subject, state_after FROM audit_log
     WHERE customer_id = ? AND action IN ('REGISTER_CUSTOMER', 'REQUEST_STATEMENT') ORDER BY id`,
    [account.customer_id],
  )
  const begin = entries.findIndex(({ subject }) => subject === account.id)
  return entries.slice(0, Math.max(begin, 0)).some((entry) => emailIn(entry.state_after) === account.email)
}

/**
 * The e-mail address belongs to an account and not to a number. An address that an earlier account of the number had is not copied
 * but removed from the customer, as the present customer may be another person and can give theirs again; test customers are always
 * one person.
 */
export class KeepEmailsByAccount1764830000000 implements MigrationInterface {
  readonly name = 'KeepEmailsByAccount1764830000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN email varchar(254) NULL')
    await queryRunner.query(ofTheOnlyAccount)
    const accounts: Account[] = await queryRunner.query(accountsOfSeveral)
    const last = new Map(accounts.map((account) => [account.customer_id, account]))
    for (const account of last.values()) {
      const [table, id] =
        account.clock_id === null && (await wasKnownBefore(queryRunner, account))
          ? ['customers', account.customer_id]
          : ['accounts', account.id]
      const email = table === 'customers' ? null : account.email
      await queryRunner.query(`UPDATE ${table} SET email = ? WHERE id = ?`, [email, id])
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN email')
  }
}
