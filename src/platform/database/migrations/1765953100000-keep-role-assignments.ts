import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE role_assignments (
    id varchar(40) NOT NULL PRIMARY KEY,
    person_id varchar(255) NOT NULL,
    name varchar(64) NOT NULL,
    kind varchar(32) NOT NULL,
    source varchar(32) NOT NULL,
    roles varchar(128) NOT NULL,
    from_at bigint NOT NULL,
    until_at bigint NULL,
    seen_at bigint NULL,
    given_by varchar(128) NULL,
    open_key varchar(255) NULL)`,
  'CREATE UNIQUE INDEX uq_role_assignments_open ON role_assignments (open_key)',
  'CREATE INDEX ix_role_assignments_person ON role_assignments (person_id, id)',
  'CREATE INDEX ix_role_assignments_name ON role_assignments (name, id)',
  `INSERT INTO role_assignments (id, person_id, name, kind, source, roles, from_at, until_at, given_by)
   SELECT api_keys.id, key_holders.id, key_holders.name, key_holders.kind, 'KEY', api_keys.roles, api_keys.created_at,
     CASE WHEN revoked_at IS NOT NULL AND (expires_at IS NULL OR revoked_at < expires_at) THEN revoked_at ELSE expires_at END,
     api_keys.created_by
   FROM api_keys JOIN key_holders ON key_holders.id = api_keys.holder`,
]

interface SignIn {
  readonly id: string
  readonly at: string | number
  readonly actor: string
  readonly actor_id: string
  readonly state_after: string
}

interface Period {
  readonly first: SignIn
  readonly roles: string
  seen: number
  until: number | null
}

/** The periods in which a person signed in with the same roles, from the sign-ins in the audit log. */
const periodsOf = (signIns: readonly SignIn[]): Period[] => {
  const latest = new Map<string, Period>()
  const periods: Period[] = []
  for (const signIn of signIns) {
    const { roles } = JSON.parse(signIn.state_after) as { roles: string }
    const [at, before] = [Number(signIn.at), latest.get(signIn.actor_id)]
    if (before?.roles === roles) {
      before.seen = at
      continue
    }
    if (before) before.until = at
    const period = { first: signIn, roles, seen: at, until: null }
    latest.set(signIn.actor_id, period)
    periods.push(period)
  }
  return periods
}

/** Who had which roles when, filled from the existing keys and the sign-ins in the audit log. */
export class KeepRoleAssignments1765953100000 implements MigrationInterface {
  readonly name = 'KeepRoleAssignments1765953100000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
    const signIns = (await queryRunner.query(
      `SELECT subject AS id, at, actor, actor_id, state_after FROM audit_log
       WHERE action = 'SIGN_IN' AND actor_id IS NOT NULL AND state_after IS NOT NULL ORDER BY actor_id, at, id`,
    )) as SignIn[]
    for (const { first, roles, seen, until } of periodsOf(signIns))
      await queryRunner.query(
        `INSERT INTO role_assignments (id, person_id, name, kind, source, roles, from_at, until_at, seen_at, open_key)
         VALUES (?, ?, ?, 'PERSON', 'SIGN_IN', ?, ?, ?, ?, ?)`,
        [
          first.id,
          first.actor_id,
          first.actor.slice(0, 64),
          roles,
          first.at,
          until,
          seen,
          until === null ? first.actor_id : null,
        ],
      )
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE role_assignments')
  }
}
