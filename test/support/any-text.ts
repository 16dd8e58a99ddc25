import fc from 'fast-check'

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))

/**
 * Any text, also of control characters and of what no keyboard has. fast-check has such a unit of strings too, for which it
 * keeps a map of all million code points: a second of each process, and a hundred megabytes.
 */
export const anyText = (sizes: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(sizes),
    fc.array(codePoint, sizes).map((points) => String.fromCodePoint(...points)),
  )
