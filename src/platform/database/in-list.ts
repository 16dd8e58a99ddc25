/** The maximum number of keys in one statement of a loader. */
export const batchSizeMax = 128

/**
 * Placeholders and parameters for `IN (...)`; `values` has at least one. Padded with the last value to a power of two:
 * each statement text is prepared once and kept, so there must be few of them.
 */
export const inList = (values: readonly string[]): { places: string; parameters: string[] } => {
  const size = 2 ** Math.ceil(Math.log2(values.length))
  const parameters = Array.from({ length: size }, (_, i) => values[Math.min(i, values.length - 1)]!)
  return { places: Array<string>(size).fill('?').join(', '), parameters }
}
