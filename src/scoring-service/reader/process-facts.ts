import { readFileSync } from 'node:fs'

/** Not `statm`, which counts in pages whose size differs between machines: `status` gives kB. */
const resident = /^VmRSS:\s+(\d+) kB$/m

/** Bytes that a process holds in memory; undefined when it is gone, or where the system has no `/proc`. */
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
 * The processor time of all threads of a process, in milliseconds; undefined when the process is gone, or where the
 * system has no `/proc`.
 */
export const processorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain spaces; `utime` and `stime` are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
