import { Cleaning } from '../bank/retention/cleaning.entity.js'
import { Clock, ClockConflictRow } from '../bank/business-clock/clock.entity.js'
import { DayException, WalkDay } from '../bank/end-of-day/walk.entity.js'
import { AccountBlock } from '../bank/customers/block.entity.js'
import { Account, Customer } from '../bank/customers/customer.entity.js'
import { EvidenceSeal } from '../platform/evidence/seal.entity.js'
import { ApiKey, KeyHolder } from '../platform/identity/keys/api-key.entity.js'
import { StaffAct } from '../platform/identity/act.entity.js'
import { RoleAssignment } from '../platform/identity/keys/role-assignment.entity.js'
import { Session } from '../platform/identity/sessions/session.entity.js'
import { AccessEntry } from '../platform/identity/access-entry.entity.js'
import { AuditEntry } from '../platform/identity/audit.entity.js'
import { Journal, LedgerClosing, LedgerTotal, Posting, SharedTotal } from '../bank/ledger/ledger.entity.js'
import { ClosedMonth } from '../bank/month-end/closed-month.entity.js'
import { CorrectedOrder } from '../bank/payments/corrected-order.entity.js'
import { VoidedDeposit } from '../bank/savings/records/voided-deposit.entity.js'
import { ProviderFile, ProviderLine } from '../bank/payments/provider-files/provider-file.entity.js'
import { OrderComparison, PaymentOrder, ReviewCase } from '../bank/payments/payment.entity.js'
import { ApprovalDelegation, ApprovalLimit } from '../back-office/limits/limit.entity.js'
import { Approval } from '../back-office/approval.entity.js'
import { Note } from '../back-office/notes/note.entity.js'
import { QueuePause } from '../back-office/queues/queue-pause.entity.js'
import { ProductVersion } from '../bank/products/product.entity.js'
import { Maturity } from '../bank/savings/records/maturity.entity.js'
import { Payout } from '../bank/savings/records/payout.entity.js'
import { RequestLogEntry } from '../bank/savings/records/request-log.entity.js'
import { Deposit, Position } from '../bank/savings/records/savings.entity.js'
import {
  ScoreDocument,
  ScoreReason,
  ScoreRequest,
  ScoreResultPart,
} from '../score-requests/model/score.entity.js'
import { ScoringClient, ScoringCredential } from '../scoring-service/clients/client.entity.js'
import { BureauPull, CachedAnswer } from '../scoring-service/model/bureau.entity.js'
import {
  ResultAddress,
  ScoringDocument,
  ScoringLimit,
  ScoringRequest,
  ScoringResult,
  DocumentUse,
} from '../scoring-service/model/scoring.entity.js'
import {
  InsightFlow,
  InsightProgress,
  InsightSaver,
  InsightStock,
} from '../bank/insights/records/insight.entity.js'
import { StoredObject } from '../platform/files/stored-object.entity.js'
import { Statement } from '../bank/statement-orders/statement.entity.js'

/** Why a personal datum is kept and for how long, who reads it, how it is sealed, and what erases it. */
export interface Holding {
  readonly why: string
  readonly readers: string
  readonly sealed: string
  readonly kept: string
  readonly erasedBy: string
}

const customerReaders =
  'BACK_OFFICE, APPROVER, ADMIN, with an audit row for each read; GATEWAY in the answers of its journeys; ANALYST and AUDITOR under a pseudonym'
const scoreReaders =
  'BACK_OFFICE, APPROVER, ADMIN, with an audit row for each read; ANALYST and AUDITOR masked'
const noReaders = 'the service alone'
const clear = 'no'
const sealed = 'AES-256-GCM under `SCORING_SEALING_KEYS`, for its row'
const hashed = 'HMAC under `KEY_PEPPER`'
const forEver = 'for ever, as the books are'
const keptByLaw = 'nothing: the law requires the bank to keep it'

