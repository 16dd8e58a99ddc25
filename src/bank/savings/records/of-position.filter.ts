import { columnIn } from '../../../platform/database/keyset.js'
import { anyId, type FilterField } from '../../../platform/graphql/filters.js'

/** A filter by the product or the book of the position that a row belongs to. */
export const ofPosition = (
  positionColumn: 'product_code' | 'book',
  description: string,
): FilterField<'positionId'> => ({
  ...anyId('positionId', description),
  where: (column, value) => {
    const { sql, parameters } = columnIn(`positions.${positionColumn}`, value as readonly string[])
    return {
      sql: `EXISTS (SELECT 1 FROM positions WHERE positions.id = ${column} AND ${sql})`,
      parameters,
    }
  },
})
