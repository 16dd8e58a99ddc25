import * as z from 'zod'
import { unreadableCodes } from '../../scoring-contract/words.js'
import { parseJson } from '../../kernel/json.js'
import { bodyBytesMax, type Report } from './tasks.js'

/** The limit of one text. A reading is longer than a body, since it also contains the statement; this leaves ample room. */
const textBytesMax = 4 * bodyBytesMax
const pagesMax = 10_000

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const place = z.int().min(0)

const written = z.object({
  bytes: z.int().min(0).max(textBytesMax),
  sha256: hash,
  reusePlaceholdersAt: z.array(place).max(64),
  isOfOneDocument: z.boolean(),
})

const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('pages'), count: place.max(pagesMax) }),
  z.object({
    kind: z.literal('answered'),
    answer: z.object({
      written: z.array(written).max(64),
      /** Inserted into a body unchanged, so it must be valid JSON. */
      validity: z
        .string()
        .max(64_000)
        .refine((text) => parseJson(text) !== undefined)
        .optional(),
      fingerprint: z.object({ sha256: hash, code: z.string().max(500) }).optional(),
    }),
  }),
  z.object({
    kind: z.literal('refused'),
    refused: z.object({ code: z.enum(unreadableCodes), detail: z.string().max(4000) }),
  }),
  z.object({ kind: z.literal('failed'), message: z.string().max(4000) }),
])

/**
 * Validates a child's report, which cannot be trusted: a hostile document may have taken control of the child.
 * Undefined for an invalid report.
 */
export const parseChildReport = (line: string | undefined): Report | undefined =>
  line === undefined ? undefined : (report.safeParse(parseJson(line)).data as Report | undefined)
