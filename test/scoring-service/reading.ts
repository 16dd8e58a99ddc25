import type { EngineDocument } from '../../src/scoring-service/model/engine.js'
import { readDocument, type Reading } from '../../src/scoring-service/reading/read-document.js'
import { Unreadable } from '../../src/scoring-service/reading/text/unreadable.js'
import type { CheckId } from '../../src/scoring-service/reading/checks/checks.js'
import { holder } from './fixtures/wallet-statement.js'

export const asOf = new Date('2026-07-02T08:00:00Z')

type Wish = Partial<Omit<EngineDocument, 'path'>> & {
  readonly applicant?: Partial<typeof holder>
  readonly asOf?: Date
  readonly acceptsCsv?: boolean
}

/** Reads bytes in this process, as a reader of the engine does. By default they are a wallet statement. */
export const readBytes = (
  bytes: Buffer,
  { applicant, asOf: at, acceptsCsv = false, ...wish }: Wish = {},
): Promise<Reading> =>
  readDocument({
    document: {
      documentName: 'statement.pdf',
      documentType: 'WALLET_STATEMENT',
      bankName: null,
      accountNumber: null,
      password: '482915',
      format: 'pdf',
      ...wish,
    },
    bytes,
    applicant: { ...holder, ...applicant },
    asOf: at ?? asOf,
    acceptsCsv,
  })

/** The code with which a document is refused, or `read`. */
export const refusalOf = async (bytes: Buffer, wish: Wish = {}): Promise<string> => {
  try {
    await readBytes(bytes, wish)
    return 'read'
  } catch (error) {
    if (error instanceof Unreadable) return error.code
    throw error
  }
}

export const failedChecks = ({ checks }: Reading): CheckId[] =>
  checks.filter(({ passed }) => !passed).map(({ id }) => id)
