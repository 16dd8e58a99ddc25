/** The sender of a statement: its name, and lines such as the register entry and the address. */
export interface Bank {
  readonly name: string
  readonly details: readonly string[]
}

/** `Name|line|line`, as BANK_DETAILS has it; undefined without a name. */
export const parseBank = (text: string): Bank | undefined => {
  const [name, ...details] = text.split('|').map((line) => line.trim())
  return name ? { name, details } : undefined
}
