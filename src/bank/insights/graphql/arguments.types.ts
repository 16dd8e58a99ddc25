import { Arg } from 'type-graphql'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { DateRange } from '../../../platform/graphql/filters.js'
import { costOfRows } from '../../../platform/graphql/limits.js'
import { LocalDateScalar } from '../../../platform/graphql/scalars.js'
import { market } from '../../../kernel/market.js'
import { formatAmount, type Minor } from '../../../kernel/money.js'
import type { Reader } from '../records/insights.read.js'
import { bandEnd } from '../rules/bands.rules.js'
import type { InsightsType } from './insights.types.js'
import { periodEnum } from './words.types.js'

export const DatesArg = () =>
  Arg('dates', () => DateRange, {
    nullable: true,
    description: 'Business dates; by default the last twelve months.',
  })
export const ByArg = () =>
  Arg('by', () => periodEnum, { defaultValue: 'MONTH', description: 'The period of a row.' })
export const OnArg = () =>
  Arg('on', () => LocalDateScalar, {
    nullable: true,
    description:
      'At the end of this date; by default, and at the latest, the last closed date. For release, at the end of the last month that was over by then.',
  })

export const usualCost = { complexity: costOfRows(12) }

export const money = (amount: Minor): string => formatAmount(amount, market.currency)

export const bandOf = (from: Minor) => {
  const below = bandEnd(from)
  return { from: money(from), below: below === null ? null : money(below) }
}

export const readerOf = ({ call, read }: RequestContext, { isForRelease }: InsightsType): Reader => ({
  sql: read,
  audience: isForRelease ? 'ANALYST' : 'STAFF',
  today: call.today,
  now: call.now,
  zone: call.zone,
})
