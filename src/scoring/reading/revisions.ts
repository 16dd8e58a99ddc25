const countOf = (bytes: Buffer, token: string): number => {
  let count = 0
  for (let at = bytes.indexOf(token); at >= 0; at = bytes.indexOf(token, at + token.length)) count += 1
  return count
}

/** How far behind the last signed byte the end of its revision may lie: a line end. */
const signedTailBytesMax = 4

/** Signatures that reach to the end of a revision: each is an update that a genuine document may have. */
const signedRevisions = (bytes: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf('/ByteRange'); at >= 0; at = bytes.indexOf('/ByteRange', at + 10)) {
    const numbers = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(
      bytes.toString('latin1', at, at + 120),
    )
    if (!numbers) continue
    const end = Number(numbers[3]) + Number(numbers[4])
    const tail = bytes.toString('latin1', Math.max(0, end - 8), end + signedTailBytesMax)
    if (tail.includes('%%EOF')) count += 1
  }
  return count
}

/**
 * How often a file was saved on top of itself, 0 for one that was written once. A linearised file has two cross-reference
 * sections by nature, and a signature is an update (research 4.1): both are no edits.
 */
export const editsOf = (bytes: Buffer): number => {
  const linearised = bytes.subarray(0, 1024).includes('/Linearized') ? 1 : 0
  return Math.max(0, countOf(bytes, 'startxref') - 1 - linearised - signedRevisions(bytes))
}
