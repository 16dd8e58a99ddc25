/**
 * The twelve banks whose statements we read, and other names that clients may use for them
 * (docs/design/statement-layouts.md#names-of-banks).
 */
const banks: Readonly<Record<string, readonly string[]>> = {
  ABSA: [],
  CO_OPERATIVE: ['COOP', 'COOPERATIVE'],
  DIAMOND_TRUST: ['DTB'],
  ECOBANK: [],
  EQUITY: [],
  FAMILY: [],
  I_AND_M: ['IM', 'INM'],
  KCB: [],
  NATIONAL: ['NBK'],
  NCBA: ['CBA', 'NIC', 'NCBALOOP'],
  STANBIC: [],
  STANDARD_CHARTERED: ['SCB', 'STANCHART'],
}

export const bankNames: readonly string[] = Object.keys(banks)

/** Names that differ only in case, blanks, underscores, hyphens and ampersands mean the same bank. */
const comparable = (name: string): string => name.toUpperCase().replace(/[\s_&-]+/g, '')

const canonical = new Map(
  Object.entries(banks).flatMap(([name, aliases]) =>
    [name, ...aliases].map((alias) => [comparable(alias), name]),
  ),
)

/** The canonical name of a bank, however the client wrote it; undefined for a bank that we do not read. */
export const bankNameOf = (name: string): string | undefined => canonical.get(comparable(name))
