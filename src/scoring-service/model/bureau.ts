/** A query to a credit bureau about a person. */
export interface BureauQuery {
  readonly identityType: 'NATIONAL_ID'
  readonly identityNumber: string
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
  /** E.164. */
  readonly phoneNumber: string
  /** `YYYY-MM-DD`. */
  readonly dob: string | null
  readonly consent: { readonly given: true; readonly by: string; readonly at: Date }
  readonly purpose: 'CREDIT_SCORING'
  /** The id of the request, by which the bureau recognises a repeat. */
  readonly correlationId: string
}

/** Normalised from the public field lists of bureaus. Money in minor units of `currency`; dates `YYYY-MM-DD`. */
export interface BureauAccount {
  readonly accountNumber: string
  readonly lender: string | null
  readonly sector: string | null
  readonly productType: string | null
  /** Written off: the lender has given up what is still owed. */
  readonly status: 'OPEN' | 'CLOSED' | 'WRITTEN_OFF'
  readonly performing: boolean
  readonly openedOn: string | null
  readonly originalAmount: number
  readonly currentBalance: number
  readonly overdueBalance: number
  readonly daysInArrears: number
  readonly highestDaysInArrears: number
  readonly instalment: number | null
  /** Exactly as reported; its meaning is the bureau's. */
  readonly delinquencyCode: string | null
}

export interface BureauReport {
  readonly bureau: string
  readonly reference: string
  /** When the bureau made its record. */
  readonly reportedAt: string
  readonly currency: string
  readonly reportedName: string | null
  readonly nameMatches: boolean | null
  readonly bureauScore: number | null
  readonly hasFraud: boolean
  readonly accounts: readonly BureauAccount[]
  readonly enquiries90Days: number
  readonly bouncedCheques12Months: number
  readonly oldestAccountOn: string | null
  /** SHA-256 of the response, hex: proves what the bureau said. */
  readonly responseDigest: string
}

/** A closed union: each caller handles each kind. `Unavailable` says nothing about the person. */
export type BureauAnswer =
  | { readonly kind: 'Found'; readonly report: BureauReport }
  | {
      readonly kind: 'NoRecord'
      readonly bureau: string
      readonly reference: string
      readonly responseDigest: string
    }
  | { readonly kind: 'Rejected'; readonly reason: string }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/** Answers that say something about the person; the others only say something about the bureau or the question. */
export type DefiniteAnswer = Extract<BureauAnswer, { kind: 'Found' | 'NoRecord' }>

export const isDefinite = (answer: BureauAnswer): answer is DefiniteAnswer =>
  answer.kind === 'Found' || answer.kind === 'NoRecord'

/** The person that the bureau was asked about, as named in the request. */
export interface BureauSubject {
  readonly nationalId: string
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
}

/** A bureau's answer, and when it was received: it may be reused for a day. */
export interface PulledAnswer {
  readonly subject: BureauSubject
  readonly answer: DefiniteAnswer
  readonly pulledAt: Date
}

/** The port to a credit bureau. Never throws because of an answer. */
export type CreditBureau = (query: BureauQuery, signal?: AbortSignal) => Promise<BureauAnswer>

/** A bureau of this deployment. */
export interface ConfiguredBureau {
  /** Names the bureau, by its address or by a fixed name: cached answers of one bureau are never used for another. */
  readonly source: string
  readonly ask: CreditBureau
}
