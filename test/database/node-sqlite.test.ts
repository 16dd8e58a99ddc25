import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { SqliteConnection } from '../../src/platform/database/drivers/node-sqlite.js'

let file: string
let connection: SqliteConnection
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'sqlite-')), 'x.sqlite')
  connection = new SqliteConnection(file)
  connection.exec('CREATE TABLE t (n INTEGER, x TEXT)')
})
afterEach(() => connection.close())

describe('a connection to SQLite', () => {
  test('returns integers as bigint, above 2^53 too, or as numbers on request', () => {
    connection.prepare('INSERT INTO t VALUES (?, ?)').run(9_007_199_254_740_993n, 'a')
    expect(connection.prepare('SELECT n, x FROM t').all()).toEqual([{ n: 9_007_199_254_740_993n, x: 'a' }])
    connection.giveNumbers()
    expect(connection.prepare('SELECT count(*) AS n FROM t').all()).toEqual([{ n: 1 }])
  })

  test('knows which statements answer with rows', () => {
    const readers = ['SELECT 1', 'PRAGMA table_info(t)', 'INSERT INTO t VALUES (1, 2) RETURNING n']
    const writers = ['INSERT INTO t VALUES (1, 2)', 'BEGIN', 'DELETE FROM t']
    for (const text of readers) expect([text, connection.prepare(text).reader]).toEqual([text, true])
    for (const text of writers) expect([text, connection.prepare(text).reader]).toEqual([text, false])
  })

  // SQLite itself would accept undefined as NULL, and an object as named parameters.
  test.each([[undefined], [{}], [new Date(0)], [true], [['a']], [Symbol('a')]])(
    'refuses %p for a parameter, first or last, and writes nothing',
    (value) => {
      const insert = connection.prepare('INSERT INTO t VALUES (?, ?)')
      expect(() => insert.run(value, 'x')).toThrow(TypeError)
      expect(() => insert.run(1, value)).toThrow(TypeError)
      expect(() => insert.all(1, value)).toThrow(TypeError)
      expect(connection.prepare('SELECT * FROM t').all()).toEqual([])
    },
  )

  test('passes on the error code of SQLite', () => {
    connection.exec('CREATE UNIQUE INDEX one ON t (n); INSERT INTO t VALUES (1, NULL)')
    const other = new SqliteConnection(file, { timeout: 0 })
    try {
      connection.exec('BEGIN IMMEDIATE')
      expect(connection.inTransaction).toBe(true)
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
      connection.exec('ROLLBACK')
      expect(connection.inTransaction).toBe(false)
      expect(() => other.prepare('INSERT INTO t VALUES (1, 1)').run()).toThrow(
        expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }),
      )
      expect(() => other.prepare('SELEC')).toThrow(expect.objectContaining({ code: 'SQLITE_ERROR' }))
    } finally {
      other.close()
    }
    const reader = new SqliteConnection(file, { readonly: true })
    try {
      expect(() => reader.exec('DELETE FROM t')).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }))
    } finally {
      reader.close()
    }
    expect(() => new SqliteConnection(join(file, 'below'))).toThrow(
      expect.objectContaining({ code: 'SQLITE_CANTOPEN' }),
    )
  })
})
