/** How long a proposal stays open by default. It contains personal data while it is open, so it expires. */
export const openMs = 7 * 86_400_000
/** When a proposal expires. An earlier version, which may still run, writes no `expires_at`. */
export const expiresAtSql = `COALESCE(proposals.expires_at, proposals.proposed_at + ${openMs})`
