/** Of a document; more are no statement of a person or a shop. */
export const rowsMax = 100_000
