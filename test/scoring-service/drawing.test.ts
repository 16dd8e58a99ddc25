import { describe, expect, test } from '@jest/globals'
import PdfKit from 'pdfkit'
import { overlaysIn } from '../../src/scoring-service/reading/drawing/overlays.js'
import {
  examinedPagesMax,
  pagesToExamine,
} from '../../src/scoring-service/reading/drawing/pages-to-examine.js'
import { readPdf } from '../../src/scoring-service/reading/pdf/pdf.js'
import type { Page, TextItem } from '../../src/scoring-service/reading/text/page.js'

type Drawing = InstanceType<typeof PdfKit>

const drawn = async (draw: (page: Drawing) => void): Promise<Buffer> => {
  const page = new PdfKit({ size: [400, 300], margin: 0 })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => {
    page.on('end', resolve)
  })
  draw(page.font('Helvetica').fontSize(8))
  page.end()
  await ended
  return Buffer.concat(chunks)
}

const write = (page: Drawing, text: string, x: number, y: number): Drawing =>
  page.fillColor('black').text(text, x, y, { lineBreak: false })

const lookAt = async (draw: (page: Drawing) => void) => (await readPdf(await drawn(draw), null)).drawing

const rowTops = [100, 112, 124, 136]

describe('amounts that nobody can see are found', () => {
  test.each<[string, (page: Drawing) => void]>([
    [
      'under a box of another colour',
      (page) => write(page, '1,250.00', 100, 100).rect(95, 97, 60, 12).fill('#eef'),
    ],
    [
      'written letter by letter, under a box',
      (page) => {
        let x = 100
        for (const letter of '1,250.00') {
          write(page, letter, x, 100)
          x += page.widthOfString(letter)
        }
        page.rect(95, 97, 60, 12).fill('white')
      },
    ],
    [
      'under a box that is one of several in a path',
      (page) => write(page, '1,250.00', 100, 100).rect(95, 97, 60, 12).rect(95, 197, 60, 12).fill('white'),
    ],
    [
      'under a box in a scaled coordinate system',
      (page) => {
        write(page, '1,250.00', 100, 100)
        page.save().translate(95, 97).scale(2).rect(0, 0, 30, 6).fill('white').restore()
      },
    ],
    [
      'in a rotated coordinate system',
      (page) => {
        page.rotate(180, { origin: [200, 150] })
        write(page, '1,250.00', 200, 150).rect(195, 147, 60, 12).fill('white')
      },
    ],
  ])('%s', async (_, draw) => {
    expect(await lookAt(draw)).toMatchObject({ examinedCount: 1, coveredOn: [1], unseenOn: [] })
  })

  test.each<[string, (page: Drawing) => void]>([
    ['in text rendering mode 3, which paints nothing', (page) => void page.addContent('3 Tr')],
    ['in a transparent colour', (page) => void page.fillOpacity(0)],
  ])('%s', async (_, set) => {
    const { coveredOn, unseenOn } = await lookAt((page) => {
      set(page)
      page.text('1,250.00', 100, 100).text('0011223', 100, 200)
    })
    expect({ coveredOn, unseenOn }).toEqual({ coveredOn: [], unseenOn: [1] })
  })

  test('but not invisible numbers that are no amounts, such as printing marks', async () => {
    const { unseenOn } = await lookAt((page) => void page.addContent('3 Tr').text('0011223', 100, 100))
    expect(unseenOn).toEqual([])
  })
})

describe('amounts that everybody can see are not reported', () => {
  test.each<[string, (page: Drawing) => void]>([
    [
      'on the background of their row, painted row by row',
      (page) => {
        for (const top of rowTops) {
          page.rect(0, top - 2, 400, 12).fill(top % 24 === 4 ? '#eee' : 'white')
          write(page, '1,250.00', 100, top)
        }
      },
    ],
    [
      'on the backgrounds of all rows, painted first',
      (page) => {
        for (const top of rowTops) page.rect(0, top - 2, 400, 12)
        page.fill('#eee')
        for (const top of rowTops) write(page, '1,250.00', 100, top)
      },
    ],
    [
      'inside a frame that is a filled path',
      (page) => {
        for (const top of rowTops) write(page, '1,250.00', 100, top)
        page.rect(10, 90, 380, 100).rect(12, 92, 376, 96).fill('black', 'even-odd')
      },
    ],
    [
      'between lines',
      (page) => {
        for (const top of rowTops) {
          write(page, '1,250.00', 100, top)
          page.rect(0, top + 9, 400, 0.5).fill('black')
          page.moveTo(0, top).lineTo(400, top).stroke()
        }
      },
    ],
    [
      'under a highlighter mark',
      (page) => write(page, '1,250.00', 100, 100).fillOpacity(0.4).rect(0, 97, 400, 12).fill('yellow'),
    ],
    [
      'under a circle, like that of a stamp',
      (page) => write(page, '1,250.00', 100, 100).circle(110, 104, 30).fill('navy'),
    ],
    [
      'beside a box that a clip keeps away from them',
      (page) => {
        write(page, '1,250.00', 100, 100)
        page.save().rect(0, 0, 90, 300).clip().rect(0, 97, 400, 12).fill('white').restore()
      },
    ],
    [
      'under transparent letters across the page',
      (page) => {
        for (const top of rowTops) write(page, '1,250.00', 100, top)
        page.fontSize(60).fillOpacity(0.1)
        write(page, 'COPY 2026', 20, 100)
      },
    ],
  ])('%s', async (_, draw) => {
    expect(await lookAt(draw)).toMatchObject({ examinedCount: 1, coveredOn: [], unseenOn: [] })
  })
})

