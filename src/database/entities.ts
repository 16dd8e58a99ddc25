import { Clock } from '../clocks/clock.entity.js'
import { Account, Customer } from '../customers/customer.entity.js'
import { AuditEntry } from '../identity/audit.entity.js'
import { Journal, LedgerTotal, Posting } from '../ledger/ledger.entity.js'
import { OrderComparison, PaymentOrder, ReviewCase } from '../payments/payment.entity.js'
import { ProductVersion } from '../products/product.entity.js'
import { RequestLogEntry } from '../savings/request-log.entity.js'
import { Deposit, Position } from '../savings/savings.entity.js'

export const entities = [
  Account,
  AuditEntry,
  Clock,
  Customer,
  Deposit,
  Journal,
  LedgerTotal,
  OrderComparison,
  PaymentOrder,
  Position,
  Posting,
  ProductVersion,
  RequestLogEntry,
  ReviewCase,
] as const
