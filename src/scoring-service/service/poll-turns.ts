import type { Instant } from '../../kernel/clock.js'

/** Half of a client's calls per minute is for repeated polls, the other half for first ones. */
const repeatedPollsShare = 0.5
const minuteMs = 60_000
/** How many clients are remembered; if there are more, the oldest are forgotten. */
const clientsMax = 10_000

/** The turns of one client. */
interface Turns {
  /** How many turns are taken, by interval. */
  readonly takenByInterval: Map<number, number>
  /** The interval of the turn of each request. */
  readonly intervalByRequest: Map<string, number>
}

const releaseTurn = ({ takenByInterval, intervalByRequest }: Turns, request: string): void => {
  const interval = intervalByRequest.get(request)
  const count = interval === undefined ? undefined : takenByInterval.get(interval)
  if (interval !== undefined && count !== undefined) takenByInterval.set(interval, count - 1)
}

const removePast = ({ takenByInterval, intervalByRequest }: Turns, presentInterval: number): void => {
  for (const interval of takenByInterval.keys())
    if (interval < presentInterval) takenByInterval.delete(interval)
  for (const [request, interval] of intervalByRequest)
    if (interval < presentInterval) intervalByRequest.delete(request)
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
  const turnsPerMinute = Math.max(1, perMinute * repeatedPollsShare)
  const intervalMs = Math.max(1000, Math.ceil(minuteMs / turnsPerMinute))
  const perInterval = Math.max(1, Math.floor((turnsPerMinute * intervalMs) / minuteMs))
  const clients = new Map<string, Turns>()

  return (client, request, earliestSeconds, now) => {
    const turns = clients.get(client) ?? {
      takenByInterval: new Map<number, number>(),
      intervalByRequest: new Map<string, number>(),
    }
    // Moves the client to the end of the map, so that it is forgotten last.
    clients.delete(client)
    clients.set(client, turns)
    if (clients.size > clientsMax) clients.delete(clients.keys().next().value!)
    removePast(turns, Math.floor(now / intervalMs))
    releaseTurn(turns, request)
    const { takenByInterval, intervalByRequest } = turns
    let interval = Math.ceil((now + earliestSeconds * 1000) / intervalMs)
    while ((takenByInterval.get(interval) ?? 0) >= perInterval) interval += 1
    takenByInterval.set(interval, (takenByInterval.get(interval) ?? 0) + 1)
    intervalByRequest.set(request, interval)
    return Math.ceil((interval * intervalMs - now) / 1000)
  }
}
