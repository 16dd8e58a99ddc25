/** What waits for its turn: of several clients each has its own, and of one what came first goes first. */
export interface Turns<T> {
  readonly add: (waiting: T) => void
  /** Nobody waits for it any more. */
  readonly remove: (waiting: T) => void
  /** Whose turn it is; undefined when nobody waits. */
  readonly take: () => T | undefined
  /** All that wait, who do so no longer. */
  readonly drain: () => readonly T[]
}

export const createTurns = <
  T extends { readonly client: string; readonly task: { readonly kind: 'read' | 'score' } },
>(): Turns<T> => {
  const queue: T[] = []
  /** When each client that waits or has just had its turn had its last. */
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
      // What was read is scored before another document is begun: a request that was started first is not the last to end.
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
