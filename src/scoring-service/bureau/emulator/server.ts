import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyReply } from 'fastify'
import * as z from 'zod'
import { civilDate } from '../../../kernel/calendar.js'
import type { WallClock } from '../../../kernel/clock.js'
import { personOf } from './persons.js'
import type { Person } from './wire.js'

export interface BureauEmulatorSettings {
  readonly host: string
  /** 0: any free port; `url` contains the port in use. */
  readonly port: number
  /** The delay of the slow person's answer, in milliseconds; must be shorter than the caller's timeout. 3000 when not given. */
  readonly slowMs?: number
  readonly clock: WallClock
}

export interface BureauEmulator {
  readonly url: string
  close(): Promise<void>
}

const slowMsDefault = 3000
const bodyBytesMax = 16 * 1024
/** How many correlation ids are remembered, to tell a first call from its repeat. */
const callsMax = 10_000

const querySchema = z.object({
  identity_type: z.literal('NATIONAL_ID'),
  identity_number: z.string().min(1).max(32),
  first_name: z.string().min(1),
  middle_name: z.string().nullish(),
  last_name: z.string().min(1),
  phone_number: z.string().regex(/^\+[1-9]\d{6,14}$/),
  dob: z.iso.date().nullish(),
  consent: z.object({ given: z.literal(true), by: z.string().min(1), at: z.iso.datetime() }),
  purpose: z.literal('CREDIT_SCORING'),
  correlation_id: z.string().min(1).max(64),
})

/** Simulates the fault of a test person. False when the fault has already ended the call. */
const createTroubleSimulator = (slowMs: number, closing: AbortSignal) => {
  const calls = new Set<string>()
  const isFirst = (correlationId: string): boolean => {
    if (calls.has(correlationId)) return false
    if (calls.size >= callsMax) calls.clear()
    calls.add(correlationId)
    return true
  }

  return async ({ trouble }: Person, correlationId: string, reply: FastifyReply): Promise<boolean> => {
    if (trouble === 'SLOW') await sleep(slowMs, undefined, { signal: closing }).catch(() => undefined)
    if (trouble === 'ALWAYS_500' || (trouble === 'FAIL_FIRST' && isFirst(correlationId))) {
      await reply.code(500).send({ error: 'INTERNAL' })
      return false
    }
    if (trouble !== 'NEVER' && trouble !== 'CUT') return true
    reply.hijack()
    // Kept open until the caller disconnects, or until the emulator closes.
    if (trouble === 'NEVER') await once(reply.raw, 'close')
    reply.raw.socket?.destroy()
    return false
  }
}

/**
 * A credit bureau for development, the sandbox and tests (docs/bureau-emulator.md). It stores no reports: an answer
 * depends only on the query and the day. Rejects when it cannot listen.
 */
export const createBureauEmulator = async (settings: BureauEmulatorSettings): Promise<BureauEmulator> => {
  const { host, port, clock, slowMs = slowMsDefault } = settings
  const today = civilDate('UTC')
  const closing = new AbortController()
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true })
  app.addHook('preClose', async () => closing.abort())

  const simulateTrouble = createTroubleSimulator(slowMs, closing.signal)

  app.post('/v1/reports', async (request, reply) => {
    if (!request.headers['x-api-key']) return reply.code(401).send({ error: 'UNAUTHENTICATED' })
    const parsed = querySchema.safeParse(request.body)
    if (!parsed.success)
      return reply.code(422).send({ status: 'REJECTED', reason: parsed.error.issues[0]!.path.join('.') })
    const { identity_number: id, correlation_id: correlationId, ...names } = parsed.data
    const name = [names.first_name, names.middle_name, names.last_name]
      .filter(Boolean)
      .join(' ')
      .toUpperCase()
    const person = personOf(id, name, today(clock.now()))
    if (!(await simulateTrouble(person, correlationId, reply))) return reply
    const { answer } = person
    if (answer.kind === 'REJECTED')
      return reply.code(422).send({ status: answer.kind, reason: answer.reason })
    const referenced = { bureau: 'emulator', reference: `EMU-${correlationId}` }
    if (answer.kind === 'NO_RECORD') return { status: answer.kind, ...referenced }
    return { status: answer.kind, ...referenced, currency: 'KES', report: answer.report }
  })

  try {
    return { url: await app.listen({ host, port }), close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