const books: Holding = {
  why: 'the savings of the customer, and how they ended',
  readers: customerReaders,
  sealed: clear,
  kept: forEver,
  erasedBy: keptByLaw,
}
const internal: Holding = { ...books, readers: noReaders }
const phoneNumber: Holding = {
  ...books,
  why: 'identifies the customer, and the wallet that pays and is paid',
}
const address: Holding = {
  ...books,
  why: 'where statements go',
  readers:
    'BACK_OFFICE, APPROVER, ADMIN; GATEWAY for the number of its call; ANALYST and AUDITOR its first letter only',
}
const notes: Holding = {
  ...books,
  why: 'what staff found and did about a payment; staff are instructed to name nobody in it',
  readers:
    'BACK_OFFICE, APPROVER, ADMIN; AUDITOR, and for review cases ANALYST, with numbers and addresses masked',
}
const summaries: Holding = {
  ...books,
  why: 'what a customer was shown: needed for the confirmation, and for disputes',
  kept: '`RETENTION_DAYS`; what was confirmed, ' + forEver,
  erasedBy: '`clean-request-log`',
}
const proposed: Holding = {
  why: 'what staff propose to do for which customer, for the second person who approves it',
  readers: 'BACK_OFFICE, APPROVER, ADMIN; AUDITOR masked',
  sealed: 'the input, under `SCORING_SEALING_KEYS`; a national ID also as HMAC',
  kept: 'until it is decided, 7 days at most',
  erasedBy: 'the decision; `expire-approvals`',
}
const staffActs: Holding = {
  why: 'which member of staff did what',
  readers: 'BACK_OFFICE, APPROVER, ANALYST, AUDITOR, ADMIN where a case or a request shows it',
  sealed: clear,
  kept: forEver,
  erasedBy: keptByLaw,
}
const staffKeys: Holding = {
  ...staffActs,
  why: 'who may call, and whether two actions are by the same person',
  readers: 'ADMIN, AUDITOR',
}
const evidence: Holding = {
  why: 'who changed or read what, from where; also addresses for statements, and reasons in words of staff',
  readers: 'BACK_OFFICE, APPROVER, ADMIN, as `auditEntries`; AUDITOR masked',
  sealed: 'no; each row is in the chain of evidence',
  kept: forEver,
  erasedBy: keptByLaw,
}
const shown: Holding = {
  ...evidence,
  why: 'which operation showed which customer to which member of staff',
  readers: 'BACK_OFFICE, APPROVER, ADMIN; AUDITOR masked',
  sealed: clear,
}
const ownScore: Holding = {
  why: 'the person whose score we request, to show it and to decide by it',
  readers: scoreReaders,
  sealed: clear,
  kept: '30 days',
  erasedBy: 'an erasure of the person (`proposeErasure`); `wipe-scores`',
}
const ownSent: Holding = {
  ...ownScore,
  why: 'what we send to the scoring service',
  readers: noReaders,
  sealed,
  kept: 'until the request has completed, or for a day after it failed',
}
const ownResult: Holding = { ...ownScore, why: 'the result, as the scoring service returned it', sealed }
const ownTrace: Holding = {
  ...ownScore,
  why: 'finds the requests of a person who asks for erasure',
  readers: noReaders,
  sealed: hashed,
}
const scoreRequest: Holding = {
  why: 'the person whose score a client requests',
  readers: 'the client, in its results',
  sealed,
  kept: '30 days after the end of the request',
  erasedBy: 'an erasure (`proposeErasure`); `clean-scoring`',
}
const scoreRequestNames: Holding = {
  ...scoreRequest,
  why: 'how the client names its documents, and why one could not be read',
  sealed: clear,
}
const scoreRequestSecrets: Holding = {
  ...scoreRequest,
  why: 'opens a document, or shows whose account it is',
  readers: 'the reader of the document',
  kept: 'until the document was read, or a day after its address ended',
}
const scoreRequestTrace: Holding = {
  ...scoreRequest,
  why: 'finds the data of a person who asks for erasure',
  readers: noReaders,
  sealed: hashed,
}
const scoreRequestPlace: Holding = {
  ...scoreRequest,
  why: 'where a sealed file is; identifies nobody by itself',
  sealed: clear,
  readers: noReaders,
}
const consent: Holding = {
  why: 'proves that a bureau was asked with consent, and for what; the request itself is anonymised',
  readers: noReaders,
  sealed: clear,
  kept: 'for ever',
  erasedBy: 'nothing: it proves consent',
}
const bureauAnswer: Holding = {
  why: 'a bureau is not asked for the same report twice a day',
  readers: 'the client, in its results',
  sealed,
  kept: '24 hours',
  erasedBy: 'an erasure (`proposeErasure`); `clean-scoring`',
}
const documentUse: Holding = {
  why: 'recognises a document that was used for another person',
  readers: noReaders,
  sealed: hashed,
  kept: '180 days',
  erasedBy: 'an erasure of the person (`proposeErasure`); `clean-scoring`',
}
const callers: Holding = {
  why: 'counts the requests of a client, or of an address without a token',
  readers: noReaders,
  sealed: clear,
  kept: 'a minute to a day',
  erasedBy: 'the next count after its period',
}

