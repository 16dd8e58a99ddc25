import 'graphiql/style.css'
import '@graphiql/plugin-explorer/style.css'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { workers } from 'virtual:workers'

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(`/web/${label === 'json' || label === 'graphql' ? workers[label] : workers.editor}`),
  },
})

/** A storage in memory, so that GraphiQL stores neither queries nor keys on the machine. */
const memory = (): Storage => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

interface Shown {
  readonly query?: string
  readonly variables?: string
}

/** Beside the documentation there are the history, and the schema from which a query can be built by clicking. */
const plugins = [HISTORY_PLUGIN, explorerPlugin()]

/**
 * Renders GraphiQL into an element. The returned function shows another operation; without one it loads the schema
 * again, as for another person.
 */
export const mountGraphiql = (
  place: Element,
  fetcher: (parameters: object) => Promise<unknown>,
  first: Shown,
): ((shown: Shown) => void) => {
  const inner = document.createElement('div')
  inner.className = 'graphiql-inner'
  place.append(inner)
  const root = createRoot(inner)
  let times = 0
  let typed: Shown = first
  const show = ({ query, variables }: Shown): void => {
    times += 1
    // If no other operation is given, the typed one stays.
    if (query !== undefined) typed = { query, ...(variables !== undefined && { variables }) }
    root.render(
      createElement(GraphiQL, {
        key: times,
        fetcher,
        storage: memory(),
        plugins,
        defaultQuery:
          'query Products {\n  products(first: 10) {\n    nodes {\n      code\n      version\n      rate\n      standing\n    }\n  }\n}\n',
        isHeadersEditorEnabled: false,
        showPersistHeadersSettings: false,
        ...(typed.query !== undefined && { initialQuery: typed.query }),
        ...(typed.variables !== undefined && { initialVariables: typed.variables }),
        onEditQuery: (text: string) => (typed = { ...typed, query: text }),
        onEditVariables: (text: string) => (typed = { ...typed, variables: text }),
      }),
    )
  }
  show(first)
  return show
}
