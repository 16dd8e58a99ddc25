import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { readConfig, type Config } from '../../app/config/config.js'
import { openServiceDatabase } from '../../app/open-database.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { inList } from '../../platform/database/in-list.js'
import type { Sql } from '../../platform/database/database.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'

const payment = z.object({
  /** The X-Reference-Id that was sent to the provider: the id of the order. */
  reference: z.string().min(1),
  kind: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** Of another word it would not be known whether the payment has ended, and a contradiction would not be found. */
  status: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['PENDING', 'SUCCESSFUL', 'FAILED'])),
})

type Payment = z.output<typeof payment>

const payments = z.array(payment)

const columns = Object.keys(payment.shape)

/** A file without its heading is refused also where it has no line: an export that failed must not mean that nothing was lost. */
const readRecord = (file: string): Payment[] => {
  let heading: readonly string[] = []
  try {
    const rows: unknown = parse(readFileSync(file), {
      columns: (names: string[]) => (heading = names) && names,
      bom: true,
      trim: true,
    })
    const read = payments.safeParse(rows)
    if (read.success && columns.every((name) => heading.includes(name))) return read.data
  } catch (error) {
    throw new Mistake(`${file}: cannot be read (${errorCodeOf(error)})`)
  }
  throw new Mistake(
    `${file}: must be CSV with a heading of ${columns.join(', ')}, and a status of PENDING, SUCCESSFUL or FAILED`,
  )
}

const askEmulator = async ({ emulatorUrl }: Config): Promise<Payment[]> => {
  if (emulatorUrl === undefined)
    throw new Mistake(
      "name the file with the provider's record: only an emulator can list all of its payments",
    )
  const answer = await fetch(`${emulatorUrl}/emulator/orders`)
  const { orders } = (await answer.json()) as { orders: (Payment & { accepted: boolean })[] }
  return payments.parse(orders.filter(({ accepted }) => accepted))
}

const chunkSize = 128

const ordersOf = async (read: Sql, references: readonly string[]): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (let from = 0; from < references.length; from += chunkSize) {
    const { places, parameters } = inList(references.slice(from, from + chunkSize))
    const rows = await read.all(`SELECT id, status FROM payment_orders WHERE id IN (${places})`, parameters)
    for (const { id, status } of rows) found.set(String(id), String(status))
  }
  return found
}

type Found = Payment & { readonly found: 'LOST' | 'OPEN' | 'CONTRADICTS' }

const endedStatuses = ['SUCCESSFUL', 'FAILED']

/**
 * Compares the provider's record with the books. LOST: only the provider has the payment. After a restore, this is so for every
 * payment made since the backup. OPEN: its order has not ended here, and the service itself will find the outcome. CONTRADICTS: its
 * order ended differently here.
 */
const compare = async (read: Sql, record: readonly Payment[]) => {
  const known = await ordersOf(
    read,
    record.map(({ reference }) => reference),
  )
  return record.flatMap((theirs): Found[] => {
    const ours = known.get(theirs.reference)
    if (ours === undefined) return [{ ...theirs, found: 'LOST' }]
    if (!endedStatuses.includes(ours)) return [{ ...theirs, found: 'OPEN' }]
    return endedStatuses.includes(theirs.status) && theirs.status !== ours
      ? [{ ...theirs, found: 'CONTRADICTS' }]
      : []
  })
}

export const perform: Perform<{ readonly file: string | undefined }> = async ({ file }) => {
  const config = readConfig()
  const record = file === undefined ? await askEmulator(config) : readRecord(file)
  const database = await openServiceDatabase(config)
  try {
    const data = await compare(database.read, record)
    const lostOrDifferent = data.filter(({ found }) => found !== 'OPEN')
    const lines = data.map(({ found, reference, kind, amount, currency, status }) =>
      [found.padEnd(11), reference, kind, `${amount} ${currency}`, status].join('\t'),
    )
    const head = `${record.length} payments at the provider, ${lostOrDifferent.length} of them missing from the books or different there`
    return {
      data: { payments: record.length, found: data },
      text: [head, ...lines].join('\n'),
      exitCode: lostOrDifferent.length > 0 ? 1 : 0,
    }
  } finally {
    await database.close()
  }
}
