type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal'
  /** The W3C `traceparent` that the span continues; else it is a child of the current span. */
  readonly parent?: string | null | undefined
  /** A name and attributes that are known only when the span ends. */
  readonly atEnd?: () => { readonly name?: string; readonly attributes?: Attributes }
}

/** Reports spans to a collector. Names and attributes contain nothing about a customer. */
export interface Tracer {
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** Adds attributes to the current span. */
  note(attributes: Attributes): void
  /** The W3C `traceparent` of the current span, with which later work continues the trace. */
  current(): string | undefined
}

const noTracer: Tracer = {
  span: (_name, _attributes, work) => work(),
  note: () => undefined,
  current: () => undefined,
}

let currentTracer: Tracer = noTracer

/**
 * The tracer of the whole process: traced code does not know whether tracing is on. Without `useTracer` nothing is
 * reported or loaded.
 */
export const trace: Tracer & { readonly isOn: () => boolean } = {
  span: (name, attributes, work, options) => currentTracer.span(name, attributes, work, options),
  note: (attributes) => currentTracer.note(attributes),
  current: () => currentTracer.current(),
  isOn: () => currentTracer !== noTracer,
}

/** `undefined` switches tracing off. */
export const useTracer = (tracer: Tracer | undefined): void => {
  currentTracer = tracer ?? noTracer
}
