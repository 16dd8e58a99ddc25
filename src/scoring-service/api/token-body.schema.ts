import * as z from 'zod'

/** The body of docs/scoring-contract.md#post-authtoken. */
export const tokenBodySchema = z.object({
  clientId: z
    .string()
    .min(1)
    .meta({ description: 'The id of the client', examples: ['dev-scoring-client'] }),
  secret: z
    .string()
    .min(1)
    .meta({ description: 'Its secret', examples: ['dev-scoring-secret'] }),
})
