import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { DocumentOutcome, EngineDocument } from '../../src/scoring/engine.js'
import { startTestEngine, type TestEngine } from './engine.js'
import { crossReferenceLoop, flateBomb, manyPages, pageTreeLoop } from './fixtures/bombs.js'
import { walletStatement } from './fixtures/wallet-statement.js'

let engine: TestEngine
let genuine: EngineDocument

beforeAll(async () => {
  engine = await startTestEngine()
  genuine = await engine.document((await walletStatement({ months: 2 })).bytes)
})

afterAll(() => engine.close())

const outcomeOf = async (document: EngineDocument): Promise<DocumentOutcome> => {
  const { documents, bodies } = await engine.engine(engine.request([document]))
  expect(bodies).toHaveLength(documents[0]?.state === 'PARSED' ? 1 : 0)
  return documents[0] as DocumentOutcome
}

const refusedWith = (code: string) => expect.objectContaining({ state: 'FAILED', code })

const megabyte = 1024 * 1024

describe('a hostile document is refused with a code, and the next one is read', () => {
  const hostile: readonly (readonly [string, () => Buffer, string])[] = [
    ['a kilobyte that unfolds to a gigabyte', () => flateBomb(1000 * megabyte), 'resource_limit'],
    ['five thousand pages', () => manyPages(5000), 'too_many_pages'],
    ['a cross-reference that names itself', crossReferenceLoop, 'image_only'],
    ['a page tree that holds itself', pageTreeLoop, 'corrupt_pdf'],
  ]
  test.each(hostile)('%s', async (_, make, code) => {
    const bytes = make()
    expect(await outcomeOf(await engine.document(bytes))).toEqual(refusedWith(code))
    expect(await outcomeOf(genuine)).toMatchObject({ state: 'PARSED' })
  })
})
