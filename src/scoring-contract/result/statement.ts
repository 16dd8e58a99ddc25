import * as z from 'zod'
import { documentTypes, summaryCategories, unreadableCodes } from '../words.js'
import { countOrNull, money, moneyOrNull, text, textOrNull } from './kinds.js'
import { component, listOf, members, described, section } from './member.js'
import { validity } from './validity.js'

export const logs = component(
  'DocumentLogs',
  section('The document that was sent', {
    documentType: described(
      z.enum(documentTypes),
      'The document type given in the request',
      'WALLET_STATEMENT',
    ),
    documentIssuedBy: described(text, 'Who issued it', 'M-PESA'),
    format: described(z.enum(['PDF', 'CSV']), 'The format of its bytes', 'PDF'),
    fileKey: described(z.null(), 'Not used: files are removed once they are read', null),
  }),
)

export const meta = component(
  'DocumentMeta',
  section('The metadata of the file; empty where it has none', {
    ...members(text, {
      creationDate: ['When it was made', '2026-01-01T09:00:00Z'],
      modDate: ['When it was changed last', ''],
      keywords: ['Keywords', ''],
      creator: ['The program of its author', 'JasperReports'],
      producer: ['The program that wrote it', 'iText 2.1.7'],
      subject: ['Subject', ''],
      author: ['Author', 'SAFARICOM PLC'],
      title: ['Title', 'M-PESA Statement'],
    }),
  }),
)

export const flows = component(
  'CategoryFlows',
  section('Sums of a category', {
    paidIn: described(money, 'Paid in', 14500),
    paidOut: described(money, 'Paid out', 9200.5),
  }),
)

export const header = component(
  'StatementHeader',
  section('The head of the statement', {
    ...members(text, {
      name: ['The holder, as printed; empty where none is', 'JANE WANJIKU DOE'],
      phoneNumber: ['Masked, unless it was agreed that contacts are shown', '2547******678'],
      email: ['Masked, unless it was agreed that contacts are shown', 'w***@example.com'],
      code: ['The verification code of the statement', 'ABCD1234'],
      statementPeriod: ['As printed', '01 Jan 2025 - 31 Dec 2025'],
      requestDate: ['When it was asked for, as printed', '01 Jan 2026'],
    }),
    ...members(textOrNull, {
      accountNumber: ['As printed', '0110012345678'],
      customerNumber: ['As printed', null],
      accountType: ['As printed', 'Current'],
      accountCreationDate: ['As printed', null],
      branch: ['As printed', 'Moi Avenue'],
      currency: ['As printed; for a wallet that prints none, that of its issuer', 'KES'],
    }),
    ...members(moneyOrNull, {
      openingBalance: ['Before the first transaction', 1500],
      closingBalance: ['After the last transaction', 6799.5],
      availableBalance: ['The balance that could be drawn', null],
      sumPaidIn: ['All that was paid in, as printed', 14500],
      sumPaidOut: ['All that was paid out, as printed', 9200.5],
    }),
    ...members(countOrNull, {
      countPaidIn: ['The number of credits, as printed', null],
      countPaidOut: ['The number of debits, as printed', null],
    }),
    summary: section(
      'Sums by category: the printed table, else that of the transactions',
      Object.fromEntries(summaryCategories.map((name) => [name, flows])) as Record<
        (typeof summaryCategories)[number],
        typeof flows
      >,
    ),
  }),
)

export const transaction = component(
  'Transaction',
  z.strictObject({
    ...members(text, {
      receiptNumber: ['The receipt; empty where none is printed', 'RKTQDM7W6S'],
      completionTime: [
        'The printed time, in the form `YYYY-MM-DD HH:MM:SS`; midnight if only the day is printed',
        '2026-01-05 14:03:21',
      ],
      details: ['The text of the row', 'Merchant Payment to 7053097 - CORNER SHOP'],
      transactionStatus: ['Its status as printed; `Completed` if none is', 'Completed'],
    }),
    ...members(money, {
      paidIn: ['Zero for a debit', 0],
      paidOut: ['Zero for a credit', 800],
      balance: ['The balance after it; computed if none is printed', 7420],
    }),
    ...members(textOrNull, {
      transactionDate: ['Bank statements only: when it was made', '2026-01-05'],
      valueDate: ['Bank statements only: the value date', '2026-01-05'],
      transactionType: ['Bank statements only: its kind', null],
      otherParty: ['The counterparty, if a column has it', null],
    }),
  }),
)

export const transactions = listOf(transaction, 'All transactions, oldest first')

export const documentName = described(text, 'The document that this describes', 'march.pdf')

export const problem = component(
  'DocumentProblem',
  section('Why it could not be read; only for a document that failed', {
    code: described(
      z.enum([...unreadableCodes, 'processing_crashed']),
      'A code that never changes',
      'wrong_password',
    ),
    detail: described(text, 'A text for people', 'the password does not open it'),
  }),
)

export const documentOutcome = component(
  'DocumentOutcome',
  z.strictObject({
    documentName: described(text, 'The name of the document', 'march.pdf'),
    documentType: described(z.enum(documentTypes), 'The type given in the request', 'WALLET_STATEMENT'),
    format: described(z.enum(['PDF', 'CSV']), 'The format of its bytes', 'PDF'),
    state: described(z.enum(['PARSED', 'FAILED']), 'Whether it could be read', 'PARSED'),
    problem: problem.optional(),
    validity: described(
      validity,
      'Absent if the document could not be read, or if the body has a `validity` of its own',
    ).optional(),
  }),
)
