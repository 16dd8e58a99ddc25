/** Whose paper a statement is: the name, and lines such as the trade and the seat. */
export interface Bank {
  readonly name: string
  readonly details: readonly string[]
}

/** `Name|line|line`, as BANK_DETAILS has it; undefined without a name. */
export const parseBank = (text: string): Bank | undefined => {
  const [name, ...details] = text.split('|').map((line) => line.trim())
  return name ? { name, details } : undefined
}
