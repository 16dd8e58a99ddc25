import { createHash } from 'node:crypto'

/**
 * An id of a person in a column that is shorter than the longest id at an identity provider. An id that is too long is replaced by its
 * hash: ids of one provider begin alike, so their beginnings would not tell two people apart.
 */
export const shortId = (id: string, lengthMax: number): string =>
  id.length <= lengthMax ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
