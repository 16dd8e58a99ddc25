import { instantOf } from '../shared/format.js'
import type { Filter, List, Row } from './lists.js'

const valueOf = (kind: Filter['kind'], value: string): unknown => {
  if (kind === 'text') return value
  // Anything else is sent as it is, so that the service refuses it.
  if (kind === 'number') return /^\d+$/.test(value) ? Number(value) : value
  if (kind === 'date') return instantOf(value)
  if (kind === 'yes or no') return value === 'true'
  // The name of a person may have a comma itself.
  const each = value.split(/ *, */)
  return kind === 'texts' ? [...new Set([value, ...each])] : each
}

/** The filter for the query, from the parameters of the address with this prefix. */
export const filterOf = ({ filters }: List, query: URLSearchParams, prefix: string): Row => {
  const found: Record<string, unknown> = {}
  for (const { name, kind } of filters) {
    const value = query.get(prefix + name)?.trim()
    if (kind === 'dates' || kind === 'moments') {
      const convert = kind === 'moments' ? instantOf : (day: string) => day
      const [from, before] = [query.get(`${prefix}${name}From`), query.get(`${prefix}${name}Before`)]
      if (from || before)
        found[name] = { ...(from && { from: convert(from) }), ...(before && { before: convert(before) }) }
    } else if (value) {
      found[name] = valueOf(kind, value)
    }
  }
  return found
}