/** What a column or a file holds of a person. `NOT_PERSONAL`: nothing. */
export type Classified = 'NOT_PERSONAL' | Holding

/** Which columns of a table are about a person. A test finds columns that are missing here. */
export interface TableMap {
  readonly entity: abstract new () => object
  readonly columns: Readonly<Record<string, Classified>>
}

const table = <E extends object>(
  entity: abstract new () => E,
  personal: readonly (readonly [Holding, readonly (keyof E & string)[]])[],
  notPersonal: readonly (keyof E & string)[] = [],
): TableMap => ({
  entity,
  columns: Object.fromEntries([
    ...personal.flatMap(([holding, columns]) => columns.map((column) => [column, holding] as const)),
    ...notPersonal.map((column) => [column, 'NOT_PERSONAL'] as const),
  ]),
})

/** Columns that the database generates from a column of the map, which no entity has. */
export const generatedColumns = ['accounts.email_key', 'statements.email_key']

/** Every column of every table, and whether it is about a person. `docs/data-protection.md` is generated from it. */
export const tables: readonly TableMap[] = [
  table(
    Customer,
    [
      [phoneNumber, ['msisdn', 'msisdnEnd']],
      [address, ['email']],
      [books, ['id', 'clockId', 'createdAt']],
    ],
    ['lockNo'],
  ),
  table(
    Account,
    [
      [address, ['email']],
      [
        books,
        [
          'id',
          'customerId',
          'status',
          'openKey',
          'openedOn',
          'closingOn',
          'closingAt',
          'closedOn',
          'language',
          'blocks',
          'createdAt',
        ],
      ],
    ],
    ['traceparent'],
  ),
  table(AccountBlock, [
    [
      books,
      [
        'id',
        'accountId',
        'customerId',
        'approvalId',
        'scope',
        'cause',
        'openKey',
        'endsOn',
        'expiresAt',
        'placedAt',
        'liftedAt',
      ],
    ],
  ]),
  table(
    Position,
    [
      [
        books,
        ['id', 'customerId', 'accountId', 'productCode', 'startOn', 'maturityOn', 'status', 'createdAt'],
      ],
    ],
    ['book', 'productVersionId', 'termMonths', 'currency', 'ratePpm', 'earlyRatePpm', 'basisDays', 'taxPpm'],
  ),
  table(Deposit, [[books, ['id', 'positionId', 'customerId', 'principal', 'valueOn', 'opens', 'createdAt']]]),
  table(
    Maturity,
    [
      [
        books,
        [
          'positionId',
          'customerId',
          'accountId',
          'maturedOn',
          'bookedOn',
          'principal',
          'interest',
          'tax',
          'createdAt',
        ],
      ],
    ],
    ['book', 'productCode', 'currency'],
  ),
  table(
    Payout,
    [
      [
        books,
        [
          'id',
          'customerId',
          'accountId',
          'positionId',
          'openKey',
          'withdrawalReference',
          'principal',
          'interest',
          'tax',
          'accrued',
          'accruedNet',
          'amount',
          'withdrawnOn',
          'heldUntil',
          'firstSendableOn',
          'status',
          'failureCode',
          'settledOn',
          'createdAt',
        ],
      ],
    ],
    ['book', 'basis', 'effectiveRatePpm', 'currency', 'withdrawalAccruedTo', 'holdHours', 'traceparent'],
  ),
  table(
    PaymentOrder,
    [
      [phoneNumber, ['msisdn']],
      [
        books,
        [
          'id',
          'kind',
          'customerId',
          'accountId',
          'amount',
          'note',
          'status',
          'failureCode',
          'providerReason',
          'providerTransactionId',
          'quoteReference',
          'payoutId',
          'refundOf',
          'businessOn',
          'sentAt',
          'settledOn',
          'settledAt',
          'paidOutOfBandOn',
          'createdAt',
        ],
      ],
    ],
    [
      'book',
      'currency',
      'productCode',
      'part',
      'attempt',
      'dueAt',
      'resumeAt',
      'failures',
      'traceparent',
      'sends',
      'polls',
      'resetAt',
    ],
  ),
  table(
    ReviewCase,
    [
      [notes, ['id', 'orderId', 'customerId', 'detail', 'openKey', 'outcome', 'reason', 'evidence']],
      [staffActs, ['proposedBy', 'proposedById', 'proposedAt', 'confirmedBy', 'assignedTo', 'assignedToId']],
    ],
    ['kind', 'status', 'proposalId', 'openedAt', 'resolvedAt'],
  ),
  table(
    RequestLogEntry,
    [
      [
        summaries,
        [
          'operation',
          'customerId',
          'msisdn',
          'sessionId',
          'journeyId',
          'result',
          'reference',
          'terms',
          'shownText',
          'businessOn',
          'createdAt',
        ],
      ],
    ],
    ['id', 'expiresAt'],
  ),
  table(
    Statement,
    [
      [address, ['email']],
      [
        books,
        [
          'id',
          'customerId',
          'accountId',
          'language',
          'period',
          'fromOn',
          'toOn',
          'businessOn',
          'messageId',
          'status',
          'sentAt',
          'createdAt',
        ],
      ],
    ],
    ['attempts', 'problem', 'dueAt', 'holder', 'traceparent'],
  ),
  table(
    Journal,
    [[books, ['id', 'reference', 'customerId', 'businessOn', 'valueOn', 'createdAt']]],
    ['book'],
  ),
  table(Posting, [[books, ['journalId', 'dimension', 'amount']]], ['line', 'book', 'account', 'currency']),
  table(LedgerTotal, [[books, ['dimension', 'amount']]], ['book', 'account', 'currency', 'businessOn']),
  table(SharedTotal, [], ['book', 'businessOn', 'account', 'currency', 'share', 'amount']),
  table(LedgerClosing, [], ['book', 'closedOn', 'account', 'currency', 'balance']),
  table(
    DayException,
    [[books, ['positionId', 'customerId', 'problem']]],
    ['step', 'book', 'setAsideOn', 'accruedTo', 'createdAt'],
  ),
  table(WalkDay, [[books, ['remarks']]], ['book', 'day', 'facts', 'digest', 'completedAt']),
  table(
    Clock,
    [[books, ['walkError', 'nextPositionId']]],
    [
      'id',
      'nowOn',
      'advancingTo',
      'heartbeatAt',
      'seenWaitingAt',
      'queuedAt',
      'leaseUntil',
      'holder',
      'fence',
      'accruingTo',
      'nextMaturityOn',
      'accruedParts',
      'createdAt',
    ],
  ),
  table(ClockConflictRow, [], ['book', 'slot', 'writes']),
  table(
    OrderComparison,
    [[books, ['lastOrderId']]],
    ['day', 'compared', 'differences', 'beganAt', 'finishedAt'],
  ),
  table(ClosedMonth, [[staffActs, ['proposedBy', 'closedBy']]], ['month', 'accounts', 'closedAt']),
  table(ProviderFile, [], ['digest', 'name', 'fromOn', 'toOn', 'payments', 'readAt']),
  table(
    ProviderLine,
    [
      [
        { ...books, readers: 'BACK_OFFICE, APPROVER, AUDITOR, ADMIN' },
        ['transactionId', 'reference', 'amount', 'orderId'],
      ],
    ],
    ['kind', 'fee', 'currency', 'completedOn', 'state', 'fileDigest'],
  ),
  table(CorrectedOrder, [[books, ['orderId', 'failedOn', 'failureCode']]]),
  table(VoidedDeposit, [
    [
      books,
      [
        'id',
        'positionId',
        'customerId',
        'productCode',
        'principal',
        'valueOn',
        'createdAt',
        'settledOn',
        'voidedOn',
        'interest',
        'tax',
        'matured',
        'receivable',
        'endsPosition',
        'opens',
      ],
    ],
  ]),
  table(Cleaning, [], ['name', 'lastId', 'removed', 'cleanedOn']),
  table(
    ProductVersion,
    [],
    [
      'id',
      'code',
      'version',
      'termMonths',
      'ratePpm',
      'earlyRatePpm',
      'dayCount',
      'taxPpm',
      'currency',
      'minAmount',
      'maxBalance',
      'holdHours',
      'maturityInstruction',
      'joinsOtherRate',
      'onSale',
      'onSaleFrom',
      'publishedAt',
    ],
  ),
  table(
    InsightFlow,
    [
      [
        {
          ...internal,
          why: 'the customers of a group that is too small to be shown, until enough days are merged',
        },
        ['few'],
      ],
    ],
    [
      'family',
      'day',
      'key1',
      'key2',
      'key3',
      'weekOn',
      'monthOn',
      'n',
      'amount',
      'amount2',
      'amount3',
      'customers',
    ],
  ),
  table(InsightStock, [], ['family', 'day', 'key1', 'key2', 'n', 'n2', 'amount']),
  table(InsightSaver, [
    [
      { ...internal, why: 'who joins, leaves and comes back, in which band' },
      ['customerId', 'joinedOn', 'balance', 'balanceBefore', 'movedOn', 'movedBeforeOn'],
    ],
  ]),
  table(InsightProgress, [], ['name', 'rolledTo', 'completeTo']),
  table(KeyHolder, [[staffKeys, ['id', 'name', 'nameKey', 'createdAt']]], ['kind']),
  table(
    ApiKey,
    [[staffKeys, ['holder', 'roles', 'createdBy', 'lastUsedAt']]],
    ['id', 'hash', 'createdAt', 'expiresAt', 'revokedAt'],
  ),
  table(StaffAct, [[staffActs, ['actor', 'key', 'input', 'subject', 'at']]], ['id', 'act']),
  table(
    RoleAssignment,
    [
      [
        { ...staffKeys, kept: 'for ever: who was allowed to do what may be asked years later' },
        ['personId', 'name', 'roles', 'from', 'until', 'seenAt', 'givenBy', 'openKey'],
      ],
    ],
    ['id', 'kind', 'source'],
  ),
  table(
    Session,
    [
      [
        {
          ...staffKeys,
          readers: noReaders,
          kept: 'a day from its beginning',
          erasedBy: 'the next sign-in of anybody',
        },
        ['person', 'name', 'roles', 'createdAt', 'usedAt', 'endedAt', 'confirmedAt', 'refreshToken'],
      ],
    ],
    ['id', 'hash', 'refreshStartedAt'],
  ),
  table(
    AuditEntry,
    [[evidence, ['at', 'actor', 'actorId', 'address', 'action', 'customerId', 'subject', 'before', 'after']]],
    ['id'],
  ),
  table(
    AccessEntry,
    [[shown, ['at', 'who', 'actor', 'actorId', 'address', 'operation', 'customerId', 'quarter']]],
    ['id'],
  ),
  table(
    Note,
    [
      [notes, ['customerId', 'subject', 'text']],
      [staffActs, ['author', 'authorId', 'at']],
    ],
    ['id', 'about'],
  ),
  table(
    QueuePause,
    [
      [notes, ['reason']],
      [staffActs, ['pausedBy', 'pausedAt']],
    ],
    ['name'],
  ),
  table(
    Approval,
    [
      [proposed, ['input', 'openKey', 'basis']],
      [notes, ['customerId', 'subject', 'reason', 'evidence', 'preview', 'decisionReason']],
      [
        staffActs,
        ['proposedBy', 'proposedById', 'proposedAt', 'decidedBy', 'decidedById', 'decidedAt', 'decidedFor'],
      ],
    ],
    ['id', 'kind', 'status', 'outcome', 'expiresAt', 'amount', 'mailedAt'],
  ),
  table(ApprovalLimit, [[staffActs, ['personId', 'name', 'amount', 'setAt']]], ['id']),
  table(
    ApprovalDelegation,
    [[staffActs, ['fromId', 'fromName', 'toId', 'toName', 'from', 'until', 'reason']]],
    ['id'],
  ),
  table(EvidenceSeal, [], ['number', 'kind', 'rowId', 'hash']),
  table(
    ScoreRequest,
    [
      [
        ownScore,
        [
          'customerId',
          'firstName',
          'middleName',
          'lastName',
          'byFirstName',
          'byLastName',
          'phoneNumber',
          'nationalId',
          'serviceRequestId',
          'failureDetail',
          'decision',
          'riskBand',
          'orderKey',
        ],
      ],
      [ownSent, ['person']],
      [ownTrace, ['personHash', 'orderHash']],
      [staffActs, ['askedBy', 'askedWith']],
    ],
    [
      'id',
      'productCode',
      'augment',
      'forgetAt',
      'status',
      'submission',
      'attempts',
      'fence',
      'dueAt',
      'holder',
      'giveUpAt',
      'problem',
      'failureCode',
      'resubmissionOf',
      'askedOn',
      'askedAt',
      'endedAt',
      'wipeAt',
      'traceparent',
    ],
  ),
  table(ScoreReason, [[ownScore, ['code']]], ['scoreId']),
  table(
    ScoreDocument,
    [
      [ownScore, ['documentName', 'bankName', 'problemDetail']],
      [ownSent, ['secrets']],
      [
        { ...ownSent, why: 'where a sealed file is, or is sent to', sealed: clear },
        ['objectKey', 'uploadUrl'],
      ],
    ],
    ['id', 'scoreId', 'position', 'documentType', 'state', 'format', 'problemCode', 'uploadUntil'],
  ),
  table(ScoreResultPart, [[ownResult, ['body']]], ['scoreId', 'position', 'part']),
  table(
    ScoringRequest,
    [
      [scoreRequest, ['subject']],
      [scoreRequestTrace, ['nationalIdHash', 'bodyHash']],
      [scoreRequestNames, ['idempotencyKey', 'failureDetail']],
    ],
    [
      'id',
      'client',
      'environment',
      'productCode',
      'status',
      'augment',
      'requestedAt',
      'uploadsUntil',
      'queuedAt',
      'startedAt',
      'dueAt',
      'fence',
      'attempts',
      'holder',
      'crashes',
      'failureCode',
      'endedAt',
      'purgeAt',
      'addressSetsOn',
      'addressSets',
      'traceparent',
    ],
  ),
  table(
    ScoringDocument,
    [
      [scoreRequestNames, ['documentName', 'bankName', 'failureDetail']],
      [scoreRequestSecrets, ['secrets']],
      [scoreRequestPlace, ['objectKey']],
    ],
    ['id', 'requestId', 'position', 'documentType', 'state', 'format', 'failureCode'],
  ),
  table(StoredObject, [[scoreRequestPlace, ['objectKey']]], ['removeAt']),
  table(ScoringResult, [[scoreRequestPlace, ['objectKey']]], ['id', 'requestId', 'position']),
  table(
    ResultAddress,
    [[{ ...scoreRequestPlace, kept: 'a day after it ended' }, ['objectKey']]],
    ['id', 'expiresAt', 'leaseUntil', 'fence', 'consumedAt'],
  ),
  table(BureauPull, [
    [
      consent,
      ['id', 'requestId', 'client', 'purpose', 'consentAt', 'usedAt', 'answer', 'digest', 'answeredBy'],
    ],
  ]),
  table(CachedAnswer, [
    [bureauAnswer, ['answer']],
    [{ ...bureauAnswer, readers: noReaders, sealed: hashed }, ['question', 'nationalIdHash']],
    [{ ...bureauAnswer, readers: noReaders, sealed: clear }, ['pull', 'pulledAt', 'removeAt']],
  ]),
  table(DocumentUse, [[documentUse, ['trace', 'person']]], ['expiresAt']),
  table(ScoringLimit, [[callers, ['key', 'points', 'expire']]]),
  table(
    ScoringClient,
    [],
    [
      'id',
      'clientId',
      'name',
      'environment',
      'products',
      'masksContacts',
      'withChecks',
      'acceptsCsv',
      'createdAt',
      'revokedAt',
    ],
  ),
  table(ScoringCredential, [], ['id', 'client', 'kind', 'hash', 'createdAt', 'expiresAt']),
]

