import 'reflect-metadata'
import { ConfigError, readClientsConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { systemClock } from '../kernel/clock.js'
import { readAnchors } from '../platform/evidence/seal-evidence.js'
import { readArchived } from '../platform/evidence/archived.js'
import { compareTotals } from '../platform/evidence/compare-totals.js'
import { walkEvidence, walkUnsealed } from '../platform/evidence/walk-evidence.js'

const usage = `Usage: npm run evidence

Walks the chain in which audit rows, journals and postings are sealed, compares it with the heads written down each day in
EVIDENCE_DIR (evidence in DATA_DIR), looks for rows that were never sealed, and compares balances with their postings. What
archived.jsonl there names is told as archived. Ends with 0 where all fits, else with 1 and the first row that does not.`

const main = async (): Promise<number> => {
  if (process.argv.length > 2) {
    process.stdout.write(`${usage}\n`)
    return process.argv[2] === '--help' ? 0 : 2
  }
  try {
    const config = readClientsConfig()
    const database = await openServiceDatabase(config)
    try {
      const anchors = await readAnchors(config.evidenceDirectory)
      const kept = await readArchived(config.evidenceDirectory)
      const { sealed, archived, problem } = await walkEvidence(database.read, anchors, kept)
      const unsealed = await walkUnsealed(database.read, systemClock.now())
      const totals = await compareTotals(database.read, kept)
      const found = problem ?? unsealed.problem ?? totals.problem
      const elsewhere = archived > 0 ? `, ${archived} of them archived` : ''
      const days = totals.archivedDays > 0 ? ` on all but ${totals.archivedDays} archived days` : ''
      const rest =
        found === null ? `, ${unsealed.waiting} wait for their seal, and the totals fit${days}` : `; ${found}`
      process.stdout.write(`${sealed} rows fit${elsewhere}${rest}\n`)
      return found === null ? 0 : 1
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = await main()
