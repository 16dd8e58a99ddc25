import { deflateSync, inflateSync } from 'node:zlib'
import { bankLife } from '../../test/scoring-service/fixtures/bank-account.js'
import { bankDesigns, type DrawnBank } from '../../test/scoring-service/fixtures/bank-designs.js'
import { drawBank } from '../../test/scoring-service/fixtures/bank-pdf.js'
import {
  certificateEncrypted,
  crossReferenceLoop,
  lyingCount,
  pageTreeLoop,
  pictureOnly,
} from '../../test/scoring-service/fixtures/bombs.js'
import type { PersonaName } from '../../test/scoring-service/fixtures/personas.js'
import type { PrintedRow } from '../../test/scoring-service/fixtures/printed-row.js'
import type { Random } from '../../test/scoring-service/fixtures/random.js'
import { signed, withRevision } from '../../test/scoring-service/fixtures/tamper.js'
import { tillCsv, tillPdf, tillRows } from '../../test/scoring-service/fixtures/till.js'
import { walletStatement } from '../../test/scoring-service/fixtures/wallet-statement.js'
import type { DocumentInput } from './input.js'
import { mutatedBytes, mutatedText, wildText } from './words.js'

interface SourceFile {
  readonly origin: string
  readonly documentType: string
  readonly bankName?: string
  readonly bytes: Buffer
}

const wallet = async (
  persona: PersonaName,
  encryption: 'none' | 'rc4-128' | 'aes-256',
): Promise<SourceFile> => ({
  origin: `wallet of ${persona}, ${encryption}`,
  documentType: 'WALLET_STATEMENT',
  bytes: (await walletStatement({ persona, months: 1, encryption })).bytes,
})

const bank = async (name: DrawnBank): Promise<SourceFile> => ({
  origin: `bank ${name}`,
  documentType: 'BANK_STATEMENT',
  bankName: name,
  bytes: await drawBank(bankDesigns[name], bankLife(3)),
})

const broken = (origin: string, bytes: Buffer): SourceFile => ({
  origin,
  documentType: 'WALLET_STATEMENT',
  bytes,
})

/** Valid files, and some that have broken something before. */
const readSourceFiles = async (): Promise<SourceFile[]> => {
  const open = await wallet('thin', 'none')
  return [
    open,
    await wallet('student', 'none'),
    await wallet('salaried', 'none'),
    await wallet('thin', 'rc4-128'),
    await wallet('student', 'aes-256'),
    {
      origin: 'till',
      documentType: 'WALLET_TILL_STATEMENT',
      bytes: await tillPdf(tillRows(5, 1), { encryption: 'none' }),
    },
    ...(await Promise.all((Object.keys(bankDesigns) as DrawnBank[]).map(bank))),
    broken('a revision', withRevision(open.bytes)),
    broken('signed', signed(open.bytes)),
    broken('a loop of cross-references', crossReferenceLoop()),
    broken('a loop of pages', pageTreeLoop()),
    broken('a lying count', lyingCount()),
    broken('a picture', pictureOnly()),
    broken('encrypted by certificate', certificateEncrypted()),
  ]
}

const inflated = (bytes: Buffer): Buffer | undefined => {
  try {
    return inflateSync(bytes)
  } catch {
    return undefined
  }
}

const operators = [
  'Tj',
  'TJ',
  'Td',
  'Tm',
  'BT',
  'ET',
  'q',
  'Q',
  're',
  'f',
  'Do',
  'BI',
  'Tf',
  'Tr',
  'cm',
  "'",
  '"',
]

