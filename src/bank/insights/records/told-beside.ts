import { rounded, type Released } from '../rules/release.rules.js'
import type { FlowFamily } from './flows.sql.js'

const asItIs = (row: Released): Released => row

/**
 * How a family is told beside the others. The same money is in several: paid in, left, sent, matured; so of these one alone is
 * told to the franc, and the others are rounded, or what one of them withholds would be its difference from another.
 */
export const toldBeside: Readonly<Record<FlowFamily, (row: Released) => Released>> = {
  DEPOSITS: asItIs,
  EXITS: rounded,
  TRANSFERS: rounded,
  TRANSFER_MINUTES: rounded,
  LOSSES: asItIs,
  CUSTOMERS: asItIs,
  INTEREST: rounded,
  RENEWAL: rounded,
  SCORES: asItIs,
  SCORE_MINUTES: rounded,
  SCORE_REASONS: rounded,
}

/** Of these nothing but people is counted: each of their atoms is told in steps, before it is added up. */
export const countsPeople: ReadonlySet<FlowFamily> = new Set(['CUSTOMERS'])
