import { Cleaning } from '../cleaning/cleaning.entity.js'
import { Clock } from '../clocks/clock.entity.js'
import { DayException, WalkDay } from '../clocks/walk.entity.js'
import { Account, Customer } from '../customers/customer.entity.js'
import { EvidenceSeal } from '../evidence/seal.entity.js'
import { ApiKey, KeyHolder } from '../identity/api-key.entity.js'
import { AuditEntry } from '../identity/audit.entity.js'
import { Journal, LedgerClosing, LedgerTotal, SharedTotal, Posting } from '../ledger/ledger.entity.js'
import { OrderComparison, PaymentOrder, ReviewCase } from '../payments/payment.entity.js'
import { Proposal } from '../proposals/proposal.entity.js'
import { ProductVersion } from '../products/product.entity.js'
import { Maturity } from '../savings/maturity.entity.js'
import { Payout } from '../savings/payout.entity.js'
import { RequestLogEntry } from '../savings/request-log.entity.js'
import { Deposit, Position } from '../savings/savings.entity.js'
import { ScoreDocument, ScoreRequest, ScoreResultPart } from '../scores/score.entity.js'
import { Statement } from '../statements/statement.entity.js'
import { ScoringClient, ScoringCredential } from '../scoring/clients/client.entity.js'
import {
  BureauPull,
  KeptAnswer,
  ResultAddress,
  ScoringDocument,
  ScoringLimit,
  ScoringRequest,
  ScoringResult,
  Sighting,
  StoredObject,
} from '../scoring/scoring.entity.js'

export const entities = [
  Account,
  ApiKey,
  AuditEntry,
  Cleaning,
  BureauPull,
  Clock,
  Customer,
  DayException,
  Deposit,
  EvidenceSeal,
  Journal,
  KeptAnswer,
  KeyHolder,
  LedgerClosing,
  LedgerTotal,
  SharedTotal,
  Maturity,
  OrderComparison,
  PaymentOrder,
  Payout,
  Position,
  Posting,
  ProductVersion,
  Proposal,
  RequestLogEntry,
  ResultAddress,
  ReviewCase,
  Statement,
  ScoreDocument,
  ScoreRequest,
  ScoreResultPart,
  ScoringClient,
  ScoringCredential,
  ScoringDocument,
  ScoringLimit,
  ScoringRequest,
  ScoringResult,
  Sighting,
  StoredObject,
  WalkDay,
] as const
