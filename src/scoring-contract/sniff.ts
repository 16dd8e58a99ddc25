/** How many bytes at the beginning of a file are examined. */
export const sniffBytes = 8 * 1024
const pdfWithinBytes = 1024

/** Column headings of the statements that we know, in the languages of their issuers. */
const headings =
  /\b(receipt|completion|date|details?|description|narrat(?:ion|ive)|particulars|reference|paid ?in|paid ?out|withdrawn|deposits?|money ?(?:in|out)|debits?|credits?|balance|amount|libell[eé]|d[eé]bit|cr[eé]dit|solde|valeur|op[eé]ration)\b/gi
const headingsMin = 3

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** Spreadsheets save "Unicode text" in UTF-16, which begins with these bytes. */
export const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

const isCsv = (head: Buffer): boolean => {
  const text = head.toString(isUtf16(head) ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
  if (control.test(text) || /^\s*[<{[]/.test(text)) return false
  return text.split(/\r\n|\r|\n/).some((line) => {
    const found = new Set((line.match(headings) ?? []).map((heading) => heading.toLowerCase()))
    return /[,;\t|]/.test(line) && found.size >= headingsMin
  })
}

/** The format of a file by its first bytes, whatever its name and header claim; undefined for a format that we do not read. */
export const sniff = (head: Buffer): 'pdf' | 'csv' | undefined => {
  if (head.subarray(0, pdfWithinBytes).includes('%PDF-')) return 'pdf'
  return isCsv(head) ? 'csv' : undefined
}