describe('the pages whose drawing is examined', () => {
  const item = (text: string, y: number, font = 'f1'): TextItem => ({
    text,
    x: 100,
    right: 140,
    y,
    height: 7,
    font,
    isAmount: /^\d/.test(text),
  })
  const pageOf = (number: number, extra: readonly TextItem[] = []): Page => ({
    number,
    width: 595,
    height: 842,
    items: [
      ...Array.from({ length: 60 }, (_, i) => item('1,250.00', 40 + i * 12)),
      item('page', 800),
      ...extra,
    ],
  })
  const document = (count: number, extra: Readonly<Record<number, readonly TextItem[]>> = {}): Page[] =>
    Array.from({ length: count }, (_, i) => pageOf(i + 1, extra[i + 1]))

  test('are all pages of a short document', () => {
    expect(pagesToExamine(document(examinedPagesMax), 0.5)).toHaveLength(examinedPagesMax)
  })

  test.each([0, 0.3, 0.99])(
    'include pages with text after the footer, whatever other pages are chosen (shift %d)',
    (shift) => {
      const looked = pagesToExamine(
        document(200, { 3: [item('9,345.00', 400)], 118: [item('note', 90)] }),
        shift,
      )
      expect(looked).toHaveLength(examinedPagesMax)
      expect(looked).toEqual(expect.arrayContaining([3, 118]))
      expect(new Set(looked).size).toBe(examinedPagesMax)
      expect(Math.max(...looked)).toBeLessThanOrEqual(200)
    },
  )

  test('include a page with an amount in a font that no other row has', () => {
    const changed = { ...pageOf(57), items: pageOf(57).items.with(9, item('9,345.00', 148, 'f9')) }
    for (const shift of [0, 0.4, 0.8]) {
      expect(pagesToExamine(document(200).with(56, changed), shift)).toContain(57)
    }
  })

  test('are the same for the same shift, which moves the sample of pages, and others for another shift', () => {
    expect(pagesToExamine(document(200), 0.1)).toEqual(pagesToExamine(document(200), 0.1))
    expect(pagesToExamine(document(200), 0.1)).not.toEqual(pagesToExamine(document(200), 0.9))
  })
})

describe('texts at the same place', () => {
  const item = (text: string, x: number, right: number, y: number, height = 7): TextItem => ({
    text,
    x,
    right,
    y,
    height,
    font: 'f1',
    isAmount: /^\d/.test(text),
  })
  const overlays = (...items: TextItem[]): number => overlaysIn({ number: 1, width: 595, height: 842, items })

  test.each<[string, TextItem[]]>([
    ['an amount over an amount', [item('1,250.00', 380, 417, 100), item('91,250.00', 376, 417, 100)]],
    ['a digit over an amount', [item('1,250.00', 380, 417, 100), item('9', 380, 384, 100)]],
    [
      'an amount over an amount, a little lower',
      [item('1,250.00', 380, 417, 100), item('9,250.00', 380, 417, 102.3)],
    ],
    [
      'an amount over merged cells',
      [item('Completed 0.00 1,250.00', 283, 487, 100), item('9,250.00', 450, 487, 100)],
    ],
    ['a date over a date', [item('2026-07-21', 108, 150, 100), item('2026-07-22', 108, 150, 100)]],
  ])('are an overlay: %s', (_, items) => {
    expect(overlays(...items)).toBeGreaterThan(0)
  })

  test.each<[string, TextItem[]]>([
    [
      'a label made bold by drawing it twice',
      [item('Total 2026', 39, 90, 100), item('Total 2026', 39.4, 90.4, 100)],
    ],
    [
      'a text that runs into the column of amounts',
      [item('Transfer to 2547123 MWANGI 99', 178, 400, 100), item('1,250.00', 380, 417, 100)],
    ],
    ['large letters across the page', [item('COPY 2026', 20, 500, 100, 60), item('1,250.00', 380, 417, 100)]],
    ['lines that are close together', [item('1,250.00', 380, 417, 100), item('1,251.00', 380, 417, 103)]],
    ['cells that touch', [item('1,250.00', 380, 417, 100), item('0.00', 416, 430, 100)]],
  ])('are no overlay: %s', (_, items) => {
    expect(overlays(...items)).toBe(0)
  })
})
