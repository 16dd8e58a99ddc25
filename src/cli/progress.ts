import type { Progress } from './outcome.js'

const width = 30

/** A progress bar on a terminal; nothing if the output is not a terminal. */
export const showProgress = (
  stream: NodeJS.WriteStream,
  isQuiet: boolean,
): { readonly show: Progress; readonly end: () => void } => {
  const isSeen = stream.isTTY && !isQuiet
  let drawn = ''
  return {
    show: (done, total) => {
      if (!isSeen) return
      const share = total === 0 ? 1 : done / total
      const full = Math.round(share * width)
      const next = `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.round(share * 100)} %`
      if (next !== drawn) stream.write(`\r${next}`)
      drawn = next
    },
    end: () => {
      if (drawn !== '') stream.write('\r\u001B[K')
    },
  }
}
