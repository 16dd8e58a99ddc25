import type { MigrationInterface, QueryRunner } from 'typeorm'

const table = `CREATE TABLE evidence_seals (
    number bigint NOT NULL PRIMARY KEY,
    kind varchar(32) NOT NULL,
    row_id varchar(40) NOT NULL,
    hash varchar(64) NOT NULL)`
const index = 'CREATE UNIQUE INDEX uq_evidence_seals_row ON evidence_seals (kind, row_id)'

const guard = (isMysql: boolean, event: 'UPDATE' | 'DELETE'): string => {
  const name = `evidence_seals_no_${event.toLowerCase()}`
  const message = 'evidence_seals are never changed or removed'
  return isMysql
    ? `CREATE TRIGGER ${name} BEFORE ${event} ON evidence_seals FOR EACH ROW
       SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'`
    : `CREATE TRIGGER ${name} BEFORE ${event} ON evidence_seals BEGIN SELECT RAISE(ABORT, '${message}'); END`
}

/** The chain in which audit rows and journals are sealed. */
export class SealEvidence1764872000000 implements MigrationInterface {
  readonly name = 'SealEvidence1764872000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const statement of [table, index, guard(isMysql, 'UPDATE'), guard(isMysql, 'DELETE')])
      await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE evidence_seals')
  }
}
