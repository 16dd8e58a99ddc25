import fc from 'fast-check'

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))

/**
 * Any text, including control characters and rare ones. For texts of all code points fast-check itself would build a map of a million
 * entries, which takes a second and a hundred megabytes in each process.
 */
export const anyText = (sizes: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(sizes),
    fc.array(codePoint, sizes).map((points) => String.fromCodePoint(...points)),
  )
