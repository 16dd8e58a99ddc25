import { z } from 'zod'
import { shaped } from '../support/typed.js'
import { pairs } from './client.js'

/** Placeholders for values that differ in each run: numbered by kind, the same in a call and its answer. */
export const createPlaceholders = (): ((body: string) => string) => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (found: string, prefix: string): string => {
    const known = names.get(found)
    if (known !== undefined) return known
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    const name = `${prefix}${'0'.repeat(25)}${count}`
    names.set(found, name)
    return name
  }
  return (body) =>
    body
      .replace(/\b((?:ACC|POS|DEP|WDR|STM|SET|MAT|CLK)-)[0-9A-Z-]{20,}/g, (found, prefix: string) =>
        nameOf(found, prefix),
      )
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g, '00000000-0000-4000-8000-000000000001')
      .replace(
        /"([0-9A-HJKMNP-TV-Z]{26})((?:-[A-Z]+)?)"/g,
        (_found, id: string, end: string) => `"${nameOf(id, '')}${end}"`,
      )
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-22T09:30:00.000Z')
      .replace(/\b2376[57]\d{4}(\d{3})\b/g, '237670000$1')
}

/** A list of customers with test clocks, cut to its first row. */
export const oneRow = (answer: string): string => {
  const { argumentsList } = shaped(z.object({ argumentsList: z.array(pairs) }), JSON.parse(answer))
  const [row = []] = argumentsList
  // Only the keys that every row has: an account in the list may be walking or not.
  const known = new Set(['msisdn', 'clock_id', 'now'])
  const told = row
    .filter(({ key }) => known.has(key.value))
    .map(({ key, value }) => {
      if (key.value === 'now') return { key, value: { value: '2026-01-31' } }
      return key.value === 'msisdn' ? { key, value: { value: '237670000026' } } : { key, value }
    })
  return JSON.stringify({ argumentsList: [told] })
}

const summarisedKeys = /(_status|_result|_basis|_type|^failure_reason|^reset_waiting_on)$/
/** Keys that one answer has and another one lacks. */
const optionalKeys = /^(user_email|advancing_to)$/

const answered = z.object({
  arguments: pairs.optional(),
  argumentsList: z.array(pairs).optional(),
  error: z.object({ code: z.string() }).optional(),
})

/** A summary of an answer; answers with the same summary are one example. */
export const titleOf = (status: number, answer: string): string => {
  const { arguments: record, argumentsList, error } = shaped(answered, JSON.parse(answer))
  if (error) return `${status} ${error.code}`
  const lists = argumentsList ?? [record ?? []]
  if (lists.length === 0) return 'no rows'
  const words = lists.flatMap((row) =>
    row.flatMap(({ key, value }) => {
      if (summarisedKeys.test(key.value)) return [`${key.value} ${value.value}`]
      return optionalKeys.test(key.value) ? [key.value] : []
    }),
  )
  return [...new Set(words)].join(', ') || 'an answer'
}
