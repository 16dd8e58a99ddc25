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

/** A document to read. It crosses to the child over IPC, its password with it, and never in arguments. */
export interface ReadTask {
  readonly kind: 'read'
  readonly document: EngineDocument
  readonly applicant: Applicant
  /** ISO 8601. */
  readonly asOf: string
  readonly options: ResultOptions
  /**
   * What becomes of this document alone: its bodies are made where it was read, and a statement of megabytes stays there.
   * Null when it is scored together with others.
   */
  readonly product: Product | null
  readonly outputs: readonly PieceSeal[]
}

export interface Product {
  readonly productCode: Exclude<ProductCode, 'P7'>
  readonly bureau: PulledAnswer | null
}

/** Statements that were read, to be scored together. They are files: the process that serves requests never holds them. */
export interface ScoreTask {
  readonly kind: 'score'
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: string
  readonly bureau: PulledAnswer | null
  readonly options: ResultOptions
  readonly readings: readonly SealedReading[]
  readonly outputs: readonly PieceSeal[]
}

export type Task = ReadTask | ScoreTask

/** Where a `Reading` lies, sealed. */
export interface SealedReading {
  readonly path: string
  readonly key: Buffer
}

/** What is left of a document that is scored with others, as JSON. */
export interface Reading {
  readonly statement: ParsedStatement
  /** The `data` of PA. */
  readonly data: ParsedData
}

/** A text that was sealed with the output of the same place, in a file named after it. */
export interface Written {
  /** Of the open text. */
  readonly bytes: number
  /** Of the file, hex. */
  readonly sha256: string
  readonly useCountsAt: readonly number[]
  readonly isOfOne: boolean
}

/** Either the bodies, or one reading when they are still to be made of it. */
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

/** Below the working directory of a child: what it may read, and where it may write. */
export const inputFolder = 'in'
export const outputFolder = 'out'

/** Of one body, open; a reader with more than this to say has read no statement. */
export const bodyBytesMax = 32 * 1024 * 1024
/** Of all bodies of a request. */
export const requestBytesMax = 128 * 1024 * 1024

/** What a child says. `pages` comes as soon as the number is known: the time that a document may take follows from it. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pages'; readonly count: number }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly message: string }
