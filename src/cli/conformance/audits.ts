import type { Audit, AuditResult, Post } from './audit.js'
import { callAudits } from './call-audits.js'
import { envelopeAudits } from './envelope-audits.js'

export const audits: readonly Audit[] = [...envelopeAudits, ...callAudits]

/** Runs every audit in turn. The number `unregistered` (calls.ts) must have no account. No audit writes anything. */
export const runAudits = async (post: Post): Promise<AuditResult[]> => {
  const results: AuditResult[] = []
  for (const { id, must, run } of audits) results.push({ id, must, problems: await run(post) })
  return results
}
