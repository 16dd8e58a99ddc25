import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace as api,
  type Context,
  ROOT_CONTEXT,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import type { SpanOptions, Tracer } from '../../kernel/trace.js'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

const parentOf = ({ parent }: SpanOptions): Context =>
  typeof parent === 'string' ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active()

/** An error's code, or else its class; not its message, which may name a customer. */
const typeOf = (error: unknown): string => {
  const { name, code } = error as { name?: unknown; code?: unknown }
  return String(code ?? name ?? 'unknown')
}

/**
 * Exports spans to a collector (OTLP over HTTP) as configured by the standard `OTEL_*` variables. This file, and with it
 * the library, is imported only when they are set.
 */
export const openTracer = (version: string): Tracer & { readonly close: () => Promise<void> } => {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'cauri', [ATTR_SERVICE_VERSION]: version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = api.getTracer('cauri', version)
  return {
    span: (name, attributes, work, options = {}) =>
      tracer.startActiveSpan(
        name,
        { kind: kinds[options.kind ?? 'internal'], attributes },
        parentOf(options),
        async (span) => {
          try {
            return await work()
          } catch (error) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', typeOf(error))
            throw error
          } finally {
            const end = options.atEnd?.()
            if (end?.name !== undefined) span.updateName(end.name)
            if (end?.attributes) span.setAttributes({ ...end.attributes })
            span.end()
          }
        },
      ),
    note: (attributes) => void api.getActiveSpan()?.setAttributes({ ...attributes }),
    current: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    close: async () => {
      await provider.shutdown()
      // Unregisters the tracer, so that another one can be opened in this process, as tests do.
      api.disable()
      context.disable()
      propagation.disable()
    },
  }
}
