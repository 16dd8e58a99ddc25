import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { createConnection } from 'mysql2/promise'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  describeEachDatabase,
  mongoUrl,
  withUniqueDatabase,
  type CreatedDatabase,
  type TestDatabase,
} from './services.js'

const use = async (kind: TestDatabase['kind'], url: string): Promise<void> => {
  if (kind === 'sqlite') return access(dirname(url.slice('sqlite:'.length)))
  const connection = await createConnection(url)
  await connection.query('CREATE TABLE kept (word VARCHAR(9))').finally(() => connection.end())
}

describeEachDatabase('a database for a suite', ({ kind, create }) => {
  let first: CreatedDatabase
  let second: CreatedDatabase

  beforeAll(async () => {
    first = await create()
    second = await create()
  })
  afterAll(async () => {
    await first.drop()
    await second.drop()
  })

  test('is not shared', () => {
    expect(first.url).not.toBe(second.url)
    expect(first.url.startsWith(`${kind}:`)).toBe(true)
  })

  test('exists until it is dropped', async () => {
    const gone = await create()
    await use(kind, first.url)
    await gone.drop()
    await expect(use(kind, gone.url)).rejects.toThrow(/ENOENT|Unknown database/)
  })
})

const mongo = mongoUrl()
const testOnMongo = mongo ? test : test.skip

testOnMongo('a MongoDB keeps what a client writes, in the database that its address names', async () => {
  const client = new MongoClient(withUniqueDatabase(mongo ?? ''))
  const other = new MongoClient(withUniqueDatabase(mongo ?? ''))
  try {
    await client.db().collection('kept').insertOne({ word: 'cauri' })
    expect(await client.db().collection('kept').countDocuments()).toBe(1)
    expect(await other.db().collection('kept').countDocuments()).toBe(0)
  } finally {
    await client.close()
    await other.close()
  }
})
