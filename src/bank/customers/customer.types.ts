import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar, MsisdnScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Account, AccountStatus, Customer } from './customer.entity.js'

export const accountStatusEnum = describedEnum<AccountStatus>('AccountStatus', 'The state of an account.', {
  ACTIVE: 'Open for deposits and withdrawals.',
  CLOSING: 'The customer has opted out; money is still on its way to them.',
  CLOSED: 'Ended. The same number may register again and gets a new account.',
})

@ObjectType('Account', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'An account of a customer: opened by registering, closed by opting out.',
})
export class AccountType {
  @Field(() => ID, { description: 'Opaque reference, `ACC-...`; for analysts a pseudonym.' })
  id!: string

  @Field(() => accountStatusEnum, { description: 'Its state.' })
  status!: AccountStatus

  @Field(() => LocalDateScalar, { description: 'The business date on which the customer registered.' })
  openedOn!: LocalDate

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The business date of closing; null while open.',
  })
  closedOn!: LocalDate | null

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address for its statements; masked for analysts, null without one.',
  })
  email!: string | null

  @Field(() => InstantScalar, { description: 'When it was opened.' })
  createdAt!: Instant

  /** The id of the row; `id` is a pseudonym for some callers. */
  key!: string
  /** The id of its customer. */
  customerId!: string
}

@ObjectType('Customer', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A mobile number that has ever registered.',
})
export class CustomerType {
  @Field(() => ID, { description: '`CUS-...`; for analysts a pseudonym, always the same.' })
  id!: string

  @Field(() => MsisdnScalar, { description: 'Their mobile number; masked for analysts.' })
  msisdn!: string

  @Field(() => InstantScalar, { description: 'When the number first registered.' })
  createdAt!: Instant

  /** The id of the row; `id` is a pseudonym for some callers. */
  key!: string

  /** Read by the resolver of the field `clock`. */
  clockId!: string | null
}

export const toAccount = (
  { id, customerId, status, openedOn, closedOn, email, createdAt }: Account,
  personal: PersonalData,
): AccountType => ({
  id: personal.id(id),
  key: id,
  customerId,
  status,
  openedOn,
  closedOn,
  email: personal.email(email),
  createdAt,
})

export const toCustomer = (
  { id, msisdn, createdAt, clockId }: Customer,
  personal: PersonalData,
): CustomerType => ({
  id: personal.customerId(id),
  key: id,
  msisdn: personal.msisdn(msisdn),
  createdAt,
  clockId,
})
