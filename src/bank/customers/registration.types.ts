import { Field, ID, ObjectType } from 'type-graphql'
import { msisdnField, typedField } from '../../platform/graphql/arguments.js'
import { inputOf } from '../../platform/graphql/filters.js'
import { meaningsOf, refusalOf, type RefusalData } from '../../platform/graphql/mutation.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { messagesFor } from '../messages/messages.js'
import type { Language } from '../../kernel/call.js'
import type { Registration } from './customers.read.js'
import type { Registered } from './register-customer.js'

type RegistrationStatus = 'REGISTERED' | 'NOT_REGISTERED'

const registrationStatusEnum = describedEnum<RegistrationStatus>(
  'RegistrationStatus',
  'Whether a number is registered; by this the gateway chooses its menu.',
  {
    REGISTERED: 'The number has an account, also while it is being closed.',
    NOT_REGISTERED: 'The number never registered, or its account is closed.',
  },
)

@ObjectType('Registration', { simpleResolvers: true, description: 'Whether a number has an account.' })
export class RegistrationType {
  @Field(() => registrationStatusEnum, { description: 'Whether it has an account.' })
  status!: RegistrationStatus

  @Field(() => ID, { nullable: true, description: 'The open account; null when not registered.' })
  accountId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'E-mail on file; null when not registered or none was given, masked for analysts.',
  })
  email!: string | null
}

export const toRegistration = (
  { accountId, email }: Registration,
  personal: PersonalData,
): RegistrationType => ({
  status: accountId === null ? 'NOT_REGISTERED' : 'REGISTERED',
  accountId,
  email: personal.email(email),
})

type EmailStatus = 'ON_FILE' | 'MISSING' | 'NOT_REGISTERED'

const emailStatusEnum = describedEnum<EmailStatus>(
  'EmailStatus',
  'Whether we have an e-mail address of a customer.',
  {
    ON_FILE: 'There is an address.',
    MISSING: 'The customer gave none.',
    NOT_REGISTERED: 'The number has no account.',
  },
)

@ObjectType('EmailOnFile', {
  simpleResolvers: true,
  description: 'The e-mail address of a registered number.',
})
export class EmailOnFileType {
  @Field(() => String, { description: 'The address; empty when there is none, masked for analysts.' })
  email!: string

  @Field(() => emailStatusEnum, { description: 'Whether there is an address.' })
  status!: EmailStatus
}

const emailStatusOf = ({ accountId, email }: Registration): EmailStatus => {
  if (accountId === null) return 'NOT_REGISTERED'
  return email === null ? 'MISSING' : 'ON_FILE'
}

export const toEmailOnFile = (registration: Registration, personal: PersonalData): EmailOnFileType => ({
  email: personal.email(registration.email ?? ''),
  status: emailStatusOf(registration),
})

type RegistrationResult = Registered['result'] | 'FAILED'

const registrationResultEnum = describedEnum<RegistrationResult>(
  'RegistrationResult',
  'The result of a registration.',
  {
    REGISTERED: 'An account was opened.',
    ALREADY_REGISTERED: 'The number had an account; nothing was changed.',
    FAILED: 'Nothing was written; the reason says why.',
  },
)

export const registrationRefusals = [
  'INVALID_EMAIL',
  'ACCOUNT_CLOSING',
  'CLOCK_NOT_FOUND',
  'CLOCK_ADVANCING',
] as const

type RefusalCode = (typeof registrationRefusals)[number]

const RegistrationRefusal = refusalOf('RegisterCustomer', meaningsOf(registrationRefusals))

export const RegistrationInput = inputOf('RegisterCustomerInput', 'The input for registering a number.', {
  msisdn: msisdnField,
  email: typedField('The address for statements; optional. Staff cannot give it here, but propose it.'),
  clockId: typedField('The test clock of the customer, which never changes; needs the role TESTER or ADMIN.'),
})

@ObjectType('RegisterCustomerPayload', {
  simpleResolvers: true,
  description: 'The answer to registering a number.',
})
export class RegistrationPayloadType {
  @Field(() => registrationResultEnum, { description: 'The result.' })
  result!: RegistrationResult

  @Field(() => ID, { nullable: true, description: 'The open account; null when it failed.' })
  accountId!: string | null

  @Field(() => RegistrationRefusal, { nullable: true, description: 'Why it failed, else null.' })
  refusal!: RefusalData<RefusalCode> | null
}

export const toRegistrationPayload = ({ result, accountId }: Registered): RegistrationPayloadType => ({
  result,
  accountId,
  refusal: null,
})

export const refusedRegistration = (code: RefusalCode, language: Language): RegistrationPayloadType => ({
  result: 'FAILED',
  accountId: null,
  refusal: { code, message: messagesFor(language).registrationRefusal[code] },
})
