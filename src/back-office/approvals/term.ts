/** What nobody decided by then is asked for anew: it names somebody while it waits. */
export const openMs = 7 * 86_400_000
/** Also of a row that a version before this one wrote beside it. */
export const expiresAtSql = `COALESCE(proposals.expires_at, proposals.proposed_at + ${openMs})`
