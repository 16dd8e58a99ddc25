import { InvalidArgumentError, Option } from 'commander'
import { parseLocalDate } from '../kernel/calendar.js'

/** An option whose text is checked by `read`, which returns undefined for an invalid one. */
export const option = <T>(
  flags: string,
  description: string,
  problem: string,
  read: (text: string) => T | undefined,
): Option =>
  new Option(flags, description).argParser((text: string): T => {
    const value = read(text)
    if (value === undefined) throw new InvalidArgumentError(`It ${problem}.`)
    return value
  })

export const wholeOption = (flags: string, description: string, from: number, to: number): Option =>
  option(flags, description, `must be a number from ${from} to ${to}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= from && value <= to ? value : undefined
  })

export const dateOption = (flags: string, description: string): Option =>
  option(flags, description, 'must be a date YYYY-MM-DD', parseLocalDate)

export const switchOption = (flags: string, description: string): Option =>
  option(flags, description, 'must be on or off', (text) =>
    text === 'on' ? true : text === 'off' ? false : undefined,
  )

export const nameOption = (description: string, lengthMax: number): Option =>
  option('--name <name>', description, `must have 1 to ${lengthMax} characters`, (text) => {
    const name = text.trim()
    return name !== '' && name.length <= lengthMax ? name : undefined
  }).makeOptionMandatory()

/** An option that is a list of known words, without duplicates. */
export const listOption = <T extends string>(
  flags: string,
  description: string,
  known: readonly T[],
): Option =>
  option(flags, description, `must be of ${known.join(', ')}`, (text): T[] | undefined => {
    const words = [...new Set(text.split(',').map((word) => word.trim()))]
    const found = words.flatMap((word) => known.filter((one) => one === word))
    return found.length === words.length ? found : undefined
  })
