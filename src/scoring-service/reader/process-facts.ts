import { readFileSync } from 'node:fs'

/** `status` gives kB; `statm` would count in pages, whose size differs between machines. */
const resident = /^VmRSS:\s+(\d+) kB$/m

/** How many bytes of memory a process uses; undefined when it has ended, or the system has no `/proc`. */
export const residentBytes = (pid: number): number | undefined => {
  try {
    const match = resident.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return match ? Number(match[1]) * 1024 : undefined
  } catch {
    return undefined
  }
}

/** The length of a clock tick in `/proc`: a hundred ticks a second on every machine that Linux runs on today. */
const tickMs = 10

/**
 * The processor time of all threads of a process, in milliseconds; undefined when the process has ended, or the system
 * has no `/proc`.
 */
export const processorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain spaces; `utime` and `stime` are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
