import { describe, expect, test } from '@jest/globals'
import type { StatementRow } from '../../src/scoring-service/model/statement.js'
import { bankLayouts } from '../../src/scoring-service/reading/layouts/banks.js'
import { bankLife, type BankLife, type BankRow } from './fixtures/bank-account.js'
import { bankDesigns, francDesigns, type DrawnBank } from './fixtures/bank-designs.js'
import { drawBank, type BankDesign } from './fixtures/bank-pdf.js'
import { encryptedR6 } from './fixtures/tamper.js'
import { failedChecks, readBytes, refusalOf } from './reading.js'
import { present } from '../support/present.js'
import { entriesOf } from '../support/typed.js'

const inFrancs = { language: 'fr', scale: 10, whole: true } as const

const wish = (bankName: string, accountNumber: string | null = null) =>
  ({ documentType: 'BANK_STATEMENT', bankName, password: null, accountNumber }) as const

type Facts = Pick<BankRow, 'date' | 'details' | 'paidIn' | 'paidOut' | 'balance'>

const printed = (
  { date, details, narrative, paidIn, paidOut, balance }: BankRow,
  hasNarrative: boolean,
): Facts => ({
  date,
  details: hasNarrative && narrative !== '' ? `${details} ${narrative}` : details,
  paidIn,
  paidOut,
  balance,
})

/** Wider columns, for headings in which each letter is printed twice. */
const spread = (columns: BankDesign['columns']): BankDesign['columns'] =>
  columns.map((column) => ({ ...column, x: column.x * 1.55 }))

const read = (row: StatementRow): Facts => ({
  date: present(row.transactionDate),
  details: row.details,
  paidIn: row.paidIn,
  paidOut: row.paidOut,
  balance: present(row.balance),
})

const designs: readonly (readonly [string, DrawnBank, BankDesign])[] = [
  ...entriesOf(bankDesigns).map(([bank, design]) => [bank, bank, design] as const),
  ...Object.entries(francDesigns).map(([how, design]) => [`francs with ${how}`, 'ECOBANK', design] as const),
]

const banksWithLayout = Object.fromEntries(bankLayouts.map(({ issuer }) => [issuer, true]))

describe.each(designs)('%s', (_, bank, design) => {
  const life = bankLife(5, bank === 'ECOBANK' ? inFrancs : {})
  const reading = drawBank(design, life).then((bytes) => readBytes(bytes, wish(bank)))

  test('every row is read as printed, and no other row', async () => {
    const { statement } = await reading
    expect(statement.rows.map(read)).toEqual(life.rows.map((row) => printed(row, bank === 'ABSA')))
    expect(statement.unreadRows).toEqual([])
  })

  test('the balances follow, and no check fails', async () => {
    const whole = await reading
    const { groups, agreeing } = whole.statement.reconciliation
    expect(agreeing).toBe(groups)
    // The generic mapper has no profile of a bank's files, so nobody vouches for them.
    const isKnown = bank in banksWithLayout
    expect(failedChecks(whole)).toEqual(isKnown ? [] : ['profile'])
    expect(whole.data.validity).toMatchObject({
      status: isKnown ? 'VALID' : 'UNVERIFIED',
      reasons: isKnown ? [] : ['maker_unknown'],
      exclusionReasons: isKnown ? [] : ['author_mismatch'],
      vouchedBy: isKnown ? 'issuer' : null,
      notModified: true,
    })
  })

  test('the header gives the holder, the currency and the period', async () => {
    const { statement, data } = await reading
    expect(data.header.name).toBe('WANJIRU NYAMBURA MWANGI')
    expect(data.logs).toMatchObject({ documentType: 'BANK_STATEMENT', documentIssuedBy: bank, format: 'PDF' })
    expect(statement.period).toEqual({ from: life.from, to: life.to })
    expect(statement.currency).toBe(bank === 'ECOBANK' ? 'XAF' : 'KES')
  })
})

describe('printed balances and totals', () => {
  test('are read: opening and closing balance, and the totals of both sides', async () => {
    const life = bankLife(5)
    const absa = await readBytes(await drawBank(bankDesigns.ABSA, life), wish('ABSA'))
    const kcb = await readBytes(await drawBank(bankDesigns.KCB, life), wish('KCB'))
    expect(absa.data.header).toMatchObject({
      openingBalance: 50_000,
      sumPaidIn: expect.any(Number),
      sumPaidOut: expect.any(Number),
    })
    expect(kcb.data.header).toMatchObject({
      openingBalance: 50_000,
      closingBalance: (life.rows.at(-1)?.balance ?? 0) / 100,
    })
  })

  test('fail the check of the running balance if a row was left out', async () => {
    const life = bankLife(5)
    const bytes = await drawBank(bankDesigns.NCBA, { ...life, rows: life.rows.toSpliced(20, 1) })
    const reading = await readBytes(bytes, wish('NCBA'))
    expect(failedChecks(reading)).toContain('running_balance')
    expect(reading.data.validity.exclusionReasons).toEqual(['document_modified'])
  })
})

