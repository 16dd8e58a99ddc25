/** What the legacy build replaces although this Node has it: `push` alone makes every loop over a document slower. */
const keptNatives = [
  [Array.prototype, 'push'],
  [JSON, 'stringify'],
  [JSON, 'parse'],
  [Function.prototype, 'toString'],
] as const

/** Drawing is never asked for; the library looks for these when it is loaded, and finds none where no canvas is installed. */
const drawingClasses = ['DOMMatrix', 'Path2D', 'ImageData'] as const

/** Can be made, and can nothing. */
function Drawing(): void {}

const provideDrawingClasses = (): void => {
  for (const name of drawingClasses) {
    if (name in globalThis) continue
    Object.defineProperty(globalThis, name, { value: Drawing, configurable: true, writable: true })
  }
}

/** Some texts of a page, or some of the operators that it is drawn with. */
interface Chunk {
  readonly items?: readonly unknown[]
  readonly fnArray?: readonly unknown[]
  readonly argsArray?: readonly unknown[]
}

/** With lists of its own: its sender empties them and fills them again. */
const handedOver = ({ fnArray, argsArray, ...chunk }: Chunk): Chunk =>
  fnArray && argsArray ? { ...chunk, fnArray: [...fnArray], argsArray: [...argsArray] } : chunk

/**
 * The two halves of the library, which are one thread here, copy what they say to each other: of the texts of a page, ten at a
 * time, and of its operators, a seventh of all work. What is in the lists is not touched again, by neither.
 */
const handOverChunks = (): void => {
  const { structuredClone: copy } = globalThis
  globalThis.structuredClone = (message, options) => {
    const { chunk } = (message ?? {}) as { readonly chunk?: Chunk }
    const isKnown = Array.isArray(chunk?.items) || Array.isArray(chunk?.fnArray)
    return chunk && isKnown ? { ...message, chunk: handedOver(chunk) } : copy(message, options)
  }
}

/** It has no types. Loaded by name it is in this thread, where the library would otherwise load it with the first document. */
const workerModule = 'pdfjs-dist/legacy/build/pdf.worker.mjs'

const load = async () => {
  const natives = keptNatives.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name))
  provideDrawingClasses()
  handOverChunks()
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  await import(workerModule)
  keptNatives.forEach(([owner, name], i) => {
    Object.defineProperty(owner, name, natives[i] as PropertyDescriptor)
  })
  return pdfjs
}

let loaded: ReturnType<typeof load> | undefined

/** The PDF library, loaded when the first PDF comes: a process that reads none does not pay for it. */
export const loadPdfjs = (): ReturnType<typeof load> => (loaded ??= load())
