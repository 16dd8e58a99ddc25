import type { Instant } from '../../kernel/clock.js'

/** Half of a client's calls per minute is for repeated polls, the other half for first ones. */
const share = 0.5
const minuteMs = 60_000
/** How many clients are remembered; if there are more, the oldest are forgotten. */
const clientsMax = 10_000

/**
 * Spreads the polls of a client's requests, so that a client that waits as it is told stays below its limit. Time is
 * divided into intervals with a fixed number of turns; a poll gets the first free turn that is not too early. Returns
 * the seconds until then.
 */
export const createPollTurns = (
  perMinute: number,
): ((client: string, earliestSeconds: number, now: Instant) => number) => {
  const turnsPerMinute = Math.max(1, perMinute * share)
  const stretchMs = Math.max(1000, Math.ceil(minuteMs / turnsPerMinute))
  const perStretch = Math.max(1, Math.floor((turnsPerMinute * stretchMs) / minuteMs))
  const taken = new Map<string, Map<number, number>>()

  return (client, earliestSeconds, now) => {
    const turns = taken.get(client) ?? new Map<number, number>()
    // Moves the client to the end of the map, so that it is forgotten last.
    taken.delete(client)
    taken.set(client, turns)
    if (taken.size > clientsMax) taken.delete(taken.keys().next().value!)
    for (const stretch of turns.keys()) if ((stretch + 1) * stretchMs <= now) turns.delete(stretch)
    let stretch = Math.ceil((now + earliestSeconds * 1000) / stretchMs)
    while ((turns.get(stretch) ?? 0) >= perStretch) stretch += 1
    turns.set(stretch, (turns.get(stretch) ?? 0) + 1)
    return Math.ceil((stretch * stretchMs - now) / 1000)
  }
}
