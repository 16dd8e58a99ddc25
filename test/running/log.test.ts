import { describe, expect, test } from '@jest/globals'
import { createLogger, maskLine, type Logger } from '../../src/platform/log/log.js'

const written = (write: (log: Logger) => void): { line: string; json: Record<string, unknown> } => {
  let line = ''
  write(createLogger({ logLevel: 'info' }, { write: (text) => void (line += text) }))
  return { line, json: JSON.parse(line) }
}

describe('mobile numbers in a log line', () => {
  test.each([
    ['"237670000010"', '"237*******10"'],
    ['"+237670000010 and 00237670000010"', '"+237*******10 and 00237*******10"'],
    ['{"a":{"b":["x237670000010y"]}}', '{"a":{"b":["x237*******10y"]}}'],
    ['{"quoted":"\\"237670000010\\""}', '{"quoted":"\\"237*******10\\""}'],
    ['{"number":237670000010}', '{"number":237670000010}'],
    ['"1237670000010"', '"1237670000010"'],
    ['"2376700000101"', '"2376700000101"'],
  ])('are masked in texts, but not within longer numbers: %s', (line, masked) => {
    expect(maskLine(line)).toBe(masked)
  })

  test('are masked in messages, values, keys and errors', () => {
    const { line } = written((log) =>
      log.error(
        { err: new Error('for 237670000010'), deep: { list: ['237670000010'] }, '237670000010': 1 },
        '237670000010',
      ),
    )
    expect(line).not.toContain('237670000010')
    expect(line.match(/237\*{7}10/g)?.length).toBeGreaterThanOrEqual(5)
  })
})

describe('the member `event` of a log line', () => {
  test('is looked up by the message', () => {
    const { json } = written((log) =>
      log.warn({ err: new Error('no') }, 'a tick failed; the next one tries again'),
    )
    expect(json).toMatchObject({ event: 'tick.failed', err: { message: 'no' } })
  })

  test('is given by the caller if the message is made at run time', () => {
    const { json } = written((log) => log.info({ event: 'service.listening' }, 'Cauri listens on somewhere'))
    expect(json.event).toBe('service.listening')
  })

  test('is absent if only an error is logged', () => {
    const { json } = written((log) => log.error(new Error('alone')))
    expect(json).toMatchObject({ msg: 'alone', err: { message: 'alone' } })
  })
})

describe('secrets in a log line', () => {
  test('are hidden at the top and up to three objects deep', () => {
    const { line } = written((log) =>
      log.info({
        authorization: 'Bearer hush',
        headers: { 'x-api-key': 'hush', Authorization: 'hush' },
        a: { b: { 'Ocp-Apim-Subscription-Key': 'hush', apiKey: 'hush' } },
        config: { provider: { account: { subscriptionKey: 'hush' } }, keyPepper: 'hush' },
      }),
    )
    expect(line).not.toContain('hush')
  })

  test('are removed from an error that contains its request', () => {
    const error = Object.assign(new Error('Request failed', { cause: new Error('ECONNREFUSED') }), {
      code: 'ERR_BAD_REQUEST',
      config: { headers: { Authorization: 'hush' }, data: 'hush' },
    })
    const { line, json } = written((log) => log.warn({ err: error }))
    expect(line).not.toContain('hush')
    expect(json.err).toMatchObject({
      type: 'Error',
      message: 'Request failed',
      code: 'ERR_BAD_REQUEST',
      cause: { message: 'ECONNREFUSED' },
    })
  })
})
