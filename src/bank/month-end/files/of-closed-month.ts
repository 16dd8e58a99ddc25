import * as z from 'zod'
import type { Sql } from '../../../platform/database/database.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { ClosedMonth } from '../closed-month.entity.js'
import { findClosedMonth } from '../month-end.read.js'
import { monthNamed, type Month } from '../month.rules.js'

/** The filter that every file of a month has. */
const filterOfMonth = { month: z.string() }

/**
 * Reads the month of a filter, and checks that it is closed: a file is made only of months that no longer change.
 * Refuses: INVALID_ARGUMENT.
 */
export const ofClosedMonth = async <Shape extends z.ZodRawShape>(sql: Sql, given: unknown, shape: Shape) => {
  const { success, data, error } = z.strictObject({ ...filterOfMonth, ...shape }).safeParse(given ?? {})
  if (!success) throw new Refusal('INVALID_ARGUMENT', `filter: ${z.prettifyError(error)}`)
  const filter = data as { readonly month: string } & z.output<z.ZodObject<Shape>>
  const month: Month = monthNamed(filter.month)
  const closed: ClosedMonth | undefined = await findClosedMonth(sql, month.name)
  if (!closed) throw new Refusal('INVALID_ARGUMENT', `${month.name} is not closed`)
  return { month, closed, filter }
}
