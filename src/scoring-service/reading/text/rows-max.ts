/** The maximum number of rows of a document; no real statement of a person or a shop has more. */
export const rowsMax = 100_000
