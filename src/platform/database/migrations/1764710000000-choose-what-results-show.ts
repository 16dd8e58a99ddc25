import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = ['masks_contacts integer NOT NULL DEFAULT 1', 'with_checks integer NOT NULL DEFAULT 0']

/** What the results of a client show: contacts masked, and the contract's members alone, unless it was agreed otherwise. */
export class ChooseWhatResultsShow1764710000000 implements MigrationInterface {
  readonly name = 'ChooseWhatResultsShow1764710000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns) await queryRunner.query(`ALTER TABLE scoring_clients ADD COLUMN ${column}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns)
      await queryRunner.query(`ALTER TABLE scoring_clients DROP COLUMN ${column.split(' ')[0]}`)
  }
}
