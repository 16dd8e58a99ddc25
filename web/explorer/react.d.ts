/** The types of the few parts of React that are used here: React itself has none. */
declare module 'react' {
  export const createElement: (type: unknown, properties: object) => object
}

declare module 'react-dom/client' {
  export const createRoot: (place: Element) => { readonly render: (element: object) => void }
}