describe('the account number that the client named', () => {
  const bytes = drawBank(bankDesigns.KCB, bankLife(5))

  test('matches the printed one even if that has spaces', async () => {
    const { data, checks } = await readBytes(await bytes, wish('KCB', '01802345678901'))
    expect(checks.find(({ id }) => id === 'account_number')).toMatchObject({ applicable: true, passed: true })
    expect(data.validity.isValid).toBe(true)
  })

  test('does not match the printed one: the statement is UNVERIFIED, even with the right holder', async () => {
    const reading = await readBytes(await bytes, wish('KCB', '01802345678999'))
    expect(failedChecks(reading)).toEqual(['account_number'])
    expect(reading.data.validity).toMatchObject({
      nameIsValid: true,
      status: 'UNVERIFIED',
      reasons: ['account_number_mismatch'],
      exclusionReasons: ['author_mismatch'],
    })
  })
})

test('headings in which the bank prints each letter twice are read', async () => {
  const twice = (text: string): string =>
    [...text].map((letter) => (letter === ' ' ? ' ' : letter + letter)).join('')
  const columns = bankDesigns.EQUITY.columns.map((column) => ({ ...column, heading: twice(column.heading) }))
  const life = bankLife(5)
  const design: BankDesign = { ...bankDesigns.EQUITY, fauxBold: false, width: 900, columns: spread(columns) }
  const { statement } = await readBytes(await drawBank(design, life), wish('EQUITY'))
  expect(statement.rows.map(read)).toEqual(life.rows.map((row) => printed(row, false)))
})

describe('a CSV of a bank', () => {
  const csv = (mark: string): { life: BankLife; bytes: Buffer } => {
    const life = bankLife(5, inFrancs)
    const francs = (value: number): string =>
      value === 0 ? '' : String(value / 100).replaceAll(/\B(?=(\d{3})+$)/g, mark)
    const records = life.rows.map((row) =>
      [
        row.date.split('-').reverse().join('/'),
        row.details,
        francs(row.paidOut),
        francs(row.paidIn),
        francs(row.balance),
      ].join(';'),
    )
    const head = [
      'Titulaire;WANJIRU NYAMBURA MWANGI',
      'Devise;XAF',
      "Date d'opération;Libellé;Débit;Crédit;Solde",
    ]
    return { life, bytes: Buffer.from([...head, ...records].join('\r\n')) }
  }

  test.each([
    ['a narrow space that does not break', '\u202F'],
    ['a space that does not break', '\u00A0'],
    ['a space', ' '],
    ['a dot', '.'],
    ['nothing', ''],
  ])('is read with %s between thousands', async (_, mark) => {
    const { life, bytes } = csv(mark)
    const { statement } = await readBytes(bytes, { ...wish('ECOBANK'), format: 'csv' })
    expect(statement.rows.map(read)).toEqual(life.rows.map((row) => printed(row, false)))
    expect(statement.currency).toBe('XAF')
  })
})

