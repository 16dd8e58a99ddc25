import { roundedToSteps, rounded, type Released } from '../rules/release.rules.js'
import type { FlowFamily } from './flows.sql.js'

/** How a group of a day, or an atom (small groups that were merged until they may be shown), is shown. */
export type Release = (row: Released) => Released

const exact: Release = (row) => row

/**
 * How each family is released. The same money appears in several families: paid in, withdrawn, sent, matured. Only one of these
 * is exact, and the others are rounded (complementary suppression): otherwise the difference of two families would reveal the
 * small groups that one of them withholds. The smallest groups (atoms) are rounded one by one, before they are added up: otherwise
 * the sums over many ranges of dates would reveal the exact figures.
 */
export const releaseByFamily: Readonly<Record<FlowFamily, Release>> = {
  DEPOSITS: exact,
  EXITS: rounded,
  TRANSFERS: rounded,
  TRANSFER_MINUTES: rounded,
  LOSSES: exact,
  CUSTOMERS: roundedToSteps,
  INTEREST: rounded,
  RENEWAL: rounded,
  SCORES: exact,
  SCORE_MINUTES: rounded,
  SCORE_REASONS: rounded,
}

/**
 * Families whose days are always read by all keys, whatever keys are requested, since each group of a day is rounded by itself.
 */
export const roundedByAtom: ReadonlySet<FlowFamily> = new Set(['EXITS', 'TRANSFERS', 'CUSTOMERS', 'RENEWAL'])
