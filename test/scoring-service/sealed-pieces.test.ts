import { describe, expect, test } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { openPieces, sealPieces } from '../../src/platform/crypto/sealed-pieces.js'

const ring = developmentKeyRing('sealing')
const place = 'sealed-results/one'
const kilobyte = 1024
const pieceBytes = 64 * kilobyte
const text = randomBytes(3 * pieceBytes + 5)
const parts = (bytes: Buffer): Buffer[] => [...sealPieces(ring, place, bytes)]

const inPortions = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
    bytes.subarray(i * length, (i + 1) * length),
  )

/** What comes out before it ends or throws, and what it throws. */
const opened = async (sealed: Buffer, where = place, portion = sealed.length) => {
  const pieces: Buffer[] = []
  try {
    const stream = Readable.from(inPortions(sealed, portion))
    const open = await openPieces(ring, where, { stream, bytes: sealed.length })
    for await (const piece of open.pieces) pieces.push(piece)
    return { bytes: open.bytes, text: Buffer.concat(pieces), problem: undefined }
  } catch (error) {
    return { bytes: undefined, text: Buffer.concat(pieces), problem: (error as Error).message }
  }
}

test.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, text.length])(
  '%i bytes open as they were sealed, in whatever portions they come',
  async (length) => {
    const bytes = text.subarray(0, length)
    const sealed = Buffer.concat(parts(bytes))
    if (length > 16) expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
    for (const portion of [37, 64 * kilobyte, sealed.length]) {
      const found = await opened(sealed, place, portion)
      expect([found.problem, found.bytes, found.text.equals(bytes)]).toEqual([undefined, length, true])
    }
  },
)

describe('gives out nothing that was not sealed there, when', () => {
  const [head, one, two, three, last] = parts(text) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  const changed = Buffer.concat([head, one, two, three, last])
  changed[head.length + one.length + 7]! ^= 1

  test.each<[string, Buffer]>([
    ['a bit was changed', changed],
    ['two pieces changed places', Buffer.concat([head, two, one, three, last])],
    ['a piece was left out', Buffer.concat([head, one, three, last])],
    ['the end was cut off at a piece', Buffer.concat([head, one, two, three])],
    ['the end was cut off within a piece', Buffer.concat([head, one, two, three, last]).subarray(0, -1)],
    ['more was added', Buffer.concat([head, one, two, three, last, last])],
    ['it has the head of another', Buffer.concat([parts(text)[0]!, one, two, three, last])],
    ['it is all head', head],
  ])('%s', async (_name, sealed) => {
    const found = await opened(sealed)
    expect(found.problem).toMatch(/is not what was sealed there|ended too early/)
    expect(text.subarray(0, found.text.length).equals(found.text)).toBe(true)
    expect(found.text.length).toBeLessThan(text.length)
  })

  test('it lies at another place', async () => {
    const found = await opened(Buffer.concat([head, one, two, three, last]), 'sealed-results/two')
    expect([found.text.length, found.problem]).toEqual([0, expect.stringContaining('is not what was sealed')])
  })
})
