import { registerEnumType } from 'type-graphql'

/**
 * A GraphQL enum of a closed union of words, each with its meaning. The record makes a new word of the union fail to
 * compile until it is described here.
 */
export const describedEnum = <Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
): Readonly<Record<Word, Word>> => {
  const words = Object.keys(meanings) as Word[]
  const values = Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>
  const valuesConfig = Object.fromEntries(words.map((word) => [word, { description: meanings[word] }]))
  registerEnumType(values, { name, description, valuesConfig: valuesConfig as object })
  return values
}
