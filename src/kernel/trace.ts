type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal'
  /** W3C `traceparent` of what it goes on with; else it is below what is under way. */
  readonly parent?: string | null | undefined
  /** What is known when it ends. */
  readonly atEnd?: () => { readonly name?: string; readonly attributes?: Attributes }
}

/** Tells a collector what happened within what. Names and attributes say nothing about a customer. */
export interface Tracer {
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** More of what is under way here. */
  note(attributes: Attributes): void
  /** W3C `traceparent` of what is under way here, for whoever goes on with it later. */
  current(): string | undefined
}

const none: Tracer = {
  span: (_name, _attributes, work) => work(),
  note: () => undefined,
  current: () => undefined,
}

let used: Tracer = none

/** Of the whole process: work that is traced does not know whether it is. Without `useTracer` nothing is told or loaded. */
export const trace: Tracer & { readonly isOn: () => boolean } = {
  span: (name, attributes, work, options) => used.span(name, attributes, work, options),
  note: (attributes) => used.note(attributes),
  current: () => used.current(),
  isOn: () => used !== none,
}

/** Undefined: nothing is told any more. */
export const useTracer = (tracer: Tracer | undefined): void => {
  used = tracer ?? none
}
