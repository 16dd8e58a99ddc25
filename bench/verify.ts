import { connectTo, type Connection } from './generator/connection.js'
import { confirmRequest, envelope, quoteRequest, referenceIn, type BenchRequest } from './requests.js'
import { verifyRows } from './verify-rows.js'
import { customers, type World } from './world.js'

/** How many customers' numbers are checked: enough to include every kind that the loader makes. The last one belongs to nobody. */
const checked = 60
const unknownNumbers = 1

const assertSame = (what: string, ours: string, theirs: string): void => {
  if (ours !== theirs) throw new Error(`${what} differs:\n  service ${ours}\n  peer    ${theirs}`)
}

const withoutReference = (answer: string): string => answer.replace(/DEP-[0-9A-Z]{26}/, 'DEP-')

const referenceOf = (answer: string): string => {
  const reference = referenceIn(answer)
  if (reference === undefined) throw new Error(`a quote was refused: ${answer}`)
  return reference
}

/**
 * Checks before a measurement that the service and the peer give the same bytes: for reads of every kind of customer,
 * and for a quote and its confirmation, except for the random reference. They must also write the same rows.
 */
export const verifyAnswers = async ({ service, peer, databaseUrl }: World): Promise<void> => {
  const ours = connectTo(service.origin)
  const theirs = connectTo(peer.origin)
  const both = (request: BenchRequest) => Promise.all([ours.send(request), theirs.send(request)])
  try {
    for (let i = 0; i < checked; i++) {
      const customer = customers - checked + unknownNumbers + i
      for (const operation of ['get_savings_balance', 'check_registration_status']) {
        const [a, b] = await both(envelope(operation, customer))
        assertSame(`${operation} of customer ${customer}`, a, b)
      }
      if (customer < customers) await verifyDeposit(ours, theirs, customer)
    }
  } finally {
    await Promise.all([ours.close(), theirs.close()])
  }
  await verifyRows(databaseUrl, checked - unknownNumbers)
}

/** Both quotes are requested before either is confirmed, since a deposit in flight reduces the room. */
const verifyDeposit = async (ours: Connection, theirs: Connection, customer: number): Promise<void> => {
  const quotes = await Promise.all([ours.send(quoteRequest(customer)), theirs.send(quoteRequest(customer))])
  assertSame(`the quote of customer ${customer}`, withoutReference(quotes[0]), withoutReference(quotes[1]))
  const confirmed = [
    await ours.send(confirmRequest(customer, referenceOf(quotes[0]))),
    await theirs.send(confirmRequest(customer, referenceOf(quotes[1]))),
  ] as const
  assertSame(
    `the confirmation of customer ${customer}`,
    withoutReference(confirmed[0]),
    withoutReference(confirmed[1]),
  )
}
