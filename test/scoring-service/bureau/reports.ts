import fc from 'fast-check'
import type { BureauAccount, BureauReport } from '../../../src/scoring-service/model/bureau.js'

export const asOf = new Date('2026-03-01T09:00:00Z')

export const accountWith = (more: Partial<BureauAccount> = {}): BureauAccount => ({
  accountNumber: 'KB-1',
  lender: 'Kola Bank',
  sector: 'bank',
  productType: null,
  status: 'OPEN',
  performing: true,
  openedOn: '2024-06-01',
  originalAmount: 12_000_000,
  currentBalance: 3_000_000,
  overdueBalance: 0,
  daysInArrears: 0,
  highestDaysInArrears: 0,
  instalment: 1_050_000,
  delinquencyCode: null,
  ...more,
})

export const reportWith = (more: Partial<BureauReport> = {}): BureauReport => ({
  bureau: 'test',
  reference: 'R-1',
  reportedAt: '2026-02-20',
  currency: 'KES',
  reportedName: 'AÏCHA MBARGA',
  nameMatches: true,
  bureauScore: 640,
  hasFraud: false,
  accounts: [accountWith()],
  enquiries90Days: 1,
  bouncedCheques12Months: 0,
  oldestAccountOn: '2020-01-01',
  responseDigest: 'ab'.repeat(32),
  ...more,
})

const small = (max: number) => fc.integer({ min: 0, max })

/** Includes days on both sides of each bound of the card. */
const arrears = fc.oneof(fc.constantFrom(0, 1, 30, 31, 90, 91), small(400))

const accounts = fc.record({
  accountNumber: fc.constant('A'),
  lender: fc.constant(null),
  sector: fc.constant(null),
  productType: fc.constant(null),
  status: fc.constantFrom('OPEN' as const, 'CLOSED' as const),
  performing: fc.boolean(),
  openedOn: fc.constantFrom(null, '2019-01-01', '2024-02-29', '2026-02-28', '2026-03-02'),
  originalAmount: fc.constantFrom(0, 1, 10_000, 5_000_000),
  currentBalance: fc.integer({ min: -500, max: 6_000_000 }),
  overdueBalance: small(10_000),
  daysInArrears: arrears,
  highestDaysInArrears: arrears,
  instalment: fc.option(small(100_000)),
  delinquencyCode: fc.constant(null),
})

/** Any report that a bureau may give. */
export const reports: fc.Arbitrary<BureauReport> = fc.record({
  bureau: fc.constant('test'),
  reference: fc.constant('R'),
  reportedAt: fc.constantFrom('2026-03-01', '2026-01-29', '2026-01-28', '2020-01-01'),
  currency: fc.constantFrom('KES', 'XAF'),
  reportedName: fc.constant(null),
  nameMatches: fc.option(fc.boolean()),
  bureauScore: fc.option(small(900)),
  hasFraud: fc.boolean(),
  accounts: fc.array(accounts, { maxLength: 6 }),
  enquiries90Days: small(8),
  bouncedCheques12Months: small(4),
  oldestAccountOn: fc.constantFrom(null, '2015-05-05', '2025-05-05'),
  responseDigest: fc.constant('cd'.repeat(32)),
})
