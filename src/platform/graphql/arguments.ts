import { Arg } from 'type-graphql'
import type { InputField } from './filters.js'
import { MsisdnScalar } from './scalars.js'

/** The customer that a root field is about. */
export const MsisdnArg = () =>
  Arg('msisdn', () => MsisdnScalar, { description: "The customer's mobile number." })

/** The mobile number of a customer, in an input. */
export const msisdnField: InputField = {
  type: () => MsisdnScalar,
  isRequired: true,
  description: "The customer's mobile number.",
}

/**
 * A text that a customer typed. Absent is the same as empty, and it is checked by the domain, so that an invalid one is not a 400
 * (docs/design/money-and-ledger.md#amounts).
 */
export const TypedArg = (name: string, description: string) =>
  Arg(name, () => String, { nullable: true, description })

export const typedField = (description: string): InputField => ({ type: () => String, description })

export const textOrEmpty = (text: string | null | undefined): string => text ?? ''
