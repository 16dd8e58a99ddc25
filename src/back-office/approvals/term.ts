/** A proposal that nobody has decided by then must be made again: it contains personal data while it is open. */
export const openMs = 7 * 86_400_000
/** When a proposal expires. Earlier versions write no `expires_at`, also beside this one. */
export const expiresAtSql = `COALESCE(proposals.expires_at, proposals.proposed_at + ${openMs})`
