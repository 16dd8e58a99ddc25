import 'reflect-metadata'
import { readCommandConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { systemClock } from '../kernel/clock.js'
import { readHeads } from '../platform/evidence/seal-evidence.js'
import { readArchived } from '../platform/evidence/archived.js'
import { compareTotals } from '../platform/evidence/compare-totals.js'
import { verifyChain, findUnsealed } from '../platform/evidence/verify-chain.js'
import type { Database } from '../platform/database/database.js'
import { messageOf } from './message-of.js'
import { Mistake } from './mistake.js'
import type { Performed, Perform } from './outcome.js'

/**
 * Checks that audit rows, journals and postings are unchanged since they were sealed, that none was left out of the chain, and that
 * balances equal the sums of postings.
 */
export const verifyEvidence = async (database: Database, evidenceDirectory: string): Promise<Performed> => {
  const [heads, archivedRows] = await Promise.all([
    readHeads(evidenceDirectory),
    readArchived(evidenceDirectory),
  ]).catch((error: unknown) => {
    throw new Mistake(`EVIDENCE_DIR ${evidenceDirectory} cannot be read: ${messageOf(error)}`)
  })
  const { sealed, archived, problem } = await verifyChain(database.read, heads, archivedRows)
  const unsealed = await findUnsealed(database.read, systemClock.now())
  const totals = await compareTotals(database.read, archivedRows)
  const found = problem ?? unsealed.problem ?? totals.problem
  const archivedText = archived > 0 ? `, ${archived} of them archived` : ''
  const days = totals.archivedDays > 0 ? ` on all but ${totals.archivedDays} archived days` : ''
  const rest =
    found === null ? `, ${unsealed.waiting} are not sealed yet, and the totals match${days}` : `; ${found}`
  return {
    data: {
      sealed: Number(sealed),
      archived: Number(archived),
      archivedDays: totals.archivedDays,
      waiting: unsealed.waiting,
      problem: found,
    },
    text: `${sealed} sealed rows are unchanged${archivedText}${rest}`,
    exitCode: found === null ? 0 : 1,
  }
}

export const perform: Perform<undefined> = async () => {
  const config = readCommandConfig()
  const database = await openServiceDatabase(config)
  try {
    return await verifyEvidence(database, config.evidenceDirectory)
  } finally {
    await database.close()
  }
}
