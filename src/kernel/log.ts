/** What we ask of a logger: facts first, then the sentence, as pino does. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
