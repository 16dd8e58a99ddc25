import { tillHeadings, walletHeadings } from './headings.js'
import type { IssuerProfile, Layout } from './layout.js'

const receipt = /^(?=.*[A-Z])[A-Z0-9]{10}$/

/** The foot of each page, and the text below the table (docs/design/statement-layouts.md#wallet-statements). */
const notRows = [
  /^disclaimer/i,
  /^page\s+\d+(\s+of\s+\d+)?$/i,
  /statement verification code/i,
  /^twitter|@safaricom|for self.?help|conditions apply|^this statement is|to verify the validity/i,
]

/**
 * The files that we inspected have level 3, RC4 with 128 bits (docs/decisions/0080). 2 (RC4) and 4 (RC4 or AES-128) are
 * accepted too. 5 and 6 (AES-256) are not, since editing programs use these by default.
 */
const encryption = [2, 3, 4]

/** Files of the older generation. We know only a few, so their document information may be absent. */
const olderProfile: IssuerProfile = {
  since: 2019,
  encryption,
  authors: [null, /^safaricom\b/i],
  creators: [null, /^safaricom\b/i, /^jasperreports/i],
  producers: [null, /^itext/i, /^openpdf/i, /^safaricom\b/i],
}

const newerProfile: IssuerProfile = {
  since: 2024,
  encryption,
  authors: [/^safaricom plc$/i],
  creators: [/^safaricom plc$/i],
  producers: [/^openpdf \d/i],
}

const wallet = {
  issuer: 'M-PESA',
  documentType: 'WALLET_STATEMENT',
  columns: walletHeadings,
  required: ['receipt', 'moment', 'details', 'paidIn', 'paidOut', 'balance'],
  rowStart: 'receipt',
  receipt,
  notRows,
  csv: false,
  currency: 'KES',
  zoneHours: 3,
  brokenGroups: { share: 0.02, count: 3 },
  agreementMin: 0,
} as const satisfies Partial<Layout>

const till = {
  ...wallet,
  documentType: 'WALLET_TILL_STATEMENT',
  columns: tillHeadings,
  csv: true,
} as const satisfies Partial<Layout>

/**
 * The statements that an organisation downloads from the portal of the wallet's issuer, as PDF and as CSV
 * (docs/design/statement-layouts.md#tills).
 */
export const tillLayouts: readonly Layout[] = [
  {
    ...till,
    id: 'till.2024',
    recognisedBy: [/organi[sz]ation (statement|name)|till statement|short ?code/i],
    // It is not known whether the portal encrypts.
    profiles: [olderProfile, newerProfile].map((profile) => ({ ...profile, encryption: null })),
  },
]

/** The newest generation first, since its title is more specific. */
export const walletLayouts: readonly Layout[] = [
  {
    ...wallet,
    id: 'wallet.2025',
    recognisedBy: [/\bm-pesa statement/i, /request date/i],
    profiles: [newerProfile],
  },
  {
    ...wallet,
    id: 'wallet.2022',
    recognisedBy: [/\bm-?pesa (full )?statement/i],
    profiles: [olderProfile, newerProfile],
  },
]
