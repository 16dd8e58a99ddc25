/**
 * An operation that the server knows by its id: its name and the hash of its text. It is a `.graphql` file in the
 * folder of its page.
 */
interface TrustedDocument<Result, Variables> {
  readonly id: string
  /** Never set: it carries the types. */
  readonly types?: (variables: Variables) => Result
}

/** The text of each operation of the pages by its id. */
declare module 'virtual:documents' {
  const documents: Readonly<Record<string, string>>
  export { documents }
}

/** The queries in the docs, each with the roles that may send it. */
declare module 'virtual:docExamples' {
  const docExamples: readonly {
    readonly page: string
    readonly title: string
    readonly text: string
    readonly roles: readonly string[]
  }[]
  export { docExamples }
}

/** The file names of the editor's workers after the build. */
declare module 'virtual:workers' {
  const workers: Readonly<Record<'editor' | 'json' | 'graphql', string>>
  export { workers }
}

declare module '*.css' {}

/** The text of the file. */
declare module '*?text' {
  const text: string
  export { text as default }
}

declare module '*.svg' {
  const address: string
  export { address as default }
}
