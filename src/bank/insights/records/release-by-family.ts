import { rounded, type Released } from '../rules/release.rules.js'
import type { FlowFamily } from './flows.sql.js'

const exact = (row: Released): Released => row

/**
 * How each family is released. The same money appears in several families: paid in, withdrawn, sent, matured. Only one of these
 * is exact and the others are rounded: otherwise the difference of two families would reveal what one of them withholds.
 */
export const releaseByFamily: Readonly<Record<FlowFamily, (row: Released) => Released>> = {
  DEPOSITS: exact,
  EXITS: rounded,
  TRANSFERS: rounded,
  TRANSFER_MINUTES: rounded,
  LOSSES: exact,
  CUSTOMERS: exact,
  INTEREST: rounded,
  RENEWAL: rounded,
  SCORES: exact,
  SCORE_MINUTES: rounded,
  SCORE_REASONS: rounded,
}

/** Families that count people only: each of their smallest groups is rounded before they are added up. */
export const countsPeople: ReadonlySet<FlowFamily> = new Set(['CUSTOMERS'])
