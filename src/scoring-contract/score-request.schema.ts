import * as z from 'zod'
import { documentTypes, productCodes } from './words.js'
import { bankNameOf, bankNames } from './bank-names.js'
import { described } from './result/member.js'
import { internationalNumber, isPhoneNumber } from './phone-number.js'

/** Messages complete the name of the field and never repeat its value, which may be personal. */
const textError = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === null ? 'is required' : 'must be a text'

const rawText = z.string({ error: textError })

/** Refuses control characters, line ends and direction marks. Joiners are allowed, since some scripts need them. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
const visible = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/
const visibleMessage = 'must have no control or direction characters'

const text = (lengthMax: number) =>
  rawText
    .regex(visible, visibleMessage)
    .trim()
    .min(1, 'must not be empty')
    .max(lengthMax, `must have at most ${lengthMax} characters`)

const line = (lengthMax: number) =>
  z
    .string('must be a text')
    .max(lengthMax, `must have at most ${lengthMax} characters`)
    .regex(visible, visibleMessage)

/** A client may leave out a value that it does not have, or send null. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

const word = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, {
    error: ({ input }) =>
      input === undefined || input === null ? 'is required' : `must be one of ${words.join(', ')}`,
  })

const notInternational = 'must be a number in international format: a plus, the country code, and digits only'

export const personSchema = z.object({
  nationalId: described(text(32), 'The number of the national identity card', '29384756'),
  phoneNumber: described(
    rawText
      .regex(internationalNumber, { error: notInternational, abort: true })
      .refine(isPhoneNumber, notInternational),
    'International format: a plus, the country code, digits',
    '+254712345678',
  ),
  firstName: described(text(100), 'First name', 'Aïcha'),
  lastName: described(text(100), 'Last name', 'Mbarga'),
  middleName: optional(described(text(100), 'Middle name', 'Njeri')),
  email: optional(
    described(
      z.email('must be an e-mail address').max(254, 'must have at most 254 characters'),
      'E-mail address',
      'aicha@example.com',
    ),
  ),
  street: optional(described(line(200), 'Street and number', 'Moi Avenue 4')),
  city: optional(described(line(100), 'Town', 'Nairobi')),
  country: optional(described(line(100), 'Country', 'KE')),
  taxPin: optional(described(text(32), 'The PIN at the tax authority', 'A012345678Z')),
  dob: optional(
    described(
      z.iso.date('must be a date, YYYY-MM-DD'),
      'Date of birth; the person must be of age',
      '1990-05-17',
    ),
  ),
})

/**
 * The body of a request (docs/scoring-contract.md#body) without its documents, field by field. Rules that depend on two
 * fields, or on the time, are in `check-score-request.ts`. The OpenAPI document is generated from the schemas here: it
 * shows rules that are patterns, not rules that are functions.
 */
export const requestSchema = personSchema.extend({
  productCode: described(word(productCodes), 'The product that is ordered', 'P7'),
  augment: optional(
    described(
      z.boolean('must be true or false'),
      'Adds the summary of a bureau to the result; off by default',
      false,
    ),
  ).transform((augment) => augment ?? false),
})

/** The name of a file: visible characters only, without a path. */
const safeName =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
  /^(?:(?!\.\.)[^/\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff])*$/

const accountNumber = optional(
  described(text(34), 'The number of the account, compared with the one printed', '0110012345678'),
)

const documentSchema = z.object({
  documentName: described(
    rawText
      .min(1, 'must not be empty')
      .max(128, 'must have at most 128 characters')
      .regex(safeName, 'must be the name of a file, without a path'),
    'The name of the file; unique in its request',
    'march.pdf',
  ),
  documentType: word(documentTypes),
  password: optional(
    described(
      z.string('must be a text').min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
      'The password of the document',
      '482915',
    ),
  ),
  bankName: optional(described(z.string('must be a text'), 'Not used for a wallet', 'KCB')),
  accountNumber,
})

const walletSchema = documentSchema.extend({
  password: described(
    rawText.min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
    'The password of the document',
    '482915',
  ),
})

const bankSchema = documentSchema.extend({
  bankName: rawText.transform((given, context) => {
    const name = bankNameOf(given)
    if (name !== undefined) return name
    context.addIssue({ code: 'custom', message: `must be one of ${bankNames.join(', ')}` })
    return z.NEVER
  }),
})

/** The fields that a document needs depend on its type (docs/scoring-contract.md#documents). */
export const documentSchemaOf = (documentType: unknown) => {
  if (documentType === 'WALLET_STATEMENT' || documentType === 'WALLET_TILL_STATEMENT') return walletSchema
  return documentType === 'BANK_STATEMENT' ? bankSchema : documentSchema
}

export const documentCountMax = 12

export type Person = z.output<typeof personSchema>
export type RequestFields = z.output<typeof requestSchema>
export type AnnouncedDocument = z.output<typeof documentSchema>
