import { Arg, Field, ID, ObjectType } from 'type-graphql'
import type { Call } from '../../kernel/call.js'
import { toJson } from '../../kernel/json.js'
import { Refusal, type RefusalCode } from '../../kernel/refusal.js'
import type { RequestContext } from './context.js'
import { refusalAsPayload, refusalAnswers } from './errors.js'
import { addFields, inputOf, newClass, type InputField } from './filters.js'
import { describedEnum } from './words.js'

/** A refusal of a mutation, as data. */
export interface RefusalData<Code extends string = string> {
  readonly code: Code
  readonly message: string
}

/** The type of the field `refusal` of one mutation, with the codes that it can have and their meaning. */
export const refusalOf = <Code extends string>(name: string, meanings: Readonly<Record<Code, string>>) => {
  const codes = describedEnum(`${name}RefusalCode`, `Why \`${name}\` may be refused.`, meanings)

  @ObjectType(`${name}Refusal`, { simpleResolvers: true, description: 'Why nothing was done.' })
  class RefusalType {
    @Field(() => codes, { description: 'The reason.' })
    code!: Code

    @Field(() => String, { description: 'The reason as a sentence for the caller.' })
    message!: string
  }
  return RefusalType
}

/** The meaning of each code: the message of its error. */
export const meaningsOf = <Code extends RefusalCode>(
  codes: readonly Code[],
): Readonly<Record<Code, string>> =>
  Object.fromEntries(codes.map((code) => [code, `${refusalAnswers[code].message}.`])) as Record<Code, string>

interface Mutation<Result, Code extends RefusalCode> {
  /** The name of the mutation, with a capital: `AdvanceClock`. */
  readonly name: string
  /** Completes "The answer to ...": `advancing a clock`. */
  readonly to: string
  /** Fields, or an input that has a class of its own. */
  readonly takes: Readonly<Record<string, InputField>> | Function
  /** The fields of the payload when it is not refused. */
  readonly gives: { readonly [Key in keyof Result]: InputField }
  readonly refuses: readonly Code[]
}

/** A mutation with one input, and a payload with its result or its refusal. */
export const mutationOf = <Result extends object, Code extends RefusalCode = never>({
  name,
  to,
  takes,
  gives,
  refuses,
}: Mutation<Result, Code>) => {
  const refusal = refusalOf(name, meaningsOf(refuses))
  const Payload = newClass()
  ObjectType(`${name}Payload`, { simpleResolvers: true, description: `The answer to ${to}.` })(Payload)
  addFields(Payload, {
    ...gives,
    refusal: { type: () => refusal, description: 'Why nothing was done; null if it was done.' },
  })
  return {
    input: typeof takes === 'function' ? takes : inputOf(`${name}Input`, `The input of ${to}.`, takes),
    payload: Payload,
    answer: (result: Promise<Result>): Promise<object> =>
      refusalAsPayload<object, Code>(refuses, result, (code, { message }) => ({
        refusal: { code, message },
      })),
  }
}

/** The one argument of a mutation. */
export const InputArg = (input: Function) => Arg('input', () => input, { description: 'The input.' })

/** The idempotency key of a person's request. */
export const idempotencyKey: InputField = {
  type: () => ID,
  isRequired: true,
  description:
    'A key that you choose for this request, 1 to 64 printable characters. A repeated request with the same key returns the first result, and does nothing.',
}

/** The call with the idempotency key of the request. Refuses: INVALID_ARGUMENT for an invalid key. */
export const withIdempotencyKey = (
  { call, pseudonyms }: RequestContext,
  act: string,
  { idempotencyKey: key, ...input }: { readonly idempotencyKey: string },
): Call => ({ ...call, once: { act, key: checkedKey(key), input: pseudonyms.fingerprint(toJson(input)) } })

/** Refuses: INVALID_ARGUMENT. */
export const checkedKey = (key: string): string => {
  if (/^[\x21-\x7e]{1,64}$/.test(key)) return key
  throw new Refusal(
    'INVALID_ARGUMENT',
    'idempotencyKey must have 1 to 64 printable characters without blanks',
  )
}
