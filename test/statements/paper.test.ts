import { layOutByPairs, type FontLayout } from '../../src/platform/pdf/lay-out-by-pairs.js'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import StockDocument from 'pdfkit'
import { renderStatement } from '../../src/bank/statements/pdf/render-statement.js'
import { createSheet } from '../../src/platform/pdf/sheet.js'
import { statementTexts } from '../../src/bank/statements/texts/texts.js'
import { pdfPages, type PdfLine } from '../support/pdf-text.js'
import { largestPrincipal, manyDeposits, paperOf, exampleNames, type Example } from './example-statements.js'
import { spaced } from './support.js'
import { last, present } from '../support/present.js'
import { keysOf } from '../support/typed.js'

/** `PICTURES=directory npm test -- test/statements/paper` saves every PDF of this suite, for people to look at. */
const pictures = process.env['PICTURES']

const drawn = async (name: string, paper: Parameters<typeof renderStatement>[0]) => {
  const bytes = await renderStatement(paper)
  if (pictures) {
    mkdirSync(pictures, { recursive: true })
    writeFileSync(join(pictures, `${name}-${paper.language}.pdf`), bytes)
  }
  return { bytes, pages: await pdfPages(bytes) }
}

const textOf = (pages: readonly (readonly PdfLine[])[]): string => pages.flat(2).join(' ')

/** The number of fonts of a PDF, and those that are not embedded. */
const fontsOf = async (bytes: Buffer): Promise<{ fonts: number; notEmbedded: string[] }> => {
  const { context } = await PDFDocument.load(bytes)
  const dicts = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
  const named = (name: string) => PDFName.of(name)
  const fonts = dicts.filter(
    (dict) => dict.get(named('Type')) === named('Font') && dict.get(named('Subtype')) !== named('Type0'),
  )
  const isEmbedded = (font: PDFDict) =>
    context.lookup(font.get(named('FontDescriptor')), PDFDict).has(named('FontFile2'))
  return {
    fonts: fonts.length,
    notEmbedded: fonts.filter((font) => !isEmbedded(font)).map((font) => String(font.get(named('BaseFont')))),
  }
}

describe.each(['fr', 'en'] as const)('a statement in %s', (language) => {
  test.each(exampleNames)('(%s) has no cut text, embeds its fonts, and says whom to ask', async (name) => {
    const { bytes, pages } = await drawn(name, paperOf(name, language))
    const text = textOf(pages)
    expect(text).not.toContain('\u2026')
    expect(text).not.toMatch(/undefined|null|NaN/)
    expect(await fontsOf(bytes)).toEqual({ fonts: 2, notEmbedded: [] })
    for (const word of ['12 rue de la Joie, Akwa, Douala', '+237 233 40 00 00', 'STM-01M6'])
      expect(text).toContain(word)
  })
})

test('a statement prints addresses and the name of the bank as text, and runs nothing when it is opened', async () => {
  const markup = '<img/src=x>'
  const ended = ') Tj ET /JS (app.alert(1)) \\\\('
  const paper = paperOf('short', 'en')
  const { bytes, pages } = await drawn('markup', {
    ...paper,
    bank: { name: markup, details: [ended] },
    holder: { ...paper.holder, email: `${markup}@example.com` },
  })
  const text = textOf(pages)
  for (const said of [markup, ended, `${markup}@example.com`]) expect(text).toContain(said)
  const { context, catalog } = await PDFDocument.load(bytes)
  const acting = ['OpenAction', 'AA', 'AcroForm'].filter((name) => catalog.has(PDFName.of(name)))
  expect(acting).toEqual([])
  const kinds = context.enumerateIndirectObjects().map(([, object]) => String(object))
  expect(kinds.filter((kind) => /\/(?:JavaScript|JS|URI|Launch|Annots?)\b/.test(kind))).toEqual([])
})

const expectedTexts: Readonly<Partial<Record<Example, readonly string[]>>> = {
  short: [
    'DEP-01M60000000000000000000009',
    '3-month savings to 01/06/2026 (2)',
    'value date 04/03/2026',
    'Maturity - 1-month savings to 01/04/2026: 764 XAF net interest, paid on withdrawal',
  ],
  held: [
    'In progress on 04/04/2026',
    'held, not before 06/04/2026 at 14:05',
    'Included in the closing balance 200 170',
  ],
  optedOut: [
    'Deposit requested',
    'will be sent back if it goes through',
    'not gone through yet, our team is on it',
    'Refund',
    'being sent',
    'Included in the closing balance 305 213',
  ],
  refunded: ['Received, to be refunded', 'Refund'],
  givenBack: ['Withdrawal of 200 170 XAF did not go through - 3-month savings to 01/06/2026, restored'],
  cancelled: ['Withdrawal of 200 170 XAF cancelled - 3-month savings to 01/06/2026, restored'],
  largest: [spaced(2n * largestPrincipal), '120-month savings to 01/03/2036 (12)'],
}

test.each(keysOf(expectedTexts))(
  'the example %s of a statement shows what became of each amount',
  async (name) => {
    const text = textOf((await drawn(name, paperOf(name, 'en'))).pages)
    for (const words of present(expectedTexts[name])) expect(text).toContain(words)
  },
)