/** Changes the content stream of a page: a text, a number, an operator or the order. */
const mutatedContent = (content: string, random: Random): string => {
  const replaceOne = (pattern: RegExp, by: (found: string) => string): string => {
    const found = [...content.matchAll(pattern)]
    if (found.length === 0) return mutatedText(content, random)
    const match = random.pick(found)
    return content.slice(0, match.index) + by(match[0]) + content.slice(match.index + match[0].length)
  }
  switch (random.between(0, 5)) {
    case 0:
      return replaceOne(/<[0-9a-f]+>|\([^)]*\)/g, () => `(${wildText(random).slice(0, 400)})`)
    case 1:
      return replaceOne(/<[0-9a-f]+>/g, (hex) => hex.replaceAll(/[0-9]/g, () => String(random.between(0, 9))))
    case 2:
      return replaceOne(/-?\d+(?:\.\d+)?/g, () =>
        random.pick(['0', '-1', '1e9', '99999999999', '.', '-.5', '00', 'nan']),
      )
    case 3:
      return replaceOne(/\b(?:Tj|TJ|Td|Tm|BT|ET|q|Q|re|f|Tf|cm)\b/g, () => random.pick(operators))
    case 4:
      return content + content.slice(random.between(0, content.length)).repeat(random.between(1, 3))
    default:
      return mutatedText(content, random)
  }
}

/** Decompresses a stream of the file, changes it, and compresses it again. */
const mutatedStream = (text: string, random: Random): string => {
  const found = [...text.matchAll(/\/Length (\d+)[^]*?stream\r?\n/g)]
  if (found.length === 0) return mutatedText(text, random)
  const match = random.pick(found)
  const start = match.index + match[0].length
  const length = Number(match[1])
  const content = inflated(Buffer.from(text.slice(start, start + length), 'latin1'))
  if (!content) return mutatedText(text, random)
  const compressed = deflateSync(Buffer.from(mutatedContent(content.toString('latin1'), random), 'latin1'))
  const head = match[0].replace(/\/Length \d+/, `/Length ${compressed.length}`)
  return text.slice(0, match.index) + head + compressed.toString('latin1') + text.slice(start + length)
}

const names = [
  'Length',
  'Count',
  'Kids',
  'Filter',
  'FlateDecode',
  'Encrypt',
  'Root',
  'Pages',
  'Font',
  'ToUnicode',
  'Type',
  'MediaBox',
  'XObject',
  'Prev',
  'Size',
  'ASCII85Decode',
  'LZWDecode',
  'Rotate',
  'Names',
  'OpenAction',
]

/** Changes the objects, names, numbers or streams of a PDF. */
const mutatedPdf = (bytes: Buffer, random: Random): Buffer => {
  const text = bytes.toString('latin1')
  const changed = (): string => {
    const objects = [...text.matchAll(/\d+ 0 obj[^]*?endobj\n?/g)]
    const object = objects.length > 0 ? random.pick(objects) : undefined
    switch (random.between(0, 8)) {
      case 0:
        return object ? text.slice(0, object.index) + text.slice(object.index + object[0].length) : text
      case 1:
        return object ? text + object[0] + object[0] : text
      case 2:
        return text.replace(new RegExp(`/${random.pick(names)}`), `/${random.pick(names)}`)
      case 3: {
        const numbers = [...text.matchAll(/\b\d+ 0 R\b/g)]
        const number = numbers.length > 0 ? random.pick(numbers) : undefined
        return number
          ? `${text.slice(0, number.index)}${random.between(0, 40)} 0 R${text.slice(number.index + number[0].length)}`
          : text
      }
      case 4:
        return text.replace(
          /\/(Count|Length|Size|Rotate) -?\d+/,
          (_all, name: string) => `/${name} ${random.pick(['-1', '0', '99999999', '4294967296', '1.5'])}`,
        )
      default:
        return mutatedStream(text, random)
    }
  }
  if (random.chance(0.15)) return mutatedBytes(bytes, random)
  return Buffer.from(changed(), 'latin1')
}

const oddAmounts = [
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '1.234,56',
  '(500.00)',
  '500-',
  'KSh 500',
  '0.001',
  'NaN',
  '',
]
const oddDates = [
  '31-02-2026 10:00:00',
  '2026-13-01',
  '01/02/03',
  '0000-00-00',
  '30-06-2026 25:61:61',
  'Jun 30',
  '',
]

