import { expect, test } from '@jest/globals'
import { anonymiseScoresOf, resultKeptMs } from '../../src/score-requests/drive/anonymise-score.js'
import type { ScoreRequest } from '../../src/score-requests/model/score.entity.js'
import { readResultsOf } from '../../src/score-requests/requests/scores.read.js'
import { eraseScoringPerson, removeErased } from '../../src/scoring-service/erasure/erase-scores.js'
import { placesOf } from '../support/everything.js'
import { describeEachDatabase } from '../support/services.js'
import { clerk, password, person, scoresWorldFor, wipeScores, neverAborted } from './world.js'
import { first } from '../support/present.js'

describeEachDatabase('our own score requests', (database) => {
  const scores = scoresWorldFor(database)

  const told = {
    ...person,
    middleName: 'Nyambura',
    email: 'wanjiku@example.com',
    street: 'Moi Avenue 7',
    taxPin: 'A012345678Z',
  }
  const order = { orderKey: 'for-wanjiku', person: told }
  const strings = [...Object.values(told), 'the-statement-of-wanjiku', 'for-wanjiku', password]
  const places = (): Promise<string[]> => {
    const { database: opened, url } = scores().world
    return placesOf(opened, url, [scores().directory], strings)
  }

  const completed = async (): Promise<string> => {
    const { id } = await scores().submit(['the-statement-of-wanjiku.pdf'], order)
    await scores().until(id, 'COMPLETED')
    return id
  }

  test('have results that are sealed in the database, and opened when they are read', async () => {
    const id = await completed()
    const { read } = scores().world.database
    expect((await readResultsOf(read, scores().deps.sealing, [id])).get(id)).not.toHaveLength(0)
    const part = first(
      await scores().world.rows('SELECT body FROM score_result_parts WHERE score_id = ?', id),
    )
    expect(String(part['body'])).toMatch(/^development\./)
  })

  test('contain nothing of an erased person in any table or file', async () => {
    const id = await completed()
    const { endedAt } = await scores().find(id)
    const waiting = await scores().submit(['the-statement-of-wanjiku.pdf'])
    expect(await places()).toContain(`score_requests.last_name: ${person.lastName}`)
    const { database: db, call } = scores().world
    const deps = { pepper: 'a pepper', forgetOwn: anonymiseScoresOf }
    const given = { nationalId: person.nationalId, reason: 'ticket 1' }
    const erase = async () => {
      const { erased, keys } = await db.inTransaction((tx) =>
        eraseScoringPerson(tx, deps, call({ actor: clerk }), given),
      )
      await removeErased({ objects: scores().deps.objects, database: db }, keys)
      return erased
    }
    expect((await erase()).requests).toBeGreaterThanOrEqual(2)
    expect(await places()).toEqual([])
    expect((await readResultsOf(db.read, scores().deps.sealing, [id])).get(id)).toBeUndefined()
    expect(await scores().find(id)).toMatchObject({
      status: 'COMPLETED',
      lastName: '',
      askedBy: clerk.name,
      decision: null,
      riskBand: null,
    })
    expect(await scores().world.rows('SELECT * FROM score_reasons')).toEqual([])
    expect(await scores().find(waiting.id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'ERASED',
      endedAt: expect.any(Number),
    })
    expect((await scores().find(id)).endedAt).toBe(endedAt)
    expect((await erase()).requests).toBe(0)
  })

  test('contain nothing of the person thirty days after their submission', async () => {
    const id = await completed()
    await wipeScores(scores().deps, neverAborted())
    expect((await scores().find(id)).lastName).toBe(person.lastName)
    await scores().world.write(
      'UPDATE score_requests SET forget_at = forget_at - ? WHERE id = ?',
      2 * resultKeptMs,
      id,
    )
    await wipeScores(scores().deps, neverAborted())
    expect(await places()).toEqual([])
    const forgotten: ScoreRequest = await scores().find(id)
    expect(forgotten).toMatchObject({ lastName: '', phoneNumber: '', forgetAt: null, personHash: null })
    expect(await scores().world.rows('SELECT body FROM score_result_parts WHERE score_id = ?', id)).toEqual(
      [],
    )
  })
})
