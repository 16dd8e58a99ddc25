import { readFile } from 'node:fs/promises'

/**
 * How long the main thread of a process has waited for a processor, in milliseconds; 0 if the system does not report
 * it.
 */
export const waitedMs = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) / 1e6
}
