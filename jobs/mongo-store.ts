import { MongoJobRepository } from '@agendajs/mongo-backend'
import { MongoClient, MongoError } from 'mongodb'
import { withTimeout } from './with-timeout.js'
import type { Store } from './tick-store.js'

const closeMsMax = 1_500
const mongoTimeouts = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 5_000 }
const duplicateKey = 11_000
const collectionName = 'agendaJobs'

/**
 * MongoDB without a connection at start. The driver connects on first use and reconnects after a loss, but does not retry a
 * first connection that failed (`Topology is closed`): that is what `connect` is for.
 * Agenda's own MongoBackend is not used: it writes indexes while it connects, and an error there ends the process.
 */
export const mongoStore = (url: string): Store => {
  const client = new MongoClient(url, mongoTimeouts)
  let isConnected = false
  const collection = client.db().collection(collectionName)
  const repository = new MongoJobRepository({
    mongo: client.db(),
    db: { collection: collectionName },
    ensureIndex: false,
  })
  const unlockJob = repository.unlockJob.bind(repository)
  // Agenda does not await this promise, so a rejection would end the process. A lock that stays expires by itself.
  repository.unlockJob = (job) => unlockJob(job).catch(() => {})
  return {
    backend: {
      name: 'MongoDB',
      repository,
      connect: () => repository.connect(),
      disconnect: async () => {},
    },
    connect: async () => {
      await client.connect()
      isConnected = true
    },
    makeUnique: async () => {
      const made = collection.createIndex({ name: 1 }, { unique: true, name: 'one_entry_per_tick' })
      await made.catch((error: unknown) => {
        // The index cannot be made while another tick has two entries; scheduling that tick again replaces them and tries
        // again to make the index.
        if (!(error instanceof MongoError) || error.code !== duplicateKey) throw error
      })
    },
    isOwnError: (error) => error instanceof MongoError,
    close: async (worker) => {
      const ours = { lastModifiedBy: worker, lockedAt: { $ne: null } }
      try {
        if (isConnected)
          await withTimeout(closeMsMax, collection.updateMany(ours, { $set: { lockedAt: null } }))
      } finally {
        await withTimeout(closeMsMax, client.close())
      }
    },
  }
}
