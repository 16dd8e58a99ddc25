import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = ['by_first_name', 'by_last_name'] as const
const indexes: readonly (readonly [name: string, column: string])[] = [
  ['ix_score_requests_first_name', 'by_first_name'],
  ['ix_score_requests_last_name', 'by_last_name'],
]
const rowsAtOnce = 500

const keyOf = (...names: readonly (string | null)[]): string =>
  names
    .map((name) => name ?? '')
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100)

interface Named {
  readonly id: string
  readonly first_name: string
  readonly middle_name: string | null
  readonly last_name: string
}

/** The names of the persons of score requests, to search by. */
export class FindScoredPersons1765954000000 implements MigrationInterface {
  readonly name = 'FindScoredPersons1765954000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns)
      await queryRunner.query(`ALTER TABLE score_requests ADD COLUMN ${column} varchar(100) NULL`)
    for (let last = '', isMore = true; isMore;) {
      const rows = (await queryRunner.query(
        `SELECT id, first_name, middle_name, last_name FROM score_requests WHERE id > ? ORDER BY id LIMIT ${rowsAtOnce}`,
        [last],
      )) as readonly Named[]
      for (const { id, first_name: first, middle_name: middle, last_name: family } of rows)
        if (first !== '' || family !== '')
          await queryRunner.query(
            'UPDATE score_requests SET by_first_name = ?, by_last_name = ? WHERE id = ?',
            [keyOf(first, middle, family), keyOf(family, first, middle), id],
          )
      last = rows.at(-1)?.id ?? last
      isMore = rows.length === rowsAtOnce
    }
    for (const [name, column] of indexes)
      await queryRunner.query(`CREATE INDEX ${name} ON score_requests (${column}, id)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const [name] of indexes)
      await queryRunner.query(`DROP INDEX ${name}${isMysql ? ' ON score_requests' : ''}`)
    for (const column of columns) await queryRunner.query(`ALTER TABLE score_requests DROP COLUMN ${column}`)
  }
}
