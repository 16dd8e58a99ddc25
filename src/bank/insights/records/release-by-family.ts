import { roundedToSteps, rounded, type Released } from '../rules/release.rules.js'
import type { FlowFamily } from './flows.sql.js'

/** How a row is shown: the figures of one or more groups of a day, or of small groups that were merged until they may be shown. */
export type Release = (row: Released) => Released

const exact: Release = (row) => row

/**
 * How each family is released. The same money appears in several families: paid in, withdrawn, sent, matured. Only one of these
 * is exact, and the others are rounded (complementary suppression): otherwise the difference of two families would reveal the
 * small groups that one of them withholds.
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
 * Families in which each group of a day is rounded by itself, before groups are added up: otherwise the sums over many ranges of
 * dates would reveal the exact figures. Their days are always read by all keys, whatever keys are requested.
 */
export const roundedByDay: ReadonlySet<FlowFamily> = new Set(['EXITS', 'TRANSFERS', 'CUSTOMERS', 'RENEWAL'])
