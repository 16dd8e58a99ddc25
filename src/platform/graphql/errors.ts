import { GraphQLError, type GraphQLFieldResolver } from 'graphql'
import { Refusal, type RefusalCode } from '../../kernel/refusal.js'

interface Answer {
  readonly status: number
  readonly message: string
}

const badRequest = (message: string): Answer => ({ status: 400, message })

/**
 * The message of each refusal, and its HTTP status where no payload has a field for it (docs/wire-contract.md#errors). A message that a
 * gateway can get must not change, not even by a byte.
 */
export const refusalAnswers: Readonly<Record<RefusalCode, Answer>> = {
  NOT_REGISTERED: badRequest('Nobody is registered under this number'),
  ACCOUNT_CLOSING: badRequest('The account of this number is being closed'),
  ACCOUNT_BLOCKED: badRequest('The account of this number is blocked'),
  INVALID_EMAIL: badRequest('This is no e-mail address'),
  INVALID_PERIOD: badRequest('This is no period that has begun and is at most 24 months long'),
  INVALID_AMOUNT: badRequest('This is no amount of plain digits'),
  BELOW_MINIMUM: badRequest('The amount is below the smallest deposit of the product'),
  ABOVE_MAXIMUM: badRequest('The amount is above what the product still has room for'),
  PRODUCT_NOT_AVAILABLE: badRequest('There is no such product on sale'),
  INVALID_REFERENCE: badRequest('This reference is not known for this number'),
  REFERENCE_EXPIRED: badRequest('This reference has expired'),
  TERMS_CHANGED: badRequest('The figures have changed since they were shown'),
  POSITION_NOT_OPEN: badRequest('This savings is not open'),
  ALREADY_PAYING_OUT: badRequest('This savings is already on its way out'),
  CLOCK_NOT_FOUND: badRequest('There is no such clock'),
  CLOCK_ADVANCING: badRequest('The clock is walking; ask again when it has arrived'),
  CLOCK_CANNOT_MOVE_BACK: badRequest('The clock stands later than this date'),
  WALK_TOO_LONG: badRequest('A walk goes at most 3660 days'),
  INVALID_ARGUMENT: badRequest('An argument has a value that it cannot take'),
  ALREADY_BLOCKED: badRequest('The account is already blocked for this reason'),
  ALREADY_PROPOSED: badRequest('The same proposal is waiting for a decision'),
  EVIDENCE_REQUIRED: badRequest('This needs evidence: name the document or record that shows it'),
  NUMBER_TAKEN: badRequest('Somebody has, or had, an account under this number'),
  PAYMENTS_UNDER_WAY: badRequest('Payments are in progress or in review; they must end first'),
  MONTH_NOT_READY: badRequest('Something prevents the month from being closed'),
  NOT_ON_HOLD: badRequest('The payout is not on hold: it was sent, or has ended'),
  EXPIRED: badRequest('The proposal was not decided in time'),
  OUTDATED: badRequest('The data behind the proposal has changed since; withdraw it, and propose again'),
  OVER_LIMIT: badRequest(
    'The amount is over your approval limit; somebody with a higher limit has to approve it',
  ),
  UNAUTHENTICATED: { status: 401, message: 'A valid key is needed' },
  FORBIDDEN: { status: 403, message: 'This key may not do that' },
}

/** The detail of the refusal, where it has one; else the message of the table. */
const messageOf = ({ code, message }: Refusal): string =>
  message === code ? refusalAnswers[code].message : message

export const toGraphQLError = (refusal: Refusal): GraphQLError => {
  const { status } = refusalAnswers[refusal.code]
  return new GraphQLError(messageOf(refusal), {
    extensions: { code: refusal.code, http: { status } },
  })
}

const asGraphQLError = (error: unknown): unknown => (error instanceof Refusal ? toGraphQLError(error) : error)

/**
 * Wraps a resolver: a refusal becomes an error with its code; any other error is a failure and is passed on. A resolver that answers
 * without a promise still does, since lists call some resolvers for each row.
 */
export const refusalsToErrors =
  <Source, Context>(resolve: GraphQLFieldResolver<Source, Context>): GraphQLFieldResolver<Source, Context> =>
  (...args) => {
    try {
      const answer = resolve(...args)
      return answer instanceof Promise
        ? answer.catch((error: unknown) => {
            throw asGraphQLError(error)
          })
        : answer
    } catch (error) {
      throw asGraphQLError(error)
    }
  }

/**
 * Returns a refusal as data if the payload has fields for it; any other is rethrown
 * (docs/design/graphql-and-facade.md#refusals-on-the-wire).
 */
export const refusalAsPayload = async <Payload, Code extends RefusalCode>(
  codes: readonly Code[],
  answer: Promise<Payload>,
  refused: (code: Code, refusal: Pick<Refusal, 'message' | 'cause'>) => Payload,
): Promise<Payload> => {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = codes.find((known) => known === error.code)
    if (code === undefined) throw error
    return refused(code, { message: messageOf(error), cause: error.cause })
  }
}
