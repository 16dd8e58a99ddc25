/**
 * Functions that the legacy build of the library replaces although this Node has them: the replacement of `push` alone
 * slows down every loop over a document.
 */
const keptNatives = [
  [Array.prototype, 'push'],
  [JSON, 'stringify'],
  [JSON, 'parse'],
  [Function.prototype, 'toString'],
] as const

/** Classes for drawing that the library requires when it is loaded. We never draw, so they are empty. */
const drawingClasses = ['DOMMatrix', 'Path2D', 'ImageData'] as const

/** A class without methods. */
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

/** Copies the lists of operators, since the sender empties its lists and fills them again. */
const withCopiedLists = ({ fnArray, argsArray, ...chunk }: Chunk): Chunk =>
  fnArray && argsArray ? { ...chunk, fnArray: [...fnArray], argsArray: [...argsArray] } : chunk

/** Whether a message of a stream only requests or confirms a chunk. Each is a new object, so it need not be copied. */
const isSignal = (message: { readonly stream?: unknown }): boolean =>
  message.stream !== undefined && Object.values(message).every((value) => typeof value !== 'object')

/**
 * Makes the two halves of the library, which are in one thread here, copy less for each other. By itself the library
 * clones the texts of a page, ten at a time, its operators, and two signals for each of these, which took a fifth of the
 * processor time. The elements of a list are not copied, since neither half changes one after sending it.
 */
const handOverChunks = (): void => {
  const { structuredClone: copy } = globalThis
  globalThis.structuredClone = (message, options) => {
    const parts = (message ?? {}) as { readonly chunk?: Chunk; readonly stream?: unknown }
    const { chunk } = parts
    if (chunk && (Array.isArray(chunk.items) || Array.isArray(chunk.fnArray)))
      return { ...message, chunk: withCopiedLists(chunk) }
    return isSignal(parts) ? message : copy(message, options)
  }
}

/**
 * The module has no types. Importing it by name runs it in this thread; otherwise the library would load it with the
 * first document.
 */
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

let loading: ReturnType<typeof load> | undefined

/** The PDF library, loaded with the first PDF, so that a process that reads none never loads it. */
export const loadPdfjs = (): ReturnType<typeof load> => (loading ??= load())
