import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, anyOf, type FilterField } from '../../platform/graphql/filters.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { RoleAssignment } from '../../platform/identity/keys/role-assignment.entity.js'
import { holderKindEnum, roleEnum } from './keys.types.js'
import { RoleAssignmentType, roleSourceEnum, toRoleAssignment } from './role-assignments.types.js'

const role: FilterField<'roles'> = {
  property: 'roles',
  type: () => [roleEnum],
  description: 'With any of these roles.',
  where: (column, value) => {
    const roles = value as readonly string[]
    return {
      sql: roles.map(() => `CONCAT(',', ${column}, ',') LIKE ?`).join(' OR ') || '1 = 0',
      parameters: roles.map((each) => `%,${each},%`),
    }
  },
}

const at: FilterField<'from'> = {
  property: 'from',
  type: () => InstantScalar,
  description: 'In force at this moment.',
  where: (column, value) => ({
    sql: `${column} <= ? AND (role_assignments.until_at IS NULL OR role_assignments.until_at > ?)`,
    parameters: [value, value],
  }),
}

export const roleAssignments = connection<RoleAssignment>({
  name: 'RoleAssignment',
  of: 'role assignments',
  node: () => RoleAssignmentType,
  source: rowsOf(RoleAssignment),
  filter: {
    person: anyId('name', 'Of any of these persons or systems, by name.'),
    personId: anyId('personId', 'Of any of these persons or systems, by id.'),
    role,
    kind: anyOf('kind', () => holderKindEnum, 'Of persons, or of systems.'),
    source: anyOf('source', () => roleSourceEnum, 'From any of these sources.'),
    at,
  },
  sorts: {
    NEWEST: descending('id', 'The latest assignment first.'),
    OLDEST: ascending('id', 'The oldest assignment first.'),
  },
  toNodes: (rows) => rows.map(toRoleAssignment),
})
