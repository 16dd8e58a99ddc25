import * as z from 'zod'
import { documentTypes, productCodes } from '../engine.js'
import { bankNameOf, bankNames } from './bank-names.js'
import { internationalNumber, isPhoneNumber } from './phone-number.js'

/**
 * The body of a score request (docs/scoring-contract.md#body), field by field; what depends on two fields is in
 * `check-score-request.ts`. The document for developers is made of these schemas: a rule that is a pattern is told there, a
 * function is not. Messages complete the name of the field and never repeat its value, which may be personal.
 */
const textError = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === null ? 'is required' : 'must be a text'

const rawText = z.string({ error: textError })

const text = (lengthMax: number) =>
  rawText.trim().min(1, 'must not be empty').max(lengthMax, `must have at most ${lengthMax} characters`)

/** A client that has no value sends none, or null. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

const word = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, {
    error: ({ input }) =>
      input === undefined || input === null ? 'is required' : `must be one of ${words.join(', ')}`,
  })

const notInternational = 'must be a number in international format: a plus, the country code, and digits only'

export const personSchema = z.object({
  nationalId: text(32),
  phoneNumber: rawText
    .regex(internationalNumber, { error: notInternational, abort: true })
    .refine(isPhoneNumber, notInternational),
  firstName: text(100),
  lastName: text(100),
  middleName: optional(text(100)),
  email: optional(z.email('must be an e-mail address').max(254, 'must have at most 254 characters')),
  street: optional(z.string('must be a text').max(200, 'must have at most 200 characters')),
  city: optional(z.string('must be a text').max(100, 'must have at most 100 characters')),
  country: optional(z.string('must be a text').max(100, 'must have at most 100 characters')),
  taxPin: optional(text(32)),
  dob: optional(z.iso.date('must be a date, YYYY-MM-DD')),
})

export const requestSchema = personSchema.extend({
  productCode: word(productCodes),
  augment: optional(z.boolean('must be true or false')).transform((augment) => augment ?? false),
})

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
const safeName = /^(?:(?!\.\.)[^/\\\u0000-\u001f\u007f])*$/

const documentSchema = z.object({
  documentName: rawText
    .min(1, 'must not be empty')
    .max(128, 'must have at most 128 characters')
    .regex(safeName, 'must be the name of a file, without a path'),
  documentType: word(documentTypes),
  password: optional(
    z.string('must be a text').min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
  ),
  bankName: optional(z.string('must be a text')),
  accountNumber: optional(text(34)),
})

const walletSchema = documentSchema.extend({
  password: rawText.min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
})

const bankSchema = documentSchema.extend({
  bankName: rawText.transform((given, context) => {
    const name = bankNameOf(given)
    if (name !== undefined) return name
    context.addIssue({ code: 'custom', message: `must be one of ${bankNames.join(', ')}` })
    return z.NEVER
  }),
})

/** What a document must say depends on its type (docs/scoring-contract.md#documents). */
export const documentSchemaOf = (documentType: unknown) => {
  if (documentType === 'WALLET_STATEMENT' || documentType === 'WALLET_TILL_STATEMENT') return walletSchema
  return documentType === 'BANK_STATEMENT' ? bankSchema : documentSchema
}

export const documentCountMax = 12

export type Person = z.output<typeof personSchema>
export type RequestFields = z.output<typeof requestSchema>
export type AnnouncedDocument = z.output<typeof documentSchema>
