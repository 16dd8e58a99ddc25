/** The members of a type that a test provides, at any depth. */
type Part<T> = T extends (...given: never[]) => unknown ? T : { readonly [Key in keyof T]?: Part<T[Key]> }

const guarded = (part: object): object =>
  new Proxy(part, {
    get: (of, name, receiver) => {
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON' || name in of)
        return Reflect.get(of, name, receiver)
      throw new Error(`The stand-in has no ${name}`)
    },
  })

/** A value with only these members; access to any other fails the test. */
export const standIn = <T extends object>(part: Part<T>): T => guarded(part) as T
