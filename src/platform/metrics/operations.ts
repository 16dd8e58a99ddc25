import { Histogram, type Registry } from 'prom-client'

/** How a request ended: by its HTTP status, or what stands for it in GraphQL. */
export type OperationOutcome = 'answered' | 'refused' | 'failed' | 'unavailable'

export const outcomeOfStatus = (status: number): OperationOutcome => {
  if (status < 400) return 'answered'
  if (status < 500) return 'refused'
  return status === 503 ? 'unavailable' : 'failed'
}

/** From a read to the cut of a request, in seconds: few, for there is a series of each for every operation. */
const buckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5]

/** Times the operations of the gateway; a call that names none of ours is one with all such calls. */
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

/** Times GraphQL requests, by the field of the root that they ask for. */
export const graphqlMetric = (registry: Registry) => {
  const duration = new Histogram({
    name: 'cauri_graphql_duration_seconds',
    help: 'Time to execute a GraphQL request, by first field of its root, role of the caller and outcome',
    labelNames: ['field', 'role', 'outcome'],
    buckets,
    registers: [registry],
  })
  return (
    labels: { readonly field: string; readonly role: string; readonly outcome: OperationOutcome },
    seconds: number,
  ) => duration.observe(labels, seconds)
}
