import type { Database } from '../../platform/database/database.js'
import type { Call } from '../../kernel/call.js'
import pLimit, { type LimitFunction } from 'p-limit'
import { createPump } from '../../platform/queue/pump.js'
import type { Log } from '../../kernel/log.js'
import { trace } from '../../kernel/trace.js'
import type { Statement } from '../statement-orders/statement.entity.js'
import type { Bank } from './contents/bank.js'
import { claimStatements, keepLease, recordFailed, recordRetry, recordSent } from './claim.js'
import type { Mailer, MailOutcome, StatementMail } from './mail/port.js'
import { fileNameOf, isClosing, readStatementView } from './statement-view.js'
import { renderStatement } from './pdf/render-statement.js'
import { alarmFromAttempt } from './retry.rules.js'

/** Concurrent mails, so that a slow one does not delay the others. */
const inFlightMax = 4
/** How long a tick waits; mails in flight continue after it. */
const tickMsMax = 4_000

export interface DeliveryDeps {
  readonly database: Database
  readonly mailer: Mailer
  readonly bank: Bank
  /** Divides the waits between attempts. */
  readonly timing: { readonly scale: number }
  readonly jobCall: () => Call
  readonly log: Log
}

/** The problem of a statement while its account is closing and not all withdrawals of the opt-out are booked. */
const optOutProblem = 'SAVINGS_ARE_BEING_LEFT'

const make = async (deps: DeliveryDeps, statement: Statement): Promise<StatementMail | undefined> => {
  const view = await readStatementView(deps, statement)
  if (!view) return undefined
  const { closing, mail } = view.texts
  const { subject, body } = isClosing(statement) ? closing : mail
  const facts = { ...view.period, bank: deps.bank.name }
  return {
    messageId: statement.messageId,
    to: statement.email,
    subject: subject(facts),
    text: body(facts),
    language: statement.language,
    attachment: { filename: fileNameOf(statement), content: await renderStatement(view) },
  }
}

const record = (deps: DeliveryDeps, statement: Statement, outcome: MailOutcome): Promise<void> => {
  const { database, log, timing } = deps
  if (outcome.state === 'SENT') return recordSent(database, deps.jobCall(), statement)
  if (outcome.state === 'REFUSED') return recordFailed(database, deps.jobCall(), statement, outcome.problem)
  const facts = { statement: statement.id, attempts: statement.attempts, problem: outcome.problem }
  // Waits for an opt-out count as attempts: the first mail after them is no alarm.
  if (statement.attempts < alarmFromAttempt || statement.problem === optOutProblem)
    log.warn(facts, 'a statement could not be mailed and is tried again')
  else log.error(facts, 'a statement cannot be mailed; the mail server needs attention')
  return recordRetry(database, statement, outcome.problem, timing.scale)
}

/** Makes and mails one claimed statement. If it cannot be made, or its result cannot be recorded, it is tried again. */
const deliver = async (deps: DeliveryDeps, statement: Statement, inTurn: LimitFunction): Promise<void> => {
  const stopBeating = keepLease(deps, statement)
  try {
    const mail = await inTurn(() => make(deps, statement))
    if (mail) await record(deps, statement, await deps.mailer.send(mail))
    else await recordRetry(deps.database, statement, optOutProblem, deps.timing.scale)
  } catch (error) {
    deps.log.error(
      { err: error, statement: statement.id },
      'a statement could not be made, or its result not recorded; it is tried again',
    )
    await recordRetry(deps.database, statement, 'ERROR', deps.timing.scale).catch((retryError: unknown) =>
      deps.log.warn(
        { err: retryError, statement: statement.id },
        'the retry of a statement could not be scheduled; the statement is claimed again when its lease ends',
      ),
    )
  } finally {
    stopBeating()
  }
}

export interface Delivery {
  /** One tick: claims due statements for the free slots, and waits for them for the time of a tick at most. */
  run(signal: AbortSignal): Promise<void>
  /** Resolves when nothing is in flight, or after this time. */
  settle(msMax: number): Promise<void>
}

/**
 * Makes and mails requested statements. A statement is claimed by moving `due_at`, made and mailed without an open
 * transaction, then marked: a worker that is killed before the mark mails it once more, with the same Message-ID.
 */
export const createDelivery = (deps: DeliveryDeps): Delivery => {
  // Statements are made one at a time, since a long one takes a hundred megabytes; several can be mailed at once.
  const inTurn = pLimit(1)
  const pump = createPump({
    inFlightMax,
    claim: (free) => claimStatements(deps.database, free),
    work: (statement) =>
      trace.span(
        'statement',
        { 'cauri.statement.id': statement.id, 'cauri.statement.attempts': statement.attempts },
        () => deliver(deps, statement, inTurn),
        { parent: statement.traceparent },
      ),
  })
  return {
    run: async (signal) => {
      const tickEndsAt = performance.now() + tickMsMax
      while (performance.now() < tickEndsAt && !signal.aborted) {
        const claimed = await pump.fill(signal)
        if (pump.isIdle() && claimed === 0) return
        await pump.oneEnds(tickEndsAt - performance.now())
      }
    },
    settle: pump.idle,
  }
}
