import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = [
  ['vouched_at', 'bigint'],
  ['asked_at', 'bigint'],
  ['renewal', 'text'],
] as const

/** When the identity provider last confirmed a signed-in person, and the refresh token with which it is asked again. */
export class AskProvidersAgain1766040000000 implements MigrationInterface {
  readonly name = 'AskProvidersAgain1766040000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of columns)
      await queryRunner.query(`ALTER TABLE sessions ADD COLUMN ${name} ${type} NULL`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of columns) await queryRunner.query(`ALTER TABLE sessions DROP COLUMN ${name}`)
  }
}
