import type { Database, Tx } from '../database/database.js'
import { insert, update } from '../database/rows.js'
import { newId } from '../../kernel/ids.js'
import type { Instant } from '../../kernel/clock.js'
import { StoredObject } from './stored-object.entity.js'
import type { ObjectStore } from './object-store.js'

/** The age after which an object without a committed reference belongs to a dead process. */
const unclaimedMs = 2 * 3_600_000

interface Stores {
  readonly database: Database
  readonly objects: ObjectStore
}

export const newObjectKey = (folder: 'uploads' | 'sealed-uploads' | 'sealed-results', now: Instant): string =>
  `${folder}/${newId(now).toLowerCase()}`

/**
 * Puts a file into the store under a key that is not in use yet. The row is written before the object, so that the object of a process
 * that dies in between is found and removed. The transaction that refers to the object sets how long it is kept.
 */
export const storeObjectAs = async (
  { database, objects }: Stores,
  objectKey: string,
  path: string,
  now: Instant,
): Promise<void> => {
  await database.inOneStatement((tx) => insert(tx, StoredObject, { objectKey, removeAt: now + unclaimedMs }))
  await objects.keep(objectKey, path)
}

/** Like `storeObjectAs`, with a new random key. */
export const storeObject = async (
  stores: Stores,
  folder: 'uploads',
  path: string,
  now: Instant,
): Promise<string> => {
  const objectKey = newObjectKey(folder, now)
  await storeObjectAs(stores, objectKey, path, now)
  return objectKey
}

/** Sets when the object is removed by the sweep; a time in the past means its next run. */
export const keepUntil = (tx: Tx, objectKey: string, removeAt: Instant): Promise<number> =>
  update(tx, StoredObject, { removeAt }, 'object_key = ?', [objectKey])
