import type { PieceSeal } from '../../platform/crypto/sealed-pieces.js'
import type { PulledAnswer } from '../model/bureau.js'
import type {
  Applicant,
  DocumentValidity,
  EngineDocument,
  Fingerprint,
  ResultOptions,
} from '../model/engine.js'
import type { ProductCode, UnreadableCode } from '../../scoring-contract/words.js'
import type { ParsedData } from '../reading/parsed-data.js'
import type { ParsedStatement } from '../model/statement.js'

/** A document to read. It is sent to the child over a pipe with its password, never in arguments. */
export interface ReadTask {
  readonly kind: 'read'
  readonly document: EngineDocument
  readonly applicant: Applicant
  /** ISO 8601. */
  readonly asOf: string
  readonly options: ResultOptions
  /**
   * The product of this document alone: the reader that read the document also makes its bodies, so that a statement
   * of megabytes never leaves the reader. Null when the document is scored together with others.
   */
  readonly product: Product | null
  readonly seals: readonly PieceSeal[]
}

export interface Product {
  readonly productCode: Exclude<ProductCode, 'P7'>
  readonly bureau: PulledAnswer | null
}

/**
 * Statements that were read, to be scored together. They are passed as files, so that the process that serves requests
 * never holds them.
 */
export interface ScoreTask {
  readonly kind: 'score'
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: string
  readonly bureau: PulledAnswer | null
  readonly options: ResultOptions
  readonly readings: readonly SealedReading[]
  readonly seals: readonly PieceSeal[]
}

export type Task = ReadTask | ScoreTask

/** Where a sealed `KeptReading` is, and the key that decrypts it. */
export interface SealedReading {
  readonly path: string
  readonly key: Buffer
}

/** What is kept, as JSON, of a document that is scored together with others. */
export interface KeptReading {
  readonly statement: ParsedStatement
  /** The `data` of PA. */
  readonly data: ParsedData
}

/** A text that was sealed with the seal at the same index of the task's `seals`, in a file named after that index. */
export interface Written {
  /** The length of the unsealed text. */
  readonly bytes: number
  /** SHA-256 of the sealed file, hex. */
  readonly sha256: string
  /** At which bytes of the unsealed text the result of the reuse check is inserted later (`notLookedUp`). */
  readonly reusePlaceholdersAt: readonly number[]
  /** Whether the text is a body about one document, with the verdict on it. */
  readonly isOfOneDocument: boolean
}

/** `written` contains the bodies or, when these are made later, one reading. */
export interface ReadAnswer {
  readonly written: readonly Written[]
  readonly fingerprint: Fingerprint
  readonly validity: DocumentValidity
}

export interface ScoreAnswer {
  readonly written: readonly Written[]
}

export type Answer = ReadAnswer | ScoreAnswer

export interface Refused {
  readonly code: UnreadableCode
  readonly detail: string
}

/** Directories in the working directory of a child: the first for reading, the second for writing. */
export const inputFolder = 'in'
export const outputFolder = 'out'

/** The limit of one unsealed body; no statement that we read has a longer one. */
export const bodyBytesMax = 32 * 1024 * 1024
/** The limit of all bodies of a request together. */
export const requestBytesMax = 128 * 1024 * 1024

/** What a child reports. `pages` is sent as soon as the number of pages is known, since the time limit depends on it. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pages'; readonly count: number }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly message: string }
