import * as z from 'zod'
import { bureauScoring } from './judgement.js'
import {
  count,
  figureOrNull,
  flag,
  money,
  moneyOrNull,
  ratioOrNull,
  score,
  text,
  textOrNull,
} from './kinds.js'
import { component, listOf, members, described, section } from './member.js'

export const subject = component(
  'Subject',
  section('The person whom the bureau was asked about', {
    nationalId: described(text, 'Masked except for its last three characters', '*****756'),
    firstName: described(text, 'First name', 'Jane'),
    middleName: described(textOrNull, 'Middle name', null),
    lastName: described(text, 'Last name', 'Doe'),
    nameMatches: described(
      flag.nullable(),
      "Whether the bureau's record has the same name; null if it has none",
      true,
    ),
  }),
)

const account = component(
  'BureauAccount',
  z.strictObject({
    accountNumber: described(text, 'As the bureau reports it', 'KB-1001'),
    ...members(textOrNull, {
      lender: ['The lender', 'Kola Bank'],
      sector: ['The sector of the lender', 'bank'],
      productType: ['The type of the loan', 'PERSONAL_LOAN'],
    }),
    status: described(
      z.enum(['OPEN', 'CLOSED', 'WRITTEN_OFF']),
      'WRITTEN_OFF: the lender has given up what is still owed',
      'OPEN',
    ),
    performing: described(flag, 'Whether it is paid as agreed', true),
    openedOn: described(textOrNull, 'When it was opened, `YYYY-MM-DD`', '2025-01-25'),
    ...members(money, {
      originalAmount: ['The amount lent', 120000],
      currentBalance: ['The amount still owed', 30000],
      overdueBalance: ['The overdue amount', 0],
    }),
    daysInArrears: described(count, 'Days in arrears today', 0),
    highestDaysInArrears: described(count, 'The most days in arrears ever', 0),
    instalment: described(moneyOrNull, 'The instalment of a month', 10500),
    delinquencyCode: described(textOrNull, "As reported; its meaning is the bureau's", null),
  }),
)

const report = section(
  "The bureau's own values under our member names, with nothing added; null without a record",
  {
    bureau: described(text, 'The bureau', 'emulator'),
    reference: described(text, "The bureau's reference", 'EMU-8a1c'),
    reportedAt: described(text, 'When the bureau made its record', '2026-02-26'),
    currency: described(text, 'The currency of the amounts', 'KES'),
    reportedName: described(textOrNull, 'The name in the record', 'JANE DOE'),
    nameMatches: described(flag.nullable(), 'Whether it is the name of the request', true),
    bureauScore: described(figureOrNull, "The bureau's score, on its own scale", 742),
    hasFraud: described(flag, 'Whether a fraud is reported', false),
    accounts: listOf(account, 'The accounts of the person'),
    enquiries90Days: described(count, 'The number of enquiries in 90 days', 1),
    bouncedCheques12Months: described(count, 'The number of bounced cheques in 12 months', 0),
    oldestAccountOn: described(textOrNull, 'When the oldest account was opened, `YYYY-MM-DD`', '2019-01-17'),
  },
)

const reading = section('What we conclude from the report; null without a record', {
  ...members(count, {
    recordAgeDays: ['The age of the record in days', 3],
    openAccounts: ['The number of open accounts', 1],
    closedAccounts: ['The number of closed accounts', 5],
    openNonPerforming: ['Open accounts that are not paid as agreed', 0],
    closedPerforming: ['Closed accounts that were paid back as agreed', 5],
    worstArrearsDays: ['The most days in arrears of an open account today', 0],
    enquiries90Days: ['The number of enquiries in 90 days', 1],
    bouncedCheques12Months: ['The number of bounced cheques in 12 months', 0],
  }),
  creditAgeDays: described(
    count.nullable(),
    'Days since the oldest account was opened; null if not reported',
    2599,
  ),
  utilisation: described(
    ratioOrNull,
    'The share of the lent amounts that is still owed; null without open accounts',
    0.25,
  ),
  ...members(money, {
    totalBalance: ['The amount still owed on open accounts', 30000],
    totalOverdue: ['The overdue amount on open accounts', 0],
    monthlyInstalments: ['The instalments of open accounts in a month', 10500],
  }),
  hasFraud: described(flag, 'Whether a fraud is reported', false),
  writtenOffAccounts: described(count, 'Accounts that their lender has written off', 0),
  longDefault: described(flag, 'Whether an account is more than 90 days late, or was written off', false),
})

export const bureauSection = component(
  'BureauSection',
  section("The bureau's record, and our reading of it", {
    bureau: described(text, 'The bureau', 'emulator'),
    reference: described(text, "The bureau's reference", 'EMU-8a1c'),
    pulledAt: described(
      z.iso.datetime(),
      'When the bureau answered; an answer may be used again for 24 hours',
      '2026-03-01T09:00:00.000Z',
    ),
    responseSha256: described(
      z.string().regex(/^[0-9a-f]{64}$/),
      'SHA-256 of the exact bytes that the bureau sent',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    data: report.nullable(),
    reading: reading.nullable(),
  }),
)

export const p7Scoring = component(
  'P7Scoring',
  section("Our score of the bureau's record", {
    productCode: described(z.literal('P7'), 'The product', 'P7'),
    bureauScore: described(figureOrNull, "The bureau's score, on its own scale", 742),
    enhancedScore: described(score, "Our score of the bureau's record; -1: too little is known", 735),
    recommendedCreditLimit: described(z.null(), 'Always null: without a statement no income is known', null),
    ...bureauScoring,
  }),
)