describe('a CSV of a bank with other columns or lines', () => {
  const life = bankLife(5)
  const shown = (value: number): string => (value === 0 ? '' : (value / 100).toFixed(2))
  const day = (date: string): string => date.split('-').reverse().join('/')
  type Row = (typeof life.rows)[number]
  const inSides = ({ date, details, paidOut, paidIn, balance }: Row): string =>
    [day(date), details, shown(paidOut), shown(paidIn), shown(balance)].join(';')
  const reading = (columns: string, records: readonly string[]) =>
    readBytes(Buffer.from(['Account Name;WANJIRU MWANGI', 'Currency;KES', columns, ...records].join('\n')), {
      ...wish('ECOBANK'),
      format: 'csv',
    })
  const movements = (rows: readonly { paidIn: number; paidOut: number }[]) =>
    rows.map(({ paidIn, paidOut }) => [paidIn, paidOut])

  test.each([
    [
      'CR beside credits, with balances',
      ({ paidIn }: Row) => (paidIn ? ' CR' : ''),
      'Date;Details;Amount;Balance',
    ],
    ['a plus beside credits', ({ paidIn }: Row) => (paidIn ? '+' : ''), 'Date;Details;Amount'],
    ['CR beside credits', ({ paidIn }: Row) => (paidIn ? 'CR' : ''), 'Date;Details;Amount'],
    [
      'a column with CR beside credits',
      ({ paidIn }: Row) => (paidIn ? ';CR' : ';'),
      'Date;Details;Amount;Dr/Cr',
    ],
    ['DR beside debits', ({ paidOut }: Row) => (paidOut ? 'DR' : ''), 'Date;Details;Amount'],
  ])('is read with %s only', async (_, mark, columns) => {
    const { statement } = await reading(
      columns,
      life.rows.map((row) => {
        const amount = shown(row.paidIn + row.paidOut)
        const marked = mark(row) === '+' ? `+${amount}` : `${amount}${mark(row)}`
        const balance = columns.endsWith('Balance') ? [shown(row.balance)] : []
        return [day(row.date), row.details, marked, ...balance].join(';')
      }),
    )
    expect(movements(statement.rows)).toEqual(movements(life.rows))
  })

  test.each([
    ['Date;Libellé;Montant;Solde', ';', ', DOUALA, AKWA, '],
    ['Date,Details,Amount,Balance', ',', '; REF; A; B; '],
  ])(
    'is read with the delimiter of its headings (%s), whatever its details contain',
    async (heading, mark, more) => {
      const amount = (value: number): string => `"${(value / 100).toFixed(2).replace('.', ',')}"`
      const { statement } = await reading(
        heading,
        life.rows.map(({ date, details, paidIn, paidOut, balance }) =>
          [day(date), `"${details}${more}"`, amount(paidIn - paidOut), amount(balance)].join(mark),
        ),
      )
      expect(movements(statement.rows)).toEqual(movements(life.rows))
    },
  )

  test.each([
    ['Relevé au 31/03/2026, solde, débit et crédit en FCFA', ';'],
    ['Opening balance 1,000.00 Total debits 25,300.00 Total credits 31,000.00;', ';'],
    ['Statement date, ref, balance as of 31/03/2026', '\t'],
  ])('is read below the line %s', async (above, mark) => {
    const { statement } = await reading(
      `${above}\n${['Date', 'Details', 'Debit', 'Credit', 'Balance'].join(mark)}`,
      life.rows.map((row) => inSides(row).replaceAll(';', mark)),
    )
    expect(movements(statement.rows)).toEqual(movements(life.rows))
  })

  test.each(['-', '--', '0', '000000', 'N/A', 'n.a.', 'TRF'])(
    'has its balances compared if each reference is %s',
    async (mark) => {
      const { statement } = await reading(
        'Date;Cheque No;Details;Debit;Credit;Balance',
        life.rows.map((row) => inSides(row).replace(';', `;${mark};`)),
      )
      const { groups, agreeing } = statement.reconciliation
      expect(groups).toBeGreaterThan(mark === 'TRF' ? 30 : 60)
      expect(agreeing).toBe(groups)
      expect(new Set(statement.rows.map(({ receiptNumber }) => receiptNumber)).has(mark)).toBe(mark === 'TRF')
      expect(statement.reasons).not.toContain('balances_not_printed')
    },
  )

  const first = day(life.from)
  const last = day(life.to)
  const opening = shown(life.opening)
  const closing = shown(life.rows.at(-1)?.balance ?? 0)
  const columns = 'Date;Details;Debit;Credit;Balance'

  test.each([
    ['in the column of credits too', `${first};BALANCE B/F;;${opening};${opening}`],
    ['in the column of credits alone', `${first};Solde précédent au ${first};;${opening};`],
    ['beside amounts of 0', `${first};OPENING BALANCE;0.00;0.00;${opening}`],
    ['beside the date', `${first} BALANCE B/F;;;${opening};${opening}`],
    ['half beside the date', `${first} SOLDE;PRECEDENT;;${opening};`],
  ])('counts no opening balance as income that is printed %s', async (_, line) => {
    const { statement } = await reading(columns, [line, ...life.rows.map(inSides)])
    expect(movements(statement.rows)).toEqual(movements(life.rows))
    expect(statement.unreadRows).toEqual([])
  })

  test.each([
    'OPENING BALANCE 01/01/2026',
    'SOLDE PRECEDENT 31/12/2025',
    'Solde antérieur du 31 décembre 2025',
    'SOLDE AU 31/12/2025',
    'SOLDE AU 31DEC2025',
    'BALANCE FORWARD',
    'B/FWD',
    'BAL B/F',
    'Opening Bal as at 01-Jan-2026',
    'Solde de départ',
    'REPORT A NOUVEAU',
  ])('takes %s in the column of credits alone for a balance', async (name) => {
    const { statement } = await reading(columns, [`${first};${name};;${opening};`, ...life.rows.map(inSides)])
    expect(movements(statement.rows)).toEqual(movements(life.rows))
    expect(statement.unreadRows).toEqual([])
  })

  test.each([
    'REPORT ON LOAN 5',
    'Report au Jean',
    'REPORT',
    'A reporter',
    'Solde au 5',
    'BALANCE FORWARD TO JOHN',
  ])('reads a payment with the remark %s, on a day whose balance is printed once', async (remark) => {
    const row = present(life.rows.find(({ paidIn }) => paidIn > 0))
    const { statement } = await reading(columns, [
      `;Opening Balance;;;${shown(row.balance - row.paidIn - 500)}`,
      `${day(row.date)};${remark};;5.00;`,
      inSides(row),
    ])
    expect(movements(statement.rows)).toEqual([[500, 0], ...movements([row])])
  })

  test('counts no closing balance, and compares no totals that contain the opening one', async () => {
    const sum = (of: 'paidIn' | 'paidOut', more = 0): string =>
      shown(life.rows.reduce((all, row) => all + row[of], more))
    const { statement, checks } = await reading(columns, [
      `${first};ANCIEN SOLDE;;${opening};${opening}`,
      ...life.rows.map(inSides),
      `;TOTAL;${sum('paidOut')};${sum('paidIn', life.opening)};`,
      `;TOTAUX;${sum('paidOut')};${sum('paidIn', life.opening)};`,
      `${last};NOUVEAU SOLDE AU ${last};;${closing};${closing}`,
    ])
    expect(movements(statement.rows)).toEqual(movements(life.rows))
    expect(statement.unreadRows).toEqual([])
    expect(statement.header).toMatchObject({
      openingBalance: life.opening,
      sumPaidIn: null,
      sumPaidOut: null,
    })
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({ passed: true })
  })

  test('is read with words of the details beside the date, as where they are aligned to the middle', async () => {
    const { statement } = await reading(
      columns,
      life.rows.map((row) => inSides({ ...row, details: 'LTD' }).replace(';', ' 09:15 PAYMENT ACME;')),
    )
    expect(statement.rows.map(({ details }) => details)).toEqual(life.rows.map(() => 'PAYMENT ACME LTD'))
    expect(movements(statement.rows)).toEqual(movements(life.rows))
  })

  test.each([
    ['the bank', '+254 711 046 000', 'customercare@ecobank.com', '', ''],
    ['the holder', '0712345123', 'wanjiru.mwangi@example.com', '0712345123', 'wanjiru.mwangi@example.com'],
  ])('may print the number and the address of %s', async (_, phone, email, phoneNumber, printedEmail) => {
    const head = `Tel;${phone}\nEmail;${email}\nAccount Name;WANJIRU MWANGI\n${columns}`
    const { statement } = await readBytes(Buffer.from([head, ...life.rows.map(inSides)].join('\n')), {
      ...wish('ECOBANK'),
      format: 'csv',
    })
    expect(statement.header).toMatchObject({ phoneNumber, email: printedEmail })
    expect(statement.reasons).toEqual(['csv_not_vouched_for'])
  })

  test('is read with accents as characters of their own, as some programs write them', async () => {
    const month = 'août'.normalize('NFD')
    const june = life.rows.filter(({ date }) => date.startsWith('2026-06'))
    const { statement } = await reading(
      columns,
      june.map((row) =>
        [`${row.date.slice(8)} ${month} 2025`, ...inSides(row).split(';').slice(1)].join(';'),
      ),
    )
    expect(movements(statement.rows)).toEqual(movements(june))
  })

  test('may print a current balance of a later day, and the balance below the table in French', async () => {
    const { statement, checks } = await reading(
      `Current Balance;1.00\nOpening Balance;${opening}\n${columns}`,
      [...life.rows.map(inSides), `;Solde créditeur au ${last};;;${closing}`],
    )
    expect(statement.unreadRows).toEqual([])
    expect(statement.header).toMatchObject({ openingBalance: life.opening, closingBalance: null })
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({ passed: true })
  })

  test.each(['TOTAL', 'TOTAUX', 'Totaux des mouvements'])('compares %s with its rows', async (name) => {
    const sum = (of: 'paidIn' | 'paidOut'): string => shown(life.rows.reduce((all, row) => all + row[of], 0))
    const [one, ...others] = life.rows.map(inSides)
    const { statement, checks } = await reading(columns, [
      present(one),
      `;A REPORTER;;${opening};${opening}`,
      ...others,
      `;${name};${sum('paidOut')};${sum('paidIn')};`,
    ])
    expect(
      [statement.header.sumPaidOut, statement.header.sumPaidIn].map((value) => shown(value ?? 0)),
    ).toEqual([sum('paidOut'), sum('paidIn')])
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      passed: true,
      applicable: true,
    })
  })

  test('compares TOTAL where TOTAUX are printed too', async () => {
    const sum = (of: 'paidIn' | 'paidOut'): string => shown(life.rows.reduce((all, row) => all + row[of], 0))
    const totals = `${sum('paidOut')};${sum('paidIn')};`
    const { checks } = await reading(columns, [
      ...life.rows.map(inSides),
      `;TOTAUX;${totals}`,
      `;TOTAL;${totals}`,
    ])
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      passed: true,
      applicable: true,
    })
  })

  test.each([
    ['may contain the opening balance', life.opening],
    ['may not contain more', life.opening + 500],
    ['may not be smaller', -500],
  ])('a total in the column of credits %s', async (_, more) => {
    const sum = (of: 'paidIn' | 'paidOut'): string => shown(life.rows.reduce((all, row) => all + row[of], 0))
    const paidIn = life.rows.reduce((all, row) => all + row.paidIn, more)
    const { checks } = await reading(columns, [
      `${first};ANCIEN SOLDE;;;${opening}`,
      ...life.rows.map(inSides),
      `;TOTAUX;${sum('paidOut')};${shown(paidIn)};`,
    ])
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      passed: more === life.opening,
      applicable: true,
    })
  })

  test('takes no total below the table for the closing balance', async () => {
    const sum = (of: 'paidIn' | 'paidOut'): string => shown(life.rows.reduce((all, row) => all + row[of], 0))
    const { statement, checks } = await reading(columns, [
      ...life.rows.map(inSides),
      `;Opening Balance;;;${opening}`,
      `;Total Debits;;;${sum('paidOut')}`,
      `;Total Credits;;;${sum('paidIn')}`,
      `;Closing Balance;;;${closing}`,
    ])
    expect(statement.header).toMatchObject({
      openingBalance: life.opening,
      closingBalance: life.rows.at(-1)?.balance,
    })
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      passed: true,
      applicable: true,
    })
  })

  test('counts a first deposit as income, whatever balance it leaves', async () => {
    const deposit = `${first};ACCOUNT OPENING DEPOSIT;;${opening};${opening}`
    const { statement } = await reading(columns, [deposit, ...life.rows.map(inSides)])
    expect(movements(statement.rows)).toEqual([[life.opening, 0], ...movements(life.rows)])
  })
})

