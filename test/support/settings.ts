import type { DatabaseSettings } from '../../src/platform/database/drivers/data-source.js'

/** The file of an address `sqlite:<file>`. */
export const fileOf = (url: string): string => url.slice('sqlite:'.length)

export const settingsOf = (url: string): DatabaseSettings =>
  url.startsWith('sqlite:') ? { kind: 'sqlite', file: fileOf(url) } : { kind: 'mysql', url, poolSize: 8 }
