import type { Instant } from '../../kernel/clock.js'

/** Half of a client's calls per minute is for repeated polls, the other half for first ones. */
const share = 0.5
const minuteMs = 60_000
/** How many clients are remembered; if there are more, the oldest are forgotten. */
const clientsMax = 10_000

/** The turns of one client. */
interface Turns {
  /** How many turns are taken, by interval. */
  readonly taken: Map<number, number>
  /** The interval of the turn of each request. */
  readonly ofRequest: Map<string, number>
}

const giveBack = ({ taken, ofRequest }: Turns, request: string): void => {
  const stretch = ofRequest.get(request)
  const count = stretch === undefined ? undefined : taken.get(stretch)
  if (stretch !== undefined && count !== undefined) taken.set(stretch, count - 1)
}

const removePast = ({ taken, ofRequest }: Turns, present: number): void => {
  for (const stretch of taken.keys()) if (stretch < present) taken.delete(stretch)
  for (const [request, stretch] of ofRequest) if (stretch < present) ofRequest.delete(request)
}

/**
 * Spreads the polls of a client's requests, so that a client that waits as it is told stays below its limit. Time is
 * divided into intervals with a fixed number of turns; a poll gets the first free turn that is not too early. A request
 * has one turn: if it is polled before its turn, that turn becomes free again, so that turns do not pile up for a
 * client that does not wait. Returns the seconds until the new turn.
 */
export const createPollTurns = (
  perMinute: number,
): ((client: string, request: string, earliestSeconds: number, now: Instant) => number) => {
  const turnsPerMinute = Math.max(1, perMinute * share)
  const stretchMs = Math.max(1000, Math.ceil(minuteMs / turnsPerMinute))
  const perStretch = Math.max(1, Math.floor((turnsPerMinute * stretchMs) / minuteMs))
  const clients = new Map<string, Turns>()

  return (client, request, earliestSeconds, now) => {
    const turns = clients.get(client) ?? {
      taken: new Map<number, number>(),
      ofRequest: new Map<string, number>(),
    }
    // Moves the client to the end of the map, so that it is forgotten last.
    clients.delete(client)
    clients.set(client, turns)
    if (clients.size > clientsMax) clients.delete(clients.keys().next().value!)
    removePast(turns, Math.floor(now / stretchMs))
    giveBack(turns, request)
    const { taken, ofRequest } = turns
    let stretch = Math.ceil((now + earliestSeconds * 1000) / stretchMs)
    while ((taken.get(stretch) ?? 0) >= perStretch) stretch += 1
    taken.set(stretch, (taken.get(stretch) ?? 0) + 1)
    ofRequest.set(request, stretch)
    return Math.ceil((stretch * stretchMs - now) / 1000)
  }
}
