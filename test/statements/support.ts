import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../../src/bank/statements/deliver-statements.js'
import { createSmtpMailer } from '../../src/bank/statements/mail/smtp.js'
import { prepareStatement } from '../../src/bank/statements/prepare-statement.js'
import { requestStatement } from '../../src/bank/statements/request-statement.js'
import { findStatement } from '../../src/bank/statements/statements.read.js'
import type { Language } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import type { PdfLine } from '../support/pdf-text.js'
import { eventually } from '../support/wait.js'
import type { World } from '../support/world.js'
import { first, last } from '../support/present.js'

export const bank = { name: 'Banque de Test', details: ['Rue de la Joie', 'Douala'] }

/** Divides the waits before another attempt. */
const scale = 1000

export const deliveryOf = (world: World, mailUrl: string, changes: Partial<DeliveryDeps> = {}): Delivery =>
  createDelivery({
    database: world.database,
    mailer: createSmtpMailer(mailUrl, 'Banque <releves@banque.example>'),
    bank,
    timing: { scale },
    jobCall: world.orders.jobCall,
    log: world.orders.log,
    ...changes,
  })

export interface StatementOptions {
  readonly email?: string
  readonly period?: string
  readonly language?: Language
  readonly reference?: string
}

/** Requests a statement with a new reference, or the given one. Returns the reference. */
export const submitRequest = async (
  world: World,
  msisdn: Msisdn,
  options: StatementOptions = {},
): Promise<string> => {
  const { email = '', period = 'ALL', language = 'fr' } = options
  const call = world.call({ language })
  const reference = options.reference ?? (await prepareStatement(world, call, msisdn))
  const deps = { database: world.database, onStatement: () => undefined }
  await requestStatement(deps, call, { msisdn, email, period, reference })
  return reference
}

export const statusOf = async (world: World, reference: string) =>
  (await findStatement(world.database.read, reference))?.status

/** Runs the job until a statement has this status. */
export const tickUntil = (
  world: World,
  delivery: Delivery,
  reference: string,
  status: 'SENT' | 'FAILED',
): Promise<void> =>
  eventually(`${reference} is ${status}`, async () => {
    await delivery.run(new AbortController().signal)
    return (await statusOf(world, reference)) === status
  })

const date = /^\d\d\/\d\d\/\d{4}$/
const amount = /^-?[\d ]+$/

/**
 * The rows of the table of movements: from the first that begins with a date and ends with a balance, to the closing
 * balance.
 */
export const movementLines = (pages: readonly (readonly PdfLine[])[]): PdfLine[] => {
  const lines = pages.flat()
  const end = lines.findIndex(([, name]) => name === 'Solde final' || name === 'Closing balance')
  return lines
    .slice(0, end + 1)
    .filter((line) => line.length >= 3 && date.test(first(line)) && amount.test(last(line)))
}

/** `1250000` as `1 250 000`. */
export const spaced = (value: bigint | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')
