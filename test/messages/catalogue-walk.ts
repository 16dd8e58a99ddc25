import type { Messages } from '../../src/bank/messages/messages.js'

/** The facts of all texts of the catalogue: tests do not compile until they have the facts of a new text. */
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

export interface CatalogueText {
  /** Such as `payment.failed.PAYER_TIMEOUT`. */
  readonly path: string
  readonly text: string
}

/** Every text of a catalogue, made from the same facts. It walks the catalogue, so a new text is checked too. */
export const textsOf = (catalogue: object, facts: AllFacts, prefix = ''): CatalogueText[] =>
  Object.entries(catalogue).flatMap(([key, node]: [string, unknown]) => {
    const path = prefix + key
    if (typeof node === 'string') return [{ path, text: node }]
    if (typeof node === 'function') return [{ path, text: String(node(facts)) }]
    if (typeof node === 'object' && node !== null) return textsOf(node, facts, `${path}.`)
    throw new TypeError(`${path} is no text`)
  })
