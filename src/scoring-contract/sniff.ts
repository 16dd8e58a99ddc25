/** How many bytes at the beginning of a file are examined. */
export const sniffBytes = 8 * 1024
const pdfWithinBytes = 1024

/** Column headings of the statements that we know, in the languages of their issuers, without accents. */
const headings =
  /\b(receipts?|completion|date|details?|description|designation|narrat(?:ion|ive)|particulars|remarks|reference|ref|paid ?in|paid ?out|withdrawn|withdrawals?|payments|deposits?|lodgements|money ?(?:in|out)|debits?|credits?|dr|cr|balance|bal|amount|montant|libelle|solde|valeur|operation)\b/gi
const headingsMin = 3

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** The encoding by the byte order mark that spreadsheets write before "Unicode text". */
const markedEncoding = ([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * The text of a CSV, or of its beginning, whose last character may be cut. Spreadsheets in the region save in UTF-8, old ones
 * in the code page of Western Europe.
 */
export const csvTextOf = (bytes: Buffer, isBeginning = false): string => {
  const marked = markedEncoding(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isBeginning })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a line has headings of a statement. */
const hasHeadingLine = (text: string): boolean =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/\r\n|\r|\n/)
    .some((line) => {
      const found = new Set((line.match(headings) ?? []).map((heading) => heading.toLowerCase()))
      return /[,;\t|]/.test(line) && found.size >= headingsMin
    })

const isCsv = (head: Buffer): boolean => {
  const text = csvTextOf(head, true)
  return !control.test(text) && !/^\s*[<{[]/.test(text) && hasHeadingLine(text)
}

/** The format of a file by its first bytes, whatever its name and content type claim; undefined for a format that we do not read. */
export const sniff = (head: Buffer): 'pdf' | 'csv' | undefined => {
  if (head.subarray(0, pdfWithinBytes).includes('%PDF-')) return 'pdf'
  return isCsv(head) ? 'csv' : undefined
}
