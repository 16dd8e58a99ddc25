import { Histogram, type Registry } from 'prom-client'

/** How a request ended: by its HTTP status, or by its error codes in GraphQL. */
export type OperationOutcome = 'answered' | 'refused' | 'failed' | 'unavailable'

export const outcomeOfStatus = (status: number): OperationOutcome => {
  if (status < 400) return 'answered'
  if (status < 500) return 'refused'
  return status === 503 ? 'unavailable' : 'failed'
}

/** In seconds, up to the time limit of a request. Few, because each bucket is a series for every operation. */
const buckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5]

/** Times the operations of the gateway; all calls of unknown operations share one label. */
export const operationMetric = (registry: Registry) => {
  const duration = new Histogram({
    name: 'cauri_operation_duration_seconds',
    help: 'Time to answer a call of the gateway, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers: [registry],
  })
  return (operation: string | undefined, status: number, seconds: number): void =>
    duration.observe({ operation: operation ?? 'unknown', outcome: outcomeOfStatus(status) }, seconds)
}

/** Times GraphQL requests, by their first root field. */
export const graphqlMetric = (registry: Registry) => {
  const duration = new Histogram({
    name: 'cauri_graphql_duration_seconds',
    help: 'Time to execute a GraphQL request, by its first root field, role of the caller and outcome',
    labelNames: ['field', 'role', 'outcome'],
    buckets,
    registers: [registry],
  })
  return (
    labels: { readonly field: string; readonly role: string; readonly outcome: OperationOutcome },
    seconds: number,
  ) => duration.observe(labels, seconds)
}
