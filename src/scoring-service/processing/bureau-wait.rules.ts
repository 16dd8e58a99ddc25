/**
 * How long an unavailable bureau is asked again before the request fails
 * (docs/design/scoring-service.md#a-bureau-that-does-not-answer).
 */
const totalWaitMsMax = 15 * 60_000
/** A shorter time if only the augmentation is missing, since the result can be delivered without it. */
export const augmentTotalWaitMsMax = 2 * 60_000
const waitMsMin = 5_000
const waitMsMax = 60_000

/**
 * The time until an unavailable bureau is asked again: it grows with the time waited. Undefined when `totalMsMax` is
 * over. `scale` divides all times.
 */
export const nextBureauWaitMs = (
  waitedMs: number,
  scale: number,
  totalMsMax = totalWaitMsMax,
): number | undefined => {
  const waited = waitedMs * scale
  if (waited >= totalMsMax) return undefined
  return Math.min(waitMsMax, Math.max(waitMsMin, waited / 2)) / scale
}
