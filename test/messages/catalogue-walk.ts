import type { Messages } from '../../src/bank/messages/messages.js'

/** Everything that any text of the catalogue may say: a text with a new fact does not compile until a test has it. */
export type AllFacts = UnionToIntersection<FactsIn<Messages>>

type FactsIn<Node> = Node extends string
  ? never
  : Node extends (facts: infer Facts) => string
    ? Facts
    : { [Key in keyof Node]: FactsIn<Node[Key]> }[keyof Node]

type UnionToIntersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Intersection,
) => void
  ? Intersection
  : never

export interface SaidText {
  /** `payment.failed.PAYER_TIMEOUT` */
  readonly path: string
  readonly text: string
}

/** Every text of a catalogue, said with the same facts. Walks, so that a text added later is checked as well. */
export const sayAll = (catalogue: object, facts: AllFacts, prefix = ''): SaidText[] =>
  Object.entries(catalogue).flatMap(([key, node]: [string, unknown]) => {
    const path = prefix + key
    if (typeof node === 'string') return [{ path, text: node }]
    if (typeof node === 'function') return [{ path, text: String(node(facts)) }]
    if (typeof node === 'object' && node !== null) return sayAll(node, facts, `${path}.`)
    throw new TypeError(`${path} is no text`)
  })