test('an amount that is too wide is written beyond its column, and not cut', async () => {
  const vast = 123_456_789_012_345_678n
  const { contents } = paperOf('largest', 'fr')
  const savings = contents.savings.map((line) => ({
    ...line,
    interest: { gross: vast, tax: vast, net: vast },
  }))
  const { pages } = await drawn('vast', paperOf({ ...contents, opening: vast, closing: vast, savings }, 'fr'))
  expect(textOf(pages)).not.toContain('\u2026')
  expect(pages.flat().find(([first]) => first === 'Total des intérêts')).toEqual([
    'Total des intérêts',
    ...Array.from({ length: 3 }, () => spaced(2n * vast)),
  ])
})

test('a short table of savings is on one page, wherever the movements end', async () => {
  for (const count of [5, 6, 7, 8, 9, 10]) {
    const { savings } = paperOf('short', 'fr').contents
    const { pages } = await drawn(`kept${count}`, paperOf({ ...manyDeposits(count), savings }, 'fr'))
    const begins = pages.findIndex((page) => page.flat().includes('Vos épargnes au 04/04/2026'))
    expect({
      count,
      rows: present(pages[begins]).filter(([first = '']) => first.startsWith('Épargne ')).length,
    }).toEqual({
      count,
      rows: savings.length,
    })
  }
})

test.each([
  ['fr', [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 40, 95]],
  ['en', [6, 9, 12, 95]],
] as const)(
  'in %s every page begins with the balance of the previous one, and no page has only notes',
  async (language, counts) => {
    const { movements, savings } = statementTexts(language)
    for (const count of counts) {
      const { pages } = await drawn(`long${count}`, paperOf(manyDeposits(count), language))
      const balances = pages.map((page) => {
        const at = (word: string) => page.find((line) => line.includes(word))
        return { begin: at(movements.broughtForward)?.at(-1), end: at(movements.carriedForward)?.at(-1) }
      })
      const hasMovements = (i: number) =>
        present(pages[i]).some(
          ([first, ...cells]) => first === movements.date && cells.includes(movements.balance),
        )
      for (const [i, page] of pages.entries()) {
        const hasTable = page.some(([first]) => first === movements.date || first === savings.product)
        expect({ count, i, hasTable }).toEqual({ count, i, hasTable: true })
        if (i === 0) continue
        expect({ count, i, begin: present(balances[i]).begin }).toEqual({
          count,
          i,
          begin: present(balances[i - 1]).end,
        })
        if (!hasMovements(i)) continue
        const lines = present(pages[i - 1]).filter(
          ([first = '', ...cells]) => /^\d\d\//.test(first) && cells.length > 1,
        )
        expect(present(balances[i]).begin).toBe(last(lines).at(-1))
      }
    }
  },
)

interface Layout {
  readonly glyphs: readonly { readonly id: number }[]
  readonly positions: readonly object[]
  readonly advanceWidth: number
}
type Fonts = { readonly _font: { readonly name: string; layout(text: string): Layout } }

const softHyphen = 0xad

test('a hyphen is drawn although a soft hyphen before it has the same glyph', () => {
  const document = new StockDocument({ font: '' })
  document.font(resolve('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'))
  const font = (document as unknown as { readonly _font: FontLayout })._font
  layOutByPairs('of-this-test', font)
  const glyphsOf = (text: string) => font.layoutCached(text).glyphs.map(({ id }) => id)
  expect(glyphsOf(String.fromCodePoint(softHyphen))).toEqual([])
  expect(glyphsOf('-5')).toEqual([16, 24])
})

test('words have the layout that the font itself would give them', async () => {
  const info = { title: '', author: '', language: 'fr' as const, createdAt: new Date(0) }
  const { pdf } = await createSheet(info, () => undefined)
  const stock = new StockDocument({ font: '' })
  const file = (name: string) => resolve(`node_modules/pdfjs-dist/standard_fonts/LiberationSans-${name}.ttf`)
  stock.registerFont('Helvetica', file('Regular')).registerFont('Helvetica-Bold', file('Bold'))
  const laidOut = (document: PDFKit.PDFDocument, font: string, text: string) => {
    const { glyphs, positions, advanceWidth } = (document.font(font) as unknown as Fonts)._font.layout(text)
    return {
      glyphs: glyphs.map(({ id }) => id),
      positions: positions.map((each) => ({ ...each })),
      advanceWidth,
    }
  }
  const letters = [...'AVToPy11 .,fi\u00e9WA\u20ac-0123456789\u00a0\u2019ffl']
  fc.assert(
    fc.property(
      fc.constantFrom('Helvetica', 'Helvetica-Bold'),
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 }),
        fc.string({
          unit: fc
            .integer({ min: 0x20, max: 0x17f })
            .filter((code) => code !== softHyphen)
            .map((code) => String.fromCodePoint(code)),
        }),
      ),
      (font, text) => {
        const [ours, own] = [laidOut(pdf, font, text), laidOut(stock, font, text)]
        expect(ours.glyphs).toEqual(own.glyphs)
        expect(ours.positions).toEqual(own.positions)
        expect(ours.advanceWidth).toBeCloseTo(own.advanceWidth, 6)
      },
    ),
    { numRuns: 300 },
  )
})
