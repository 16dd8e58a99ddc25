import { envelopeOf, pairOf, pairsOf } from './call.js'

/** A number that no test registers. */
export const unregistered = '237679999999'
export const caller = { ACCOUNT_HOLDER_MSISDN: unregistered }

export const balance = (fields: Readonly<Record<string, unknown>> = {}) =>
  envelopeOf('get_savings_balance', caller, fields)

export const balanceWith = (...pairs: unknown[]) =>
  balance({ arguments: [...pairsOf({ operation_name: 'get_savings_balance', ...caller }), ...pairs] })

/** A call that is answered with a text for the customer, and that writes nothing. */
export const refusal = (fields: Readonly<Record<string, unknown>> = {}) =>
  envelopeOf('confirm_deposit', caller, fields)

export const balanceWithout = (field: string) =>
  Object.fromEntries(Object.entries(balance()).filter(([name]) => name !== field))

export const manyPairs = (count: number) =>
  Array.from({ length: count }, (_, index) => pairOf(`unknown_${index}`, 'x'))
