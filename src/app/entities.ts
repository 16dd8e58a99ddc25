import { Cleaning } from '../bank/retention/cleaning.entity.js'
import { Clock, ClockConflictRow } from '../bank/business-clock/clock.entity.js'
import { DayException, WalkDay } from '../bank/end-of-day/walk.entity.js'
import { AccountBlock } from '../bank/customers/block.entity.js'
import { Account, Customer } from '../bank/customers/customer.entity.js'
import { EvidenceSeal } from '../platform/evidence/seal.entity.js'
import { ApiKey, KeyHolder } from '../platform/identity/keys/api-key.entity.js'
import { StaffAct } from '../platform/identity/act.entity.js'
import { AccessEntry } from '../platform/identity/access-entry.entity.js'
import { AuditEntry } from '../platform/identity/audit.entity.js'
import { Journal, LedgerClosing, LedgerTotal, SharedTotal, Posting } from '../bank/ledger/ledger.entity.js'
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
import { Statement } from '../bank/statement-orders/statement.entity.js'
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
import { RoleAssignment } from '../platform/identity/keys/role-assignment.entity.js'
import { Session } from '../platform/identity/sessions/session.entity.js'
import {
  InsightFlow,
  InsightProgress,
  InsightSaver,
  InsightStock,
} from '../bank/insights/records/insight.entity.js'
import { StoredObject } from '../platform/files/stored-object.entity.js'

export const entities = [
  AccessEntry,
  Account,
  AccountBlock,
  ApiKey,
  Approval,
  ApprovalDelegation,
  ApprovalLimit,
  AuditEntry,
  Cleaning,
  BureauPull,
  Clock,
  ClockConflictRow,
  ClosedMonth,
  CorrectedOrder,
  VoidedDeposit,
  Customer,
  DayException,
  Deposit,
  EvidenceSeal,
  InsightFlow,
  InsightProgress,
  InsightSaver,
  InsightStock,
  Journal,
  CachedAnswer,
  KeyHolder,
  LedgerClosing,
  LedgerTotal,
  SharedTotal,
  Maturity,
  Note,
  QueuePause,
  OrderComparison,
  PaymentOrder,
  Payout,
  Position,
  Posting,
  ProductVersion,
  ProviderFile,
  ProviderLine,
  RequestLogEntry,
  ResultAddress,
  ReviewCase,
  StaffAct,
  Statement,
  ScoreDocument,
  ScoreReason,
  ScoreRequest,
  ScoreResultPart,
  ScoringClient,
  ScoringCredential,
  ScoringDocument,
  ScoringLimit,
  ScoringRequest,
  ScoringResult,
  RoleAssignment,
  Session,
  DocumentUse,
  StoredObject,
  WalkDay,
] as const
