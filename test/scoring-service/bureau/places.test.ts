import { describe, expect, test } from '@jest/globals'
import { ConfigError, readConfig } from '../../../src/app/config/config.js'
import { openBureaus } from '../../../src/scoring-service/bureau/open-bureaus.js'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'
import { createBureauEmulator } from '../../../src/scoring-service/bureau/emulator/server.js'
import { answerJson } from '../../payments-provider/support.js'
import { queryOf } from './contract.js'
import { startBureau, fixedClock } from './support.js'
import { present } from '../../support/present.js'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.filter((problem) => problem.includes('BUREAU'))
    throw error
  }
}

const real = { BUREAU_BASE_URL: 'https://bureau.example.com', BUREAU_API_KEY: 'key' }

describe('the configuration of the bureau', () => {
  test('is the embedded emulator if nothing is set, and no emulator if the process has a role', () => {
    expect(readConfig({}).bureau).toEqual({ live: undefined, emulator: 'embedded', liveMayBeEmulated: true })
    const split = { ROLE: 'api', DATABASE_URL: 'mysql://u:p@h/d', EMULATOR_URL: 'http://127.0.0.1:4010' }
    expect(readConfig(split).bureau.emulator).toBeUndefined()
  })

  test('has the addresses that are set', () => {
    expect(readConfig({ ...real, BUREAU_EMULATOR_URL: 'http://127.0.0.1:4020/' }).bureau).toEqual({
      live: { baseUrl: 'https://bureau.example.com', apiKey: 'key' },
      emulator: { baseUrl: 'http://127.0.0.1:4020' },
      liveMayBeEmulated: true,
    })
  })

  test('needs a key; in production it must use https and not be the emulator', () => {
    expect(problemsOf({ BUREAU_BASE_URL: real.BUREAU_BASE_URL })).toEqual([
      'BUREAU_API_KEY must be set since BUREAU_BASE_URL names a credit bureau',
    ])
    const production = { ...real, NODE_ENV: 'production' }
    expect(problemsOf(production)).toEqual([])
    expect(problemsOf({ ...production, BUREAU_BASE_URL: 'http://bureau.example.com' })).toEqual([
      'BUREAU_BASE_URL must be https in production',
    ])
    expect(problemsOf({ ...production, BUREAU_EMULATOR_URL: real.BUREAU_BASE_URL })).toEqual([
      'BUREAU_BASE_URL must not be the emulator in production',
    ])
  })
})

describe('the bureaus of a process', () => {
  test('are the embedded emulator by default, in live and in the sandbox', async () => {
    const bureaus = await openBureaus(readConfig({}).bureau, fixedClock)
    try {
      for (const bureau of [bureaus.live, bureaus.sandbox])
        expect((await present(bureau).ask(queryOf(fixedIds.clean))).kind).toBe('Found')
    } finally {
      await bureaus.close()
    }
  })

  test('still find other persons after queries without an answer, about one emulated person, have opened a circuit breaker', async () => {
    const bureaus = await openBureaus(readConfig({}).bureau, fixedClock)
    const ask = (id: string) => present(bureaus.sandbox).ask(queryOf(id))
    try {
      for (let calls = 0; calls < 6; calls++)
        expect(await ask(fixedIds.cutOff)).toMatchObject({ kind: 'Unavailable' })
      expect(await ask(fixedIds.cutOff)).toMatchObject({
        reason: expect.stringContaining('circuit breaker is open'),
      })
      for (const id of [fixedIds.clean, fixedIds.failsOnce, '123456'])
        expect(await ask(id)).toMatchObject({ kind: 'Found' })
    } finally {
      await bureaus.close()
    }
  })

  test('never send queries of the sandbox to the real bureau', async () => {
    const paid = await startBureau((_request, response) =>
      answerJson(response, 200, { status: 'NO_RECORD', bureau: 'real', reference: 'R' }),
    )
    const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, clock: fixedClock })
    const live = { baseUrl: paid.url, apiKey: 'key' }
    try {
      const both = { live, emulator: { baseUrl: emulator.url }, liveMayBeEmulated: true }
      const bureaus = await openBureaus(both, fixedClock)
      expect(await present(bureaus.sandbox).ask(queryOf('1'))).toMatchObject({
        kind: 'Found',
        report: { bureau: 'emulator' },
      })
      expect(paid.requests).toEqual([])
      expect(await present(bureaus.live).ask(queryOf('1'))).toMatchObject({
        kind: 'NoRecord',
        bureau: 'real',
      })

      const alone = await openBureaus({ ...both, emulator: undefined }, fixedClock)
      expect(alone.sandbox).toBeUndefined()
      const production = await openBureaus({ ...both, live: undefined, liveMayBeEmulated: false }, fixedClock)
      expect(production.live).toBeUndefined()
    } finally {
      await Promise.all([paid.close(), emulator.close()])
    }
  })
})
