import { isAnyOf } from '../../../platform/database/keyset.js'
import { anyId, type FilterField } from '../../../platform/graphql/filters.js'

/** By what the position has to which something belongs. */
export const ofPosition = (has: 'product_code' | 'book', description: string): FilterField<'positionId'> => ({
  ...anyId('positionId', description),
  where: (column, value) => {
    const { sql, parameters } = isAnyOf(`positions.${has}`, value as readonly string[])
    return {
      sql: `EXISTS (SELECT 1 FROM positions WHERE positions.id = ${column} AND ${sql})`,
      parameters,
    }
  },
})
