import { beforeAll, expect, test } from '@jest/globals'
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { developmentKeyRing, parseKeyRing, type Key } from '../../src/platform/crypto/key-ring.js'
import { createTokens } from '../../src/scoring-service/service/tokens.js'
import { describeEachDatabase } from '../support/services.js'
import { tokenOf, type Caller } from './caller.js'
import { scoringWorldFor } from './world.js'
import { present } from '../support/present.js'

const keyText = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64url')}`
const privateKey = ({ bytes }: Key): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes]),
    format: 'der',
    type: 'pkcs8',
  })
const ours = developmentKeyRing('signing')
const second = 1
const minute = 60 * second

describeEachDatabase('a token', (database) => {
  const world = scoringWorldFor(database)
  let caller: Caller
  let requestId: string
  let claims: JWTPayload
  beforeAll(async () => {
    caller = await world().caller()
    requestId = (await caller.accepted()).requestId
    claims = decodeJwt(caller.token)
  })

  const signed = (changes: object, key: Key = ours.current, header: object = {}): Promise<string> =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.id, ...header })
      .sign(privateKey(key))
  const statusWith = async (token: string): Promise<number> => {
    const authorization = `Bearer ${token}`
    const { status, body } = await caller.results(requestId, { authorization })
    const submitted = await caller.submit({}, { authorization })
    // A valid token gets as far as the check of the body.
    expect(submitted.status).toBe(status === 202 ? 400 : status)
    if (status !== 202)
      expect(body).toMatchObject({ status: 'error', code: status, message: expect.any(String) })
    return status
  }

  test('with the same claims and a new signature is accepted, so that the refusals below have their own causes', async () =>
    expect(await statusWith(await signed({}))).toBe(202))

  test('is not given for the id of a client with a blank behind it, under which guesses would be counted anew', async () => {
    const { base, clientId, secret } = caller
    for (const given of [`${clientId} `, `${clientId}   `, clientId.toUpperCase()])
      expect((await tokenOf(base, { clientId: given, secret })).body).toEqual({
        message: 'Invalid credentials',
      })
    expect((await tokenOf(base, { clientId, secret })).status).toBe(200)
  })

  test('that is missing or malformed is refused', async () => {
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      'Basic abc',
      'a b c',
      'x'.repeat(5000),
    ]) {
      const { status, body, headers } = await caller.results(requestId, { authorization })
      expect([status, body.code]).toEqual([401, 401])
      expect(headers.get('www-authenticate')).toBe('Bearer realm="scoring"')
      expect((await caller.submit({}, { authorization })).body).toMatchObject({
        success: false,
        error: 'AuthenticationError',
      })
    }
  })

  test('with another algorithm is refused: HS256 with the bytes of our public or private key, and a header with RS256', async () => {
    const publicBytes = createPublicKey(privateKey(ours.current)).export({ format: 'der', type: 'spki' })
    for (const bytes of [publicBytes, ours.current.bytes]) {
      const hmac = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', kid: ours.current.id })
      expect(await statusWith(await hmac.sign(bytes))).toBe(401)
    }
    const [, payload, signature] = caller.token.split('.')
    const header = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(caller.token), alg: 'RS256' }))
    expect(await statusWith(`${header.toString('base64url')}.${payload}.${signature}`)).toBe(401)
  })

  test('without a signature is refused', async () => {
    const unsecured = new UnsecuredJWT({ ...claims }).encode()
    expect(await statusWith(unsecured)).toBe(401)
    const [header, payload] = caller.token.split('.')
    expect(await statusWith(`${header}.${payload}.`)).toBe(401)
  })

  test('of another environment, audience or issuer is refused', async () => {
    const { token } = await world().caller('sandbox')
    expect(await statusWith(token)).toBe(401)
    expect(await statusWith(await signed({ env: 'sandbox' }))).toBe(401)
    expect(await statusWith(await signed({ aud: 'cauri-scoring:sandbox' }))).toBe(401)
    expect(await statusWith(await signed({ iss: 'somebody' }))).toBe(401)
  })

  test('signed with another key is refused, under its own id and under ours', async () => {
    const other = present(parseKeyRing(keyText('other'))).current
    expect(await statusWith(await signed({}, other))).toBe(401)
    expect(await statusWith(await signed({}, other, { kid: ours.current.id }))).toBe(401)
  })

  test('that has expired is refused, with a tolerance of seconds', async () => {
    const now = Math.floor(world().clock.now() / 1000)
    expect(await statusWith(await signed({ exp: now - 30 * second }))).toBe(202)
    expect(await statusWith(await signed({ exp: now - 2 * minute }))).toBe(401)
    expect(await statusWith(await signed({ exp: undefined }))).toBe(401)
  })

  test('that is not yet valid is refused, with a tolerance of seconds', async () => {
    const now = Math.floor(world().clock.now() / 1000)
    expect(await statusWith(await signed({ nbf: now + 30 * second }))).toBe(202)
    expect(await statusWith(await signed({ nbf: now + 2 * minute }))).toBe(401)
  })

  test('for one request is accepted for that request only', async () => {
    const other = await caller.accepted()
    const status = async (token: string) => (await caller.results(requestId, { authorization: token })).status
    expect(await status(other.token)).toBe(403)
    expect(await status(await signed({ scope: 'everything' }))).toBe(401)
    expect(await status(await signed({ scope: `results:${requestId}` }))).toBe(202)
  })

  test('of a revoked or unknown client is refused', async () => {
    const gone = await world().newClient()
    await world().write('UPDATE scoring_clients SET revoked_at = 1 WHERE client_id = ?', gone.clientId)
    expect(await statusWith(gone.token)).toBe(401)
    expect((await tokenOf(gone.base, gone)).body).toEqual({ message: 'Invalid credentials' })
    expect(await statusWith(await signed({ sub: 'nobody' }))).toBe(401)
  })

  test('for live is not issued to a sandbox client', async () => {
    const sandbox = await world().caller('sandbox')
    expect((await tokenOf(caller.base, sandbox)).status).toBe(400)
  })
})

test('after a rotation the new key signs, and the old one is accepted until it is removed', async () => {
  const facts = { environment: 'live', clientId: 'c', scope: { kind: 'client' } } as const
  const at = Date.parse('2026-03-01T12:00:00Z')
  const tokensWith = (...ids: string[]) =>
    createTokens(present(parseKeyRing(ids.map(keyText).join(','))), 900)
  const old = await tokensWith('old').issue(facts, 'jti', at)
  const rotated = tokensWith('new', 'old')
  expect(decodeProtectedHeader(await rotated.issue(facts, 'jti', at))).toMatchObject({ kid: 'new' })
  expect(await rotated.verify(old, 'live', at)).toEqual(facts)
  expect(await tokensWith('new').verify(old, 'live', at)).toBeUndefined()
})

test.each(['', 'a', 'a:b', `${keyText('a')},`, `${keyText('a')},${keyText('a')}`, `a b:${'x'.repeat(43)}`])(
  '%j is not a valid key ring',
  (text) => expect(parseKeyRing(text)).toBeUndefined(),
)
