import { expect, test } from '@jest/globals'
import type { Engine } from '../../src/scoring-service/model/engine.js'
import { describeEachDatabase } from '../support/services.js'
import { scoringWorldFor } from './world.js'

/** An engine that gives each document its code in turn; a document without a code is read. */
const reads =
  (codes: readonly ('wrong_password' | 'not_a_pdf' | undefined)[]): Engine =>
  async ({ documents }) => ({
    documents: documents.map(({ documentName }, i) => {
      const code = codes[i]
      return code
        ? { documentName, state: 'FAILED', code, detail: `the ${i + 1}. of them` }
        : { documentName, state: 'PARSED' }
    }),
    bodies: codes.flatMap((code) =>
      code ? [] : [{ json: JSON.stringify({ status: 'success', code: 200, data: {} }) }],
    ),
  })

describeEachDatabase('documents that could not be read', (database) => {
  const world = scoringWorldFor(database)
  const answeredFor = async (names: readonly string[], codes: Parameters<typeof reads>[0]) => {
    world().engine.current = reads(codes)
    const caller = await world().caller()
    const { requestId } = await caller.uploaded([...names])
    await world().process()
    return caller.results(requestId)
  }
  const answered = (...codes: Parameters<typeof reads>[0]) => answeredFor(['a.pdf', 'b.pdf'], codes)

  test('are a 422 if no document of the request could be read, with the code of each in `details` and in a list', async () => {
    const { status, body } = await answered('wrong_password', 'not_a_pdf')
    expect([status, body.details]).toEqual([
      422,
      'wrong_password: a.pdf: the 1. of them; not_a_pdf: b.pdf: the 2. of them',
    ])
    expect(body.documents).toEqual([
      { documentName: 'a.pdf', code: 'wrong_password', detail: 'the 1. of them' },
      { documentName: 'b.pdf', code: 'not_a_pdf', detail: 'the 2. of them' },
    ])
  })

  test('are named with their code beside the results of the others', async () => {
    const { status, body } = await answered(undefined, 'not_a_pdf')
    expect([status, body.documents]).toEqual([
      200,
      [
        { documentName: 'a.pdf', state: 'PARSED' },
        { documentName: 'b.pdf', state: 'FAILED', problem: { code: 'not_a_pdf', detail: 'the 2. of them' } },
      ],
    ])
  })

  test('are not taken for documents whose names differ only in a blank at the end', async () => {
    const { body } = await answeredFor(['a.pdf', 'a.pdf '], [undefined, 'not_a_pdf'])
    expect(body.documents).toMatchObject([
      { documentName: 'a.pdf', state: 'PARSED' },
      { documentName: 'a.pdf ', state: 'FAILED' },
    ])
  })
})
