import type { AddressInfo, Server } from 'node:net'
import { z } from 'zod'
import { parseLocalDate, type LocalDate } from '../../src/kernel/calendar.js'
import { parseMsisdn, type Msisdn } from '../../src/kernel/msisdn.js'

const fits = <T>(schema: z.ZodType<T>, value: unknown): value is T => schema.safeParse(value).success

const refused = (asked: (...given: never[]) => unknown, sentence: string): Error => {
  const error = new Error(sentence)
  Error.captureStackTrace(error, asked)
  return error
}

/** The value with the type of the schema, which it must match. Members that the schema does not name are kept. */
export const shaped = <T>(schema: z.ZodType<T>, value: unknown): T => {
  if (fits(schema, value)) return value
  const problems = z.prettifyError(schema.safeParse(value).error ?? new z.ZodError([]))
  throw refused(shaped, `This has another shape:\n${problems}\n${JSON.stringify(value)?.slice(0, 500)}`)
}

/** A schema of any object. */
export const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** A schema of bytes. */
export const anyBytes = z.custom<Buffer>(Buffer.isBuffer)

/** The value as an object with any members; throws if it is not an object. */
export const recordOf = (value: unknown): Record<string, unknown> => {
  const isRecord = (given: unknown): given is Record<string, unknown> =>
    typeof given === 'object' && given !== null
  if (isRecord(value)) return value
  throw refused(recordOf, `This has to be an object, and it is ${String(value)}`)
}

export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw refused(textOf, `This has to be a text, and it is ${String(value)}`)
}

/** A whole number, as either database returns it. */
export const bigintOf = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  throw refused(bigintOf, `This has to be a whole number, and it is ${String(value)}`)
}

export const bufferOf = (value: unknown): Buffer => {
  if (Buffer.isBuffer(value)) return value
  throw refused(bufferOf, `This has to be bytes, and it is ${String(value)}`)
}

/** A date, written like `2026-03-01`. */
export const dateOf = (text: string): LocalDate => {
  const date = parseLocalDate(text)
  if (date !== undefined) return date
  throw refused(dateOf, `There is no such day as ${text}`)
}

/** A mobile number in full, like `237670000001`. */
export const msisdnOf = (text: string): Msisdn => {
  const msisdn = parseMsisdn(text)
  if (msisdn === text) return msisdn
  throw refused(msisdnOf, `${text} is no mobile number in full`)
}

/** The address on which a server listens. */
export const addressOf = (server: Pick<Server, 'address'>): AddressInfo => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address
  throw refused(addressOf, 'The server listens on no port')
}

/** The names of an object's own members, with their type. */
export const keysOf = <T extends object>(of: T): (keyof T & string)[] => {
  const isKey = (name: string): name is keyof T & string => Object.hasOwn(of, name)
  return Object.keys(of).filter(isKey)
}

/** An object's own members with their names, typed. */
export const entriesOf = <T extends object>(of: T): [keyof T & string, T[keyof T & string]][] =>
  keysOf(of).map((name) => [name, of[name]])
