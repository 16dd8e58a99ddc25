/**
 * How long a bureau that does not answer is asked again before the request fails
 * (docs/design/scoring-service.md#a-bureau-that-does-not-answer).
 */
const patienceMs = 15 * 60_000
/** A shorter time for a bureau summary beside a result, since the result waits for it. */
export const augmentPatienceMs = 2 * 60_000
const waitMsMin = 5_000
const waitMsMax = 60_000

/**
 * When to ask an unavailable bureau again, with a growing backoff. Undefined when the time is over. `scale` divides all
 * times.
 */
export const nextBureauWaitMs = (
  waitedMs: number,
  scale: number,
  patience = patienceMs,
): number | undefined => {
  const waited = waitedMs * scale
  if (waited >= patience) return undefined
  return Math.min(waitMsMax, Math.max(waitMsMin, waited / 2)) / scale
}
