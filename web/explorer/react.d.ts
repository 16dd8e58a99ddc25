/** The parts of React that are used here, which comes without types. */
declare module 'react' {
  export const createElement: (type: unknown, properties: object) => object
}

declare module 'react-dom/client' {
  export const createRoot: (place: Element) => { readonly render: (element: object) => void }
}
