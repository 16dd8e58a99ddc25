/** The code of a system error (`ENOENT`, `SQLITE_BUSY`), or its text: short enough for one line on the console. */
export const errorCodeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
