import type { PulledAnswer } from '../bureau.js'
import type {
  Applicant,
  DocumentValidity,
  EngineDocument,
  Fingerprint,
  ProductCode,
  ResultOptions,
  UnreadableCode,
} from '../engine.js'

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
}

export interface Product {
  readonly productCode: Exclude<ProductCode, 'P7'>
  readonly bureau: PulledAnswer | null
}

/** Statements that were read, to be scored together. They are texts: the process that serves requests never unfolds them. */
export interface ScoreTask {
  readonly kind: 'score'
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: string
  readonly bureau: PulledAnswer | null
  readonly options: ResultOptions
  readonly readings: readonly ReadingText[]
}

export type Task = ReadTask | ScoreTask

export interface ReadingText {
  /** A `Statement` as JSON. */
  readonly statement: string
  /** The `data` of PA as JSON. */
  readonly data: string
}

/** `reading` is null when the bodies have been made of it. */
export interface ReadAnswer {
  readonly bodies: readonly string[]
  readonly reading: ReadingText | null
  readonly fingerprint: Fingerprint
  readonly validity: DocumentValidity
}

export interface ScoreAnswer {
  readonly bodies: readonly string[]
}

export type Answer = ReadAnswer | ScoreAnswer

export interface Refused {
  readonly code: UnreadableCode
  readonly detail: string
}

/** What a child says. `pages` comes as soon as the number is known: the time that a document may take follows from it. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pages'; readonly count: number }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly message: string }
