import type { Instant } from '../../kernel/clock.js'

/** Half of what a client may ask in a minute is for those who come back; the other half is for who comes for the first time. */
const share = 0.5
const minuteMs = 60_000
/** Clients in a minute; of more, those who came first are forgotten. */
const clientsMax = 10_000

/**
 * When each of many requests of a client is to be asked about again, so that all of them obeying stay below the client's
 * limit: so many turns to a stretch of time, the first that is free and not too early. Gives seconds from now.
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
    // The last one to come is the last one to be forgotten.
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
