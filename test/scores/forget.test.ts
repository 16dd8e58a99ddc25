import { expect, test } from '@jest/globals'
import { entities } from '../../src/database/entities.js'
import { forgetScoresOf, keptMs } from '../../src/scores/forget-score.js'
import type { ScoreRequest } from '../../src/scores/score.entity.js'
import { readResultsOf } from '../../src/scores/scores.read.js'
import { eraseScoringPerson } from '../../src/scoring/erasure/erase-scores.js'
import { describeEachDatabase } from '../support/services.js'
import { clerk, person, scoresWorldFor, wipeScores, whole } from './world.js'

describeEachDatabase('our own score requests', (database) => {
  const scores = scoresWorldFor(database)

  /** All that the tables and the files hold, as one text. */
  const everything = async (): Promise<string> => {
    const { dataSource } = scores().world.database.read
    const tables = entities.map((entity) => dataSource.getMetadata(entity).tableName)
    const rows = await Promise.all(tables.map((table) => scores().world.rows(`SELECT * FROM ${table}`)))
    return `${rows.flat().flatMap(Object.values).join(' ')} ${scores().stored().toString('latin1')}`
  }
  const strings = [
    person.firstName,
    person.lastName,
    person.phoneNumber,
    person.nationalId,
    'the-statement-of-wanjiku',
  ]

  const completed = async (): Promise<string> => {
    const { id } = await scores().submit(['the-statement-of-wanjiku.pdf'])
    await scores().until(id, 'COMPLETED')
    return id
  }

  test('are sealed where they lie, and opened for those who may read them', async () => {
    const id = await completed()
    const { read } = scores().world.database
    expect((await readResultsOf(read, scores().deps.sealing, [id])).get(id)).not.toHaveLength(0)
    const [part] = await scores().world.rows('SELECT body FROM score_result_parts WHERE score_id = ?', id)
    expect(String(part!['body'])).toMatch(/^development\./)
  })

  test('are about nobody once the person is erased: no table and no file has a word of theirs', async () => {
    const id = await completed()
    const waiting = await scores().submit(['the-statement-of-wanjiku.pdf'])
    const before = await everything()
    expect(strings.filter((text) => before.includes(text))).toContain(person.lastName)
    const { database: db, call } = scores().world
    const deps = {
      database: db,
      objects: scores().deps.objects,
      pepper: 'a pepper',
      forgetOwn: forgetScoresOf,
    }
    const erase = () =>
      eraseScoringPerson(deps, call({ actor: clerk }), { nationalId: person.nationalId, reason: 'ticket 1' })
    expect((await erase()).requests).toBeGreaterThanOrEqual(2)
    const after = await everything()
    expect(strings.filter((text) => after.includes(text))).toEqual([])
    expect((await readResultsOf(db.read, scores().deps.sealing, [id])).get(id)).toBeUndefined()
    expect(await scores().find(id)).toMatchObject({ status: 'COMPLETED', lastName: '', askedBy: clerk.name })
    expect(await scores().find(waiting.id)).toMatchObject({ status: 'FAILED', failureCode: 'ERASED' })
    expect((await erase()).requests).toBe(0)
  })

  test('are about nobody after thirty days', async () => {
    const id = await completed()
    await wipeScores(scores().deps, whole())
    expect((await scores().find(id)).lastName).toBe(person.lastName)
    await scores().world.write(
      'UPDATE score_requests SET forget_at = forget_at - ? WHERE id = ?',
      2 * keptMs,
      id,
    )
    await wipeScores(scores().deps, whole())
    const forgotten: ScoreRequest = await scores().find(id)
    expect(forgotten).toMatchObject({ lastName: '', phoneNumber: '', forgetAt: null, personHash: null })
    expect(await scores().world.rows('SELECT body FROM score_result_parts WHERE score_id = ?', id)).toEqual(
      [],
    )
  })
})
