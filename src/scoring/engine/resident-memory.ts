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
