import { many, one } from '../../platform/graphql/loading.js'
import { readDocumentsOf, readScoresById } from '../requests/scores.read.js'

export const scoresById = one(
  ({ read }, ids) => readScoresById(read, ids),
  ({ id }) => id,
)

/** The documents of a request, in its order. */
export const documentsOfScore = many(
  ({ read }, ids) => readDocumentsOf(read, ids),
  ({ scoreId }) => scoreId,
)
