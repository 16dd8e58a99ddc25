/** Waiting work: clients are served in turn, and the work of one client is first in, first out. */
export interface FairQueue<T> {
  readonly add: (waiting: T) => void
  /** Removes work whose caller has given up. */
  readonly remove: (waiting: T) => void
  /** The next work; undefined when the queue is empty. */
  readonly take: () => T | undefined
  /** Removes and returns all waiting work. */
  readonly drain: () => readonly T[]
}

export const createFairQueue = <
  T extends { readonly client: string; readonly task: { readonly kind: 'read' | 'score' } },
>(): FairQueue<T> => {
  const queue: T[] = []
  /** For each waiting or recently served client, the number of its last turn. */
  const lastTurns = new Map<string, number>()
  let count = 0
  const lastOf = ({ client }: T): number => lastTurns.get(client) ?? 0
  const remove = (waiting: T): void => {
    const at = queue.indexOf(waiting)
    if (at >= 0) queue.splice(at, 1)
  }
  return {
    add: (waiting) => void queue.push(waiting),
    remove,
    take: () => {
      // Scoring comes before reading another document, so that a request that was started first does not end last.
      const first =
        queue.find(({ task }) => task.kind === 'score') ??
        queue.reduce<T | undefined>(
          (best, waiting) => (best === undefined || lastOf(waiting) < lastOf(best) ? waiting : best),
          undefined,
        )
      if (first === undefined) {
        lastTurns.clear()
        return undefined
      }
      remove(first)
      if (first.task.kind === 'read') lastTurns.set(first.client, ++count)
      return first
    },
    drain: () => queue.splice(0),
  }
}
