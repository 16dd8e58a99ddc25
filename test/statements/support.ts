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

/** Waits of seconds are over in milliseconds. */
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

export interface Asking {
  readonly email?: string
  readonly period?: string
  readonly language?: Language
  readonly reference?: string
}

/** Mints a reference and asks for a statement with it. Returns the reference. */
export const askFor = async (world: World, msisdn: Msisdn, asking: Asking = {}): Promise<string> => {
  const { email = '', period = 'ALL', language = 'fr' } = asking
  const call = world.call({ language })
  const reference = asking.reference ?? (await prepareStatement(world, call, msisdn))
  const deps = { database: world.database, onStatement: () => undefined }
  await requestStatement(deps, call, { msisdn, email, period, reference })
  return reference
}

export const statusOf = async (world: World, reference: string) =>
  (await findStatement(world.database.read, reference))?.status

/** Ticks until a statement has this status. */
export const tickUntil = (
  world: World,
  delivery: Delivery,
  reference: string,
  status: 'SENT' | 'FAILED',
): Promise<void> =>
  eventually(
    `${reference} is ${status}`,
    async () => {
      await delivery.run(new AbortController().signal)
      return (await statusOf(world, reference)) === status
    },
    20_000,
  )

const date = /^\d\d\/\d\d\/\d{4}$/
const amount = /^-?[\d ]+$/

/** The lines of the table of movements: those that begin with a date and end with a balance, up to the closing one. */
export const movementLines = (pages: readonly (readonly PdfLine[])[]): PdfLine[] => {
  const lines = pages.flat()
  const end = lines.findIndex(([, name]) => name === 'Solde final' || name === 'Closing balance')
  return lines
    .slice(0, end + 1)
    .filter((line) => line.length >= 3 && date.test(first(line)) && amount.test(last(line)))
}

/** `1 250 000` */
export const spaced = (value: bigint | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')
