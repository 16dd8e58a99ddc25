/** A proposal that nobody has decided by then must be made again: it contains personal data while it is open. */
export const openMs = 7 * 86_400_000
/** Also for a row that an earlier version writes beside this one. */
export const expiresAtSql = `COALESCE(proposals.expires_at, proposals.proposed_at + ${openMs})`