const mutatedCells = (cells: string[], random: Random): string[][] => {
  const at = random.between(0, cells.length - 1)
  switch (random.between(0, 6)) {
    case 0:
      return [cells.with(at, wildText(random))]
    case 1:
      return [cells.with(random.pick([5, 6, 7]), random.pick(oddAmounts))]
    case 2:
      return [cells.with(random.pick([1, 2]), random.pick(oddDates))]
    case 3:
      return []
    case 4:
      return [cells, cells]
    case 5:
      return [cells.toSpliced(at, 1)]
    default:
      return [cells.with(at, `=${wildText(random)}`)]
  }
}

const mutatedCsv = (random: Random): Buffer => {
  const changes = random.chance(0.2) ? 0.5 : 0.05
  const bytes = tillCsv(tillRows(random.between(1, 8), 1), {
    delimiter: random.chance(0.7) ? ',' : ';',
    bom: random.chance(0.2),
    lineEnd: random.chance(0.8) ? '\n' : '\r\n',
    splitHeadings: random.chance(0.2),
    record: (cells) => (random.chance(changes) ? mutatedCells(cells, random) : [cells]),
  })
  const text = random.chance(0.4) ? mutatedText(bytes.toString(), random) : bytes.toString()
  const encoded = random.chance(0.06)
    ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    : Buffer.from(text)
  return random.chance(0.15) ? mutatedBytes(encoded, random) : encoded
}

const mutatedRow = (row: PrintedRow, random: Random): PrintedRow => {
  switch (random.between(0, 5)) {
    case 0:
      return {
        ...row,
        details: wildText(random)
          .replaceAll(/[^\x20-\xff]/g, '?')
          .slice(0, 300),
      }
    case 1:
      return { ...row, paidIn: random.pick([0, -1, 1e15, 1]) }
    case 2:
      return { ...row, balance: random.pick([0, -1, 1e17]) }
    case 3:
      return { ...row, receipt: row.receipt.slice(0, random.between(0, 9)) }
    case 4:
      return { ...row, time: random.pick(oddDates) }
    default:
      return {
        ...row,
        status: wildText(random)
          .replaceAll(/[^\x20-\x7e]/g, '?')
          .slice(0, 40),
      }
  }
}

/** A statement with rows that no issuer would print. */
const drawnWallet = async (random: Random): Promise<Buffer> => {
  const { bytes } = await walletStatement({
    persona: random.pick(['thin', 'student']),
    seed: random.between(1, 50),
    months: 1,
    encryption: 'none',
    generation: random.pick(['2022', '2025']),
    content: (content) => ({
      ...content,
      rows: content.rows.flatMap((row) => {
        if (random.chance(0.8)) return [row]
        return random.chance(0.2) ? [] : [mutatedRow(row, random)]
      }),
    }),
  })
  return bytes
}

/** Returns a function that makes documents, each from its own random numbers. */
export const openDocuments = async (): Promise<(random: Random) => Promise<DocumentInput>> => {
  const sources = await readSourceFiles()
  return async (random) => {
    const productCode = random.chance(0.85) ? 'PA' : random.pick(['PAS', 'PARS'] as const)
    const password = random.chance(0.97) ? '482915' : wildText(random).slice(0, 60) || '1'
    const common = { kind: 'document', productCode, password } as const
    if (random.chance(0.4)) {
      const documentType = random.chance(0.8) ? 'WALLET_TILL_STATEMENT' : 'WALLET_STATEMENT'
      return { ...common, origin: 'csv', documentType, bytes: mutatedCsv(random) }
    }
    if (random.chance(0.12)) {
      const bytes = await drawnWallet(random)
      return { ...common, origin: 'wallet with odd rows', documentType: 'WALLET_STATEMENT', bytes }
    }
    const file = random.pick(sources)
    let bytes = mutatedPdf(file.bytes, random)
    while (random.chance(0.3)) bytes = mutatedPdf(bytes, random)
    return {
      ...common,
      origin: file.origin,
      documentType: file.documentType,
      ...(file.bankName !== undefined && { bankName: file.bankName }),
      bytes,
    }
  }
}
