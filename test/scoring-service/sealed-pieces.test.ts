import { describe, expect, test } from '@jest/globals'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { keyOfFile, openPieces, openWith, sealPieces } from '../../src/platform/crypto/sealed-pieces.js'
import { scratchFolder } from '../support/scratch.js'
import { at, first, firstOf } from '../support/present.js'
import { recordOf, textOf } from '../support/typed.js'

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

/** The bytes that come out until the end or an error, and the message of that error. */
const opened = async (sealed: Buffer, where = place, portion = sealed.length) => {
  const pieces: Buffer[] = []
  try {
    const stream = Readable.from(inPortions(sealed, portion))
    const open = await openPieces(ring, where, { stream, bytes: sealed.length })
    for await (const piece of open.pieces) pieces.push(piece)
    return { bytes: open.bytes, text: Buffer.concat(pieces), problem: undefined }
  } catch (error) {
    return { bytes: undefined, text: Buffer.concat(pieces), problem: textOf(recordOf(error)['message']) }
  }
}

test.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, text.length])(
  '%i bytes open as they were sealed, in portions of any size',
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

describe('a changed or moved file gives only bytes that were sealed under its object key', () => {
  const [head, one, two, three, last] = firstOf(5, parts(text))
  const changed = Buffer.concat([head, one, two, three, last])
  const middle = head.length + one.length + 7
  changed[middle] = at(changed, middle) ^ 1

  test.each<[string, Buffer]>([
    ['if a bit was changed', changed],
    ['if two pieces changed places', Buffer.concat([head, two, one, three, last])],
    ['if a piece was left out', Buffer.concat([head, one, three, last])],
    ['if the end was cut off after a piece', Buffer.concat([head, one, two, three])],
    ['if the end was cut off within a piece', Buffer.concat([head, one, two, three, last]).subarray(0, -1)],
    ['if more was added', Buffer.concat([head, one, two, three, last, last])],
    ['if it has the head of another file', Buffer.concat([first(parts(text)), one, two, three, last])],
    ['if a piece is repeated', Buffer.concat([head, one, one, two, three, last])],
    ['if only the last piece is left', Buffer.concat([head, last])],
    ['if two files are joined', Buffer.concat([head, one, two, three, last, ...parts(text).slice(1)])],
    [
      'if a piece is from another file under this object key',
      Buffer.concat([head, one, at(parts(text), 2), three, last]),
    ],
    [
      'if its format byte is missing, as in the earlier format',
      Buffer.concat([head.subarray(1), one, two, three, last]),
    ],
    ['if it has only a head', head],
  ])('%s', async (_name, sealed) => {
    const found = await opened(sealed)
    expect(found.problem).toMatch(/are not those that were sealed there|is truncated/)
    expect(text.subarray(0, found.text.length).equals(found.text)).toBe(true)
    expect(found.text.length).toBeLessThan(text.length)
  })

  test('if it is opened under another object key', async () => {
    const found = await opened(Buffer.concat([head, one, two, three, last]), 'sealed-results/two')
    expect([found.text.length, found.problem]).toEqual([
      0,
      expect.stringContaining('are not those that were sealed'),
    ])
  })
})

describe('the format before the present one', () => {
  /** Seals bytes as version 0.2.0 did; needed until the last result of that version is removed. */
  const earlier = (bytes: Buffer): Buffer => {
    const salt = randomBytes(32)
    const id = Buffer.alloc(32)
    id.write(ring.current.id)
    const key = Buffer.from(hkdfSync('sha256', ring.current.bytes, salt, `scoring pieces ${place}`, 32))
    const last = Math.max(0, Math.ceil(bytes.length / pieceBytes) - 1)
    const pieces = Array.from({ length: last + 1 }, (_, index) => {
      const nonce = Buffer.alloc(12)
      nonce.writeUInt32BE(index, 0)
      nonce[11] = index === last ? 1 : 0
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    })
    return Buffer.concat([id, salt, ...pieces])
  }

  test.each([0, 1, pieceBytes, text.length])('still opens %i bytes as they were sealed', async (length) => {
    const bytes = text.subarray(0, length)
    const sealed = earlier(bytes)
    const found = await opened(sealed)
    expect([found.problem, found.bytes, found.text.equals(bytes)]).toEqual([undefined, length, true])
  })

  test('does not open if its end was cut off or if it claims to be the present format', async () => {
    const sealed = earlier(text)
    expect((await opened(sealed.subarray(0, -5 - 16))).problem).toMatch(
      /are not those that were sealed there/,
    )
    expect((await opened(Buffer.concat([Buffer.of(2), sealed.subarray(0, -1)]))).problem).toBeDefined()
  })
})

test('the key of one file opens that file, but not after a change', async () => {
  const path = join(await scratchFolder('cauri-pieces-'), 'file')
  const sealed = Buffer.concat(parts(text))
  await writeFile(path, sealed)
  const key = await keyOfFile(ring, place, path)
  expect(openWith(key, sealed).equals(text)).toBe(true)
  sealed[sealed.length - 1] = at(sealed, sealed.length - 1) ^ 1
  expect(() => openWith(key, sealed)).toThrow('the bytes are not those that were sealed with this key')
  await expect(
    keyOfFile(developmentKeyRing('other'), place, path).then((other) => openWith(other, sealed)),
  ).rejects.toThrow()
})
