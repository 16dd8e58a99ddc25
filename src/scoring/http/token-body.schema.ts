import * as z from 'zod'

/** The body of contract 4.1. */
export const tokenBodySchema = z.object({ clientId: z.string().min(1), secret: z.string().min(1) })
