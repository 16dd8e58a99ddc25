import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = ['masks_contacts integer NOT NULL DEFAULT 1', 'with_checks integer NOT NULL DEFAULT 0']

/** Settings of a client's results: by default contacts are masked, and only fields that the contract defines are shown. */
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
