import { readFileSync } from 'node:fs'

/** `statm` counts in pages, which are not 4 KiB on every machine; `status` says kB. */
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

/** The kernel's clock ticks, for those who read `/proc`: a hundred a second on every machine that Linux runs on today. */
const tickMs = 10

/** Milliseconds that all threads of a process have worked; undefined when it is gone, or where the system has no `/proc`. */
export const processorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold spaces; `utime` and `stime` are the 12th and 13th field behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
