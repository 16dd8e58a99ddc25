import * as z from 'zod'

/** The body of docs/scoring-contract.md#post-authtoken. */
export const tokenBodySchema = z.object({ clientId: z.string().min(1), secret: z.string().min(1) })
