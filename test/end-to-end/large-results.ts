import type { Database } from '../../src/platform/database/database.js'
import { insert } from '../../src/platform/database/rows.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { sealBody, outlinePosition, storeBody } from '../../src/score-requests/drive/result-parts.js'
import { ScoreRequest } from '../../src/score-requests/model/score.entity.js'
import { newId } from '../../src/kernel/ids.js'
import { firstOf } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const requests = 50
const outlineBytes = 60_000
const bodyBytes = 3_500_000

const sealing = developmentKeyRing('sealing')

const textOf = (bytes: number): string =>
  JSON.stringify({
    status: 'success',
    code: 200,
    data: {
      notices: Array.from({ length: bytes / 50 }, (_, i) => `a notice that is neither short nor long ${i}`),
    },
  })

/** Stores completed score requests with results as large as a report may be, in the form that the service uses. */
export const storeLargeResults = async (database: Database): Promise<void> => {
  const askedAt = Date.UTC(2026, 5, 1)
  const [outline, body] = firstOf(
    2,
    [`[${textOf(outlineBytes)}]`, textOf(bodyBytes)].map((text) => Buffer.from(text)),
  )
  for (let i = 0; i < requests; i++) {
    const id = newId(askedAt + i)
    const sealed = await sealBody(sealing, id, outlinePosition, outline)
    const whole = i === requests - 1 ? await sealBody(sealing, id, 0, body) : undefined
    await database.inTransaction(async (tx) => {
      await insert(tx, ScoreRequest, {
        id,
        customerId: null,
        productCode: 'P7',
        augment: false,
        firstName: 'Amina',
        middleName: null,
        lastName: 'Otieno',
        phoneNumber: '+254712345678',
        nationalId: '*****678',
        person: null,
        personHash: null,
        forgetAt: null,
        status: 'COMPLETED',
        submission: 1,
        serviceRequestId: null,
        attempts: 0,
        fence: 0,
        dueAt: null,
        holder: null,
        giveUpAt: null,
        problem: null,
        failureCode: null,
        failureDetail: null,
        resubmissionOf: null,
        askedBy: 'test',
        askedWith: null,
        orderKey: null,
        orderHash: null,
        askedOn: dateOf('2026-06-01'),
        askedAt,
        endedAt: askedAt,
        wipeAt: null,
      })
      await storeBody(tx, id, outlinePosition, sealed)
      if (whole) await storeBody(tx, id, 0, whole)
    })
  }
}
