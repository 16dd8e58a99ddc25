import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The date from which a version of a product is on sale. */
export class PublishProductsFrom1765930000000 implements MigrationInterface {
  readonly name = 'PublishProductsFrom1765930000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE product_versions ADD COLUMN on_sale_from date NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE product_versions DROP COLUMN on_sale_from')
  }
}
