import { Counter, type Registry } from 'prom-client'

/** Counts answers of the scoring service that people must look at, by the `problem` of the score request. */
export const registerScoreMetrics = (registers: [Registry]): ((problem: string) => void) => {
  const alarms = new Counter({
    name: 'cauri_scoring_service_alarms_total',
    help: 'Answers of the scoring service that our own people must act on, by problem',
    labelNames: ['problem'],
    registers,
  })
  return (problem) => alarms.inc({ problem })
}
