import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { present } from '../support/present.js'

const samples: Readonly<Record<string, string>> = {
  msisdn: '"679990010"',
  id: '"nothing"',
  reference: '"nothing"',
  now: '"2026-03-01"',
  date: '"2026-03-01"',
  on: '"2026-03-01"',
  to: '"2026-03-01"',
  after: '"2026-03-01"',
  from: '"2026-03-01"',
  before: '"2026-03-02"',
  asOf: '"2026-03-01"',
  caseId: '"nothing"',
  proposalId: '"nothing"',
  outcome: 'NOTHING',
  evidence: '"ticket 1"',
  requestId: '"nothing"',
  nationalId: '"nothing"',
  reason: '"ticket 1"',
  status: 'UNDER_REVIEW',
  roles: '[GATEWAY]',
  name: '"ussd"',
  text: '"nothing"',
  email: '"awa@example.com"',
  kind: 'SYSTEM',
  idempotencyKey: '"one"',
  firstName: '"a"',
  lastName: '"b"',
  productCode: 'P7',
  customer: '"nothing"',
  about: 'CUSTOMER',
  subject: '"nothing"',
  newMsisdn: '"679990011"',
  block: '"nothing"',
  payout: '"nothing"',
  scope: 'DEBIT',
  cause: 'COURT',
  code: '"nothing"',
  deposit: '"nothing"',
  lines: '[]',
  month: '"2026-03"',
  line: '"nothing"',
  queue: 'ORDERS',
  statement: '"nothing"',
  period: '"ALL"',
  until: '"2026-03-02T00:00:00Z"',
}

/** A sample value for an argument or an input field. */
const sampleOf = (name: string, type: GraphQLInputType): string => {
  const named = getNullableType(type)
  if (!isInputObjectType(named)) return present(samples[name])
  if (named.isOneOf) return '{ id: "nothing" }'
  const required = Object.values(named.getFields()).filter(isRequiredInputField)
  return `{ ${required.map((field) => `${field.name}: ${sampleOf(field.name, field.type)}`).join(', ')} }`
}

/** The smallest valid call of a root field. */
export const smallest = ({ name, args, type }: GraphQLField<unknown, unknown>): string => {
  const given = args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${sampleOf(name, type)}`)
  const selection = isCompositeType(getNamedType(type)) ? '{ __typename }' : ''
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection}`
}
