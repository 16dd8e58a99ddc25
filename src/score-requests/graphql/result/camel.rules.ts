type CamelKey<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : Key

/** The same value with its members renamed to camel case, as GraphQL names them. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

export const camel = <T>(value: T): Camel<T> => {
  if (Array.isArray(value)) return value.map((item: unknown) => camel(item)) as Camel<T>
  if (typeof value !== 'object' || value === null) return value as Camel<T>
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [camelCase(key), camel(inner)]),
  ) as Camel<T>
}
