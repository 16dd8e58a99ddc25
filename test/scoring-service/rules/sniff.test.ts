import { describe, expect, test } from '@jest/globals'
import { csvTextOf, sniff, sniffBytes } from '../../../src/scoring-contract/sniff.js'
import {
  bankHeadings,
  tillHeadings,
  walletHeadings,
} from '../../../src/scoring-service/reading/layouts/headings.js'
import { present } from '../../support/present.js'

const french =
  'Titulaire;José Kéïta\r\nDate;Libellé;Montant;Solde\r\n05/01/2026;Prélèvement;-1 000,00;2 000,00\r\n'
const bigEndian = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(french)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${french}`)],
  ['UTF-16, little end first', Buffer.from(`\ufeff${french}`, 'utf16le')],
  ['UTF-16, big end first', bigEndian(french)],
  ['Windows-1252', Buffer.from(french, 'latin1')],
  ['UTF-8 with accents as characters of their own', Buffer.from(french.normalize('NFD'))],
])('a French CSV in %s is a CSV', (_, bytes) => {
  expect(sniff(bytes)).toBe('csv')
  expect(csvTextOf(bytes).normalize('NFC')).toBe(french)
})

test('a CSV in UTF-8 whose beginning ends within a character is a CSV', () => {
  const bytes = Buffer.from(french.padEnd(2 * sniffBytes, 'é'))
  expect([0, 1].map((more) => sniff(bytes.subarray(0, sniffBytes - more)))).toEqual(['csv', 'csv'])
})

describe('a table is recognised by the headings that are read', () => {
  /** Wallets and tills print all their columns: a table for each heading, beside the first headings of the others. */
  const tablesOf = (headings: typeof walletHeadings): string[][] => {
    const columns = Object.values(headings)
    const first = columns.map(([heading]) => present(heading))
    return columns.flatMap((column, at) => column.map((heading) => first.with(at, heading)))
  }
  const sides = present(bankHeadings.paidOut).map((out, i) => [
    out,
    present(bankHeadings.paidIn?.[i] ?? 'credit'),
  ])
  const tables = [
    ...tablesOf(walletHeadings),
    ...tablesOf(tillHeadings),
    ...sides.map((side) => ['Date', 'Remarks', ...side, 'Bal']),
    ...present(bankHeadings.moment).map((moment) => [moment, 'Details', 'Amount', 'Balance']),
    ...present(bankHeadings.details).map((details) => ['Date', details, 'Montant', 'Solde']),
    ...present(bankHeadings.balance).map((balance) => ['Date', 'Libellé', 'Montant', balance]),
  ]

  test.each(tables.map((table) => [table.join(';')]))('%s', (heading) => {
    expect(sniff(Buffer.from(`${heading}\n`))).toBe('csv')
  })
})
