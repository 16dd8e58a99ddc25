/** A repeated job. Each run does one bounded batch, and is safe if it runs twice, concurrently, late or not at all. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}

const pageSize = 100

/**
 * Does the same for each item, page by page in the order of their ids. One that fails delays no other: the first error is thrown
 * at the end.
 */
export const doEach = async <Item extends { readonly id: string }>(
  pageAfter: (id: string, limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = []
  for (let after = '', isMore = true; isMore;) {
    const page = await pageAfter(after, pageSize)
    for (const item of page) await work(item).catch((error: unknown) => errors.push(error))
    after = page.at(-1)?.id ?? ''
    isMore = page.length === pageSize
  }
  if (errors.length > 0) throw errors[0]
}
