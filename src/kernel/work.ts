/** A repeated job. Each run does one bounded batch, and is safe if it runs twice, concurrently, late or not at all. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Does the same for each of a batch, in turn. One that fails delays no other: the first error is thrown at the end. */
export const doEach = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