/** A place outside the tables that may hold personal data. Files have mode 0600, their directories 0700. */
export interface FileMap {
  readonly place: string
  readonly holds: string
  readonly holding: Classified
}

export const files: readonly FileMap[] = [
  {
    place: '`DATA_DIR/cauri.sqlite`, `-wal`, `-shm`',
    holds: 'the tables above, if `DATABASE_URL` is not set',
    holding: {
      why: 'the database of a trial',
      readers: 'the user of the service',
      sealed: 'as each column',
      kept: 'as each column',
      erasedBy:
        'as each column; what was deleted is overwritten (`secure_delete`), and the log emptied after it',
    },
  },
  {
    place: '`DATA_DIR/staging`',
    holds: 'documents while they arrive, and working files of readers',
    holding: {
      ...scoreRequest,
      why: 'a document must be complete before it is accepted',
      readers: 'the service, and the reader of the document',
      sealed: 'AES-256-GCM, piece by piece as it arrives',
      kept: 'seconds; emptied at each start and stop',
      erasedBy: 'the end of the upload or of the reading',
    },
  },
  {
    place: '`DOCUMENTS_DIR` or the bucket: `sealed-uploads`',
    holds: 'documents that clients sent',
    holding: {
      ...scoreRequest,
      why: 'the documents to read',
      readers: 'the reader of the document',
      sealed: 'AES-256-GCM under a key for its place, of `SCORING_SEALING_KEYS`',
      kept: 'until it was read; 30 days at most, while its request waits',
    },
  },
  {
    place: 'the same: `uploads`',
    holds: 'documents that we send to a scoring service',
    holding: { ...ownSent, sealed: 'AES-256-GCM under a key of its own, which is sealed in its row' },
  },
  {
    place: 'the same: `sealed-results`',
    holds: 'results for clients',
    holding: { ...scoreRequest, sealed: 'AES-256-GCM under a key for its place, of `SCORING_SEALING_KEYS`' },
  },
  {
    place: '`DATA_DIR/outbox`',
    holds: 'mails with statements, if `SMTP_URL` is not set',
    holding: {
      ...address,
      why: 'mails of a trial, for a mail program to open',
      readers: 'the user of the service',
      kept: '`RETENTION_DAYS`',
      erasedBy: '`clean-mail-files`',
    },
  },
  {
    place: '`DATA_DIR/emulator`',
    holds: 'orders of the emulator of the wallet: numbers and amounts',
    holding: {
      ...phoneNumber,
      why: 'a wallet for trials; never in production',
      readers: 'the user of the service',
      kept: 'until it is removed',
      erasedBy: 'whoever removes it',
    },
  },
  {
    place: 'the folder that `cauri backup` names',
    holds:
      'all of the above but `staging` and `outbox`, as of one moment; the keys, where a password was given',
    holding: {
      why: 'for the loss of a disk',
      readers: 'who makes it',
      sealed: 'as there; the keys under the password (scrypt, AES-256-GCM)',
      kept: 'until it is removed',
      erasedBy:
        'whoever removes it; persons who were erased since are erased again after a restore ([how](backup.md))',
    },
  },
  {
    place: 'traces (`OTEL_*`; not in a file of this service)',
    holds:
      'names of operations, routes and tables, statements of SQL without their values, ids of payment orders, payouts, accounts, statements and score requests; no number, no text of a caller',
    holding: {
      why: 'where a payment spends its time',
      readers: 'who runs the collector',
      sealed: 'as its collector does',
      kept: 'as its collector does',
      erasedBy: 'its collector',
    },
  },
  { place: '`EVIDENCE_DIR`', holds: 'the head of the chain of each day: hashes', holding: 'NOT_PERSONAL' },
  { place: '`DATA_DIR/process.lock`', holds: 'nothing', holding: 'NOT_PERSONAL' },
  {
    place: 'the job store (`MONGO_URL`)',
    holds: 'names of jobs, and when they run',
    holding: 'NOT_PERSONAL',
  },
  {
    place: 'the log (standard output; not in a file of this service)',
    holds: 'ids, names of staff and addresses of callers; numbers masked',
    holding: {
      ...staffActs,
      why: 'what failed, and for which ids',
      readers: 'who runs the service',
      kept: 'as its collector does',
      erasedBy: 'its collector',
    },
  },
]
