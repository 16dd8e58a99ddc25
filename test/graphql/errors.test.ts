import { describe, expect, test } from '@jest/globals'
import { GraphQLError, graphql } from 'graphql'
import { refusalAsPayload, refusalAnswers, toGraphQLError } from '../../src/platform/graphql/errors.js'
import { formatErrors } from '../../src/platform/graphql/server/format-error.js'
import { paymentFailureOf } from '../../src/bank/failure-reasons/failure-reason.js'
import { createContext } from '../../src/app/context.js'
import { createSchema } from '../../src/app/schema.js'
import { Refusal, refusalCodes } from '../../src/kernel/refusal.js'
import { createFacade } from '../../facade/facade.js'
import { operationsDirectory } from '../facade/operations-directory.js'
import type { Database } from '../../src/platform/database/database.js'
import type { Call } from '../../src/kernel/call.js'
import {
  collectVerdict,
  payOutVerdict,
  publishedReasons,
} from '../../src/bank/failure-reasons/provider-reasons.rules.js'
import { codeOf, envelopeOf } from '../../src/cli/conformance/call.js'
import { domainOf, person } from './support.js'
import { present } from '../support/present.js'
import { shaped, dateOf } from '../support/typed.js'
import { z } from 'zod'
import { standIn } from '../support/stand-in.js'

describe('a refusal without a payload', () => {
  test.each([...refusalCodes])('%s becomes an error with its code and a status', (code) => {
    const error = toGraphQLError(new Refusal(code))
    expect(error.extensions).toEqual({ code, http: { status: refusalAnswers[code].status } })
    expect(error.message).toBe(refusalAnswers[code].message)
  })

  test('includes its detail if it has one', () => {
    expect(toGraphQLError(new Refusal('INVALID_ARGUMENT', 'now: too early')).message).toBe('now: too early')
  })

  test('has the statuses of the contract', () => {
    const other = refusalCodes.filter((code) => refusalAnswers[code].status !== 400)
    expect(other.map((code) => [code, refusalAnswers[code].status])).toEqual([
      ['UNAUTHENTICATED', 401],
      ['FORBIDDEN', 403],
    ])
  })
})

describe('refusalAsPayload', () => {
  const codes = ['INVALID_EMAIL', 'ACCOUNT_CLOSING'] as const
  const failing = (error: Error) => {
    const thrown = async (): Promise<string> => {
      throw error
    }
    return refusalAsPayload(codes, thrown(), (code) => `said ${code}`)
  }

  test('returns an expected refusal as data', async () => {
    expect(await failing(new Refusal('ACCOUNT_CLOSING'))).toBe('said ACCOUNT_CLOSING')
    expect(await refusalAsPayload(codes, Promise.resolve('done'), () => 'refused')).toBe('done')
  })

  test('throws any other error', async () => {
    await expect(failing(new Refusal('FORBIDDEN'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(failing(new Error('a bug'))).rejects.toThrow('a bug')
  })
})

describe('the failure reason of a payment', () => {
  test('is in the schema for every reason of the provider', () => {
    for (const reason of publishedReasons) {
      for (const { code } of [collectVerdict(reason), payOutVerdict(reason)]) {
        expect(paymentFailureOf(code)).toBe(code)
      }
    }
  })

  test('is PROVIDER_ERROR for an unknown code, and null for none', () => {
    expect(paymentFailureOf('SOMETHING_NEW')).toBe('PROVIDER_ERROR')
    expect(paymentFailureOf(null)).toBeNull()
  })
})

const secret = "SELECT * FROM customers WHERE msisdn = '237670000010'"

/** A database whose error contains what a caller may not see. */
const broken = standIn<Database>({ read: { all: () => Promise.reject(new Error(secret)) } })

const call: Call = {
  now: 0,
  today: dateOf('2026-03-01'),
  zone: 'Africa/Douala',
  language: 'fr',
  actor: person('GATEWAY'),
  session: null,
  journey: null,
}

describe('an unexpected failure', () => {
  const domain = domainOf({ database: broken })
  const schema = createSchema(domain)

  test('shows an incident id and nothing else, under which the log has the error', async () => {
    const logged: { facts: Record<string, unknown>; message: string }[] = []
    const note = (facts: object, message: string) => void logged.push({ facts: { ...facts }, message })
    const format = formatErrors({ log: { info: note, warn: note, error: note } })
    const source = '{ registration(msisdn: "670000010") { status } }'
    const { errors } = await graphql({ schema, source, contextValue: createContext(domain, call) })
    const shown = format(
      { message: secret, path: ['registration'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      present(errors)[0],
    )

    const { incident } = shaped(z.object({ incident: z.string() }), shown.extensions)
    expect(shown).toEqual({
      message: `Something went wrong on our side, incident ${incident}`,
      path: ['registration'],
      extensions: { code: 'INTERNAL', incident },
    })
    expect(logged).toHaveLength(1)
    expect(logged[0]?.facts['incident']).toBe(incident)
    expect(logged[0]?.facts['err']).toMatchObject({ message: secret })
  })

  test('is not an error with a code, which is shown with its message and code only', () => {
    const note = () => undefined
    const format = formatErrors({ log: { info: note, warn: note, error: note } })
    const extensions = { code: 'FORBIDDEN', stacktrace: ['at secret.ts'] }
    expect(format({ message: 'no', extensions }, new GraphQLError('no'))).toEqual({
      message: 'no',
      extensions: { code: 'FORBIDDEN' },
    })
  })

  test('becomes a 500 INTERNAL of the facade', async () => {
    const failures: unknown[] = []
    const facade = createFacade({
      schema,
      operations: operationsDirectory,
      onFailure: (error) => ({ incident: `incident-${failures.push(error)}`, isOutage: false }),
    })
    const body = JSON.stringify(envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: '670000010' }))
    const reply = await facade.handle('getdynamicarguments', body, () => createContext(domain, call))
    expect(reply.status).toBe(500)
    expect(codeOf(reply.body)).toBe('INTERNAL')
    expect(reply.body).not.toContain('SELECT')
    expect(failures).toHaveLength(1)
  })
})
