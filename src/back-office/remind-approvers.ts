import type { Mailer } from '../bank/statements/mail/port.js'
import type { Call } from '../kernel/call.js'
import type { Instant } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Database } from '../platform/database/database.js'
import { selectAll, update } from '../platform/database/rows.js'
import { overtakenSql } from './actions/index.js'
import { Approval } from './approval.entity.js'
import { expiresAtSql } from './approvals/term.js'

export interface ReminderDeps {
  readonly database: Database
  readonly jobCall: () => Call
  readonly log: Pick<Log, 'warn'>
  readonly mailer: Mailer
  /** The mail addresses that get the reminders; without any, none is sent. */
  readonly remindTo: readonly string[]
}

const hourMs = 3_600_000
/** A reminder is due for proposals that have waited this long, or expire this soon. */
const longMs = 24 * hourMs
const soonMs = 12 * hourMs
const batchSizeMax = 20

const utcMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The mail names no customer: mailboxes are not protected as our data is. */
const textOf = ({ id, kind, proposedBy, proposedAt, expiresAt }: Approval): string =>
  [
    `${id} (${kind}), proposé par ${proposedBy}, attend une seconde personne depuis le ${utcMinute(proposedAt)}.`,
    ...(expiresAt === null ? [] : [`Sans décision, la proposition expire le ${utcMinute(expiresAt)}.`]),
    '',
    `${id} (${kind}), proposed by ${proposedBy}, has waited for a second person since ${utcMinute(proposedAt)}.`,
    ...(expiresAt === null ? [] : [`Undecided, it expires on ${utcMinute(expiresAt)}.`]),
    '',
  ].join('\n')

/**
 * Mails an approval to the addresses that are not in `done`, and adds to `done` those that got the mail or can never get it.
 * Returns whether all addresses are in `done`.
 */
const mailTo = async (
  { log, mailer, remindTo }: ReminderDeps,
  approval: Approval,
  done: Set<string>,
): Promise<boolean> => {
  const { id } = approval
  for (const [i, to] of remindTo.entries()) {
    if (done.has(to)) continue
    const outcome = await mailer.send({
      messageId: `<${id}.${i}@approvals.cauri>`,
      to,
      subject: 'Cauri : une proposition attend · a proposal waits',
      text: textOf(approval),
      language: 'fr',
    })
    if (outcome.state !== 'LATER') done.add(to)
    if (outcome.state !== 'SENT')
      log.warn({ approval: id, problem: outcome.problem }, 'a reminder about an approval could not be mailed')
  }
  return remindTo.every((to) => done.has(to))
}

/** The oldest proposals for which a reminder is due. */
const dueIn = ({ read }: Database, now: Instant, limit: number): Promise<Approval[]> =>
  selectAll(
    read,
    Approval,
    `WHERE status = 'OPEN' AND mailed_at IS NULL AND ${expiresAtSql} > ? AND NOT ${overtakenSql}
       AND (proposed_at <= ? OR ${expiresAtSql} <= ?) ORDER BY id LIMIT ${limit}`,
    [now, now - longMs, now + soonMs],
  )

/**
 * Mails the approvers once about each proposal that has waited long or expires soon; one worker sends it. A mail that
 * the mail server does not accept is retried, unless the refusal is final; an address that got its mail gets no second one from this
 * process. If a process dies while mailing, that mail is not repeated: the proposal is in the worklist anyway.
 */
export const createReminder = (deps: ReminderDeps): (() => Promise<void>) => {
  const { database, jobCall, remindTo } = deps
  /**
   * The approvals that were mailed to some addresses and not yet to all: for each, the addresses that need no mail any more.
   */
  let partlyMailed: ReadonlyMap<string, Set<string>> = new Map()
  return async () => {
    if (remindTo.length === 0) return
    const { now } = jobCall()
    // Approvals in `partlyMailed` do not count towards the limit, so that they delay no others.
    const waiting = await dueIn(database, now, batchSizeMax + partlyMailed.size)
    const next = new Map(waiting.map(({ id }) => [id, partlyMailed.get(id) ?? new Set<string>()]))
    partlyMailed = next
    for (const approval of waiting) {
      const { id } = approval
      const claimedCount = await database.inOneStatement((tx) =>
        update(tx, Approval, { mailedAt: now }, `id = ? AND status = 'OPEN' AND mailed_at IS NULL`, [id]),
      )
      const done = next.get(id) ?? new Set()
      if (claimedCount === 0 || (await mailTo(deps, approval, done))) continue
      await database.inOneStatement((tx) => update(tx, Approval, { mailedAt: null }, 'id = ?', [id]))
      // No address got this mail: the mail server takes none at present, so the other mails wait for the next run.
      if (done.size === 0) return
    }
  }
}
