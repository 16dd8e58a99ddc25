/** An operation that the server knows by its id, its name and the hash of its text: a `.graphql` file beside its page. */
interface TrustedDocument<Result, Variables> {
  readonly id: string
  /** For the compiler alone. */
  readonly types?: (variables: Variables) => Result
}

/** The text of each operation of the pages by its id. */
declare module 'virtual:documents' {
  const documents: Readonly<Record<string, string>>
  export { documents }
}

/** The questions that papers ask and answer, each with the roles that may ask it. */
declare module 'virtual:papers' {
  const papers: readonly {
    readonly paper: string
    readonly title: string
    readonly text: string
    readonly roles: readonly string[]
  }[]
  export { papers }
}

declare module '*.css' {}

/** The text itself, for whoever is shown it. */
declare module '*?text' {
  const text: string
  export { text as default }
}

declare module '*.svg' {
  const address: string
  export { address as default }
}
