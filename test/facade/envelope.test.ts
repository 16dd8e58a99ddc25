import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseEnvelope } from '../../facade/envelope.js'

const pair = (key: unknown, value: unknown) => ({ key: { value: key }, value: { value } })

const whole = {
  sessionIdentifier: 's',
  journeyIdentifier: 'j',
  arguments: [pair('operation_name', 'op'), pair('amount', '1')],
}

const read = (body: unknown) => parseEnvelope(JSON.stringify(body))

const refusalOf = (body: Uint8Array | string) => {
  const { status, body: text } = parseEnvelope(body).refusal ?? { status: 0, body: '{}' }
  const answer: unknown = JSON.parse(text)
  return { status, answer }
}

const refused = (code: string, message: string) => ({ status: 400, answer: { error: { code, message } } })

describe('an envelope', () => {
  test('gives the identity of the call, and the arguments that are not empty', () => {
    const { value, refusal } = read({ ...whole, arguments: [...whole.arguments, pair('note', '')] })
    expect(refusal).toBeUndefined()
    expect(value?.call).toEqual({
      operationName: 'op',
      languageCode: 'fr',
      sessionIdentifier: 's',
      journeyIdentifier: 'j',
    })
    expect([...(value?.arguments ?? [])]).toEqual([
      ['operation_name', 'op'],
      ['amount', '1'],
    ])
  })

  test('may have up to 100 arguments, and identifiers of up to 64 characters', () => {
    const filled = Array.from({ length: 98 }, (_, i) => pair(`k${i}`, 'v'))
    const { value } = read({
      sessionIdentifier: 's'.repeat(64),
      journeyIdentifier: 'j'.repeat(64),
      arguments: [...whole.arguments, ...filled],
    })
    expect(value?.arguments.size).toBe(100)
    expect(value?.call.sessionIdentifier).toHaveLength(64)
  })

  test('with an empty language is in French', () => {
    expect(read({ ...whole, languageCode: '' }).value?.call.languageCode).toBe('fr')
  })

  test('may repeat an argument with the same value', () => {
    expect(
      read({ ...whole, arguments: [...whole.arguments, pair('amount', '1')] }).value?.arguments.size,
    ).toBe(2)
  })

  const identifierRule = (field: string) => `${field} must be a string of 1 to 64 characters`
  const pairRule = (index: number) =>
    `arguments[${index}] must be { key: { value: string }, value: { value: string } }`

  test.each<[string, unknown, string]>([
    ['a text', 'x', 'The body must be an object'],
    ['a list', [], 'The body must be an object'],
    ['null', null, 'The body must be an object'],
    ['without a session', { ...whole, sessionIdentifier: undefined }, identifierRule('sessionIdentifier')],
    ['with an empty session', { ...whole, sessionIdentifier: '' }, identifierRule('sessionIdentifier')],
    [
      'with a long session',
      { ...whole, sessionIdentifier: 's'.repeat(65) },
      identifierRule('sessionIdentifier'),
    ],
    [
      'with a session that is a number',
      { ...whole, sessionIdentifier: 7 },
      identifierRule('sessionIdentifier'),
    ],
    [
      'with a session that is a list',
      { ...whole, sessionIdentifier: ['s'] },
      identifierRule('sessionIdentifier'),
    ],
    ['without a journey', { ...whole, journeyIdentifier: undefined }, identifierRule('journeyIdentifier')],
    ['with an empty journey', { ...whole, journeyIdentifier: '' }, identifierRule('journeyIdentifier')],
    ['without arguments', { ...whole, arguments: undefined }, 'arguments must be an array of pairs'],
    ['with arguments as an object', { ...whole, arguments: {} }, 'arguments must be an array of pairs'],
    ['without an operation', { ...whole, arguments: [] }, 'arguments must contain operation_name'],
    [
      'with an empty operation',
      { ...whole, arguments: [pair('operation_name', '')] },
      'arguments must contain operation_name',
    ],
    ['with a pair that is null', { ...whole, arguments: [null] }, pairRule(0)],
    ['with a pair that is a text', { ...whole, arguments: [...whole.arguments, 'x'] }, pairRule(2)],
    ['with a value that is a number', { ...whole, arguments: [pair('operation_name', 7)] }, pairRule(0)],
    ['with a key that is a number', { ...whole, arguments: [pair(7, 'op')] }, pairRule(0)],
    [
      'with a key without a value',
      { ...whole, arguments: [{ key: { value: 'operation_name' } }] },
      pairRule(0),
    ],
    ['with a value without a key', { ...whole, arguments: [{ value: { value: 'op' } }] }, pairRule(0)],
    ['with a bare pair', { ...whole, arguments: [{ key: 'operation_name', value: 'op' }] }, pairRule(0)],
  ])('%s is refused', (_what, body, message) => {
    expect(refusalOf(JSON.stringify(body))).toEqual(refused('MALFORMED_ENVELOPE', message))
  })

  const notJson = refused('INVALID_JSON', 'The body is not JSON in UTF-8')

  test.each([
    ['an empty body', ''],
    ['a truncated body', JSON.stringify(whole).slice(0, -1)],
    ['two byte-order marks', `\ufeff\ufeff${JSON.stringify(whole)}`],
  ])('with %s is not JSON', (_what, body) => {
    expect(refusalOf(body)).toEqual(notJson)
    expect(refusalOf(Buffer.from(body))).toEqual(notJson)
  })

  test('of bytes that are not UTF-8 is refused, even if their replacement would be valid', () => {
    const bytes = Buffer.from(JSON.stringify({ ...whole, sessionIdentifier: 'XX' }))
    bytes[bytes.indexOf('XX')] = 0xff
    expect(refusalOf(bytes)).toEqual(notJson)
  })

  test('is read from the middle of a buffer', () => {
    const text = JSON.stringify(whole)
    const bytes = Buffer.from(`xx${text}xx`).subarray(2, -2)
    expect(parseEnvelope(bytes).value?.call.sessionIdentifier).toBe('s')
  })
})

describe('a member that occurs twice', () => {
  const twice = refused('MALFORMED_ENVELOPE', 'The body says a member twice in one object')
  const text = JSON.stringify(whole)

  test.each([
    ['at the top', text.replace('{', '{"journeyIdentifier":"k",')],
    ['with the same value', text.replace('{', '{"journeyIdentifier":"j",')],
    ['deep within', text.replace('{"value":"amount"}', '{"value":"note","value":"amount"}')],
    ['beside null', text.replace('{', '{"other":null,"other":null,')],
    ['after a text with a quote', text.replace('{', '{"a":"\\"","a":"",')],
    ['after a text that ends with a backslash', text.replace('{', '{"a":"\\\\","a":"",')],
  ])('%s is refused', (_what, body) => {
    expect(refusalOf(body)).toEqual(twice)
  })

  test('is recognised by the structure: colons, quotes, braces and backslashes within a text do not count', () => {
    const word = fc.string({ unit: fc.constantFrom('"', ':', '\\', '{', '}', ',', 'a', ' ') })
    fc.assert(
      fc.property(word, word, fc.jsonValue(), (key, said, other) => {
        const body = { ...whole, other, [`x${key}`]: said }
        expect(read(body).value?.call.operationName).toBe('op')
        // A body that has a member twice is refused, whatever the name of the member.
        const again = JSON.stringify(body).replace(
          '{',
          () => `{${JSON.stringify(`x${key}`)}:${JSON.stringify(said)},`,
        )
        expect(refusalOf(again)).toEqual(twice)
      }),
    )
  })
})