test.each([
  [290, 200, 0],
  [260, 120, 200],
  [180, 85, 0],
])(
  'details are read that end at %d points and wrap at %d, with their heading at %d',
  async (x, width, headingX) => {
    const columns = bankDesigns.FAMILY.columns.map((column) =>
      column.heading === 'Particulars'
        ? { ...column, align: 'right' as const, x, width, ...(headingX > 0 && { headingX }) }
        : column,
    )
    const life = bankLife(5)
    const bytes = await drawBank({ ...bankDesigns.FAMILY, columns }, life)
    const { statement } = await readBytes(bytes, wish('FAMILY'))
    expect(statement.rows.map(read)).toEqual(life.rows.map((row) => printed(row, false)))
  },
)

describe('a bank statement is refused', () => {
  test('with password_required if it is encrypted and no password was sent', async () => {
    const bytes = await encryptedR6(await drawBank(bankDesigns.KCB, bankLife(5)), '482915')
    expect(await refusalOf(bytes, wish('KCB'))).toBe('password_required')
    expect(await refusalOf(bytes, { ...wish('KCB'), password: '482915' })).toBe('read')
  })

  test('with wrong_bank if another bank issued it', async () => {
    const bytes = await drawBank(bankDesigns.EQUITY, bankLife(5))
    expect(await refusalOf(bytes, wish('KCB'))).toBe('wrong_bank')
  })

  test('with unsupported_layout if the columns were guessed and the balances do not follow', async () => {
    const life = bankLife(5)
    const rows = life.rows.map((row, i) => ({ ...row, balance: row.balance + (i % 7) * 100 }))
    expect(await refusalOf(await drawBank(bankDesigns.FAMILY, { ...life, rows }), wish('FAMILY'))).toBe(
      'unsupported_layout',
    )
  })
})
