import { Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { journeyActors, customerReadersAndGateway, staff } from '../../platform/graphql/access.js'
import { MsisdnArg } from '../../platform/graphql/arguments.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { refusalAsPayload } from '../../platform/graphql/errors.js'
import { costOfFirstRows, costOfWriting } from '../../platform/graphql/limits.js'
import { InputArg } from '../../platform/graphql/mutation.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { Account } from './customer.entity.js'
import { AccountType, CustomerType, toAccount } from './customer.types.js'
import { readRegistration } from './customers.read.js'
import { registerCustomer } from './register-customer.js'
import {
  EmailOnFileType,
  RegistrationInput,
  RegistrationPayloadType,
  RegistrationType,
  refusedRegistration,
  registrationRefusals,
  toEmailOnFile,
  toRegistration,
  toRegistrationPayload,
} from './registration.types.js'
import { accounts, customers } from './customers.connection.js'
import { accountsOfCustomer } from './customers.loaders.js'

interface RegistrationArgs {
  readonly msisdn: Msisdn
  readonly email?: string | null
  readonly clockId?: string | null
}

const openOf = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ status }) => status !== 'CLOSED')

@Resolver(() => CustomerType)
export class CustomersResolver {
  constructor(private readonly deps: DepsOf<typeof registerCustomer>) {}

  @Authorized(staff)
  @Query(() => customers.type, {
    complexity: costOfFirstRows,
    description: 'Customers, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  customers(@Ctx() context: RequestContext, @Args(() => customers.args) args: ConnectionArgs) {
    return customers.page(context, args)
  }

  @Authorized(staff)
  @Query(() => accounts.type, {
    complexity: costOfFirstRows,
    description: 'Accounts of customers, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  accounts(@Ctx() context: RequestContext, @Args(() => accounts.args) args: ConnectionArgs) {
    return accounts.page(context, args)
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => RegistrationType, { description: 'Whether this number has an account.' })
  async registration(
    @Ctx() { personal }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<RegistrationType> {
    return toRegistration(await readRegistration(this.deps.database.read, msisdn), personal)
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => EmailOnFileType, { description: 'The e-mail address of this number.' })
  async emailOnFile(
    @Ctx() { personal }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<EmailOnFileType> {
    return toEmailOnFile(await readRegistration(this.deps.database.read, msisdn), personal)
  }

  @Authorized(journeyActors)
  @Mutation(() => RegistrationPayloadType, {
    complexity: costOfWriting,
    description: 'Opens an account for this number, once: a second call changes nothing.',
  })
  registerCustomer(
    @Ctx() { call }: RequestContext,
    @InputArg(RegistrationInput) { msisdn, email, clockId }: RegistrationArgs,
  ): Promise<RegistrationPayloadType> {
    const input = { msisdn, email: email ?? null, clockId: clockId ?? null }
    return refusalAsPayload(
      registrationRefusals,
      registerCustomer(this.deps, call, input).then(toRegistrationPayload),
      (code) => refusedRegistration(code, call.language),
    )
  }

  @FieldResolver(() => AccountType, {
    nullable: true,
    description: 'The account that is not closed; null when none.',
  })
  async account(
    @Root() { key }: CustomerType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<AccountType | null> {
    const open = openOf(await load(accountsOfCustomer, key))
    return open ? toAccount(open, personal) : null
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'E-mail on file of the account that is not closed; masked for analysts, null when none.',
  })
  async email(
    @Root() { key }: CustomerType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<string | null> {
    return personal.email(openOf(await load(accountsOfCustomer, key))?.email ?? null)
  }

  @FieldResolver(() => accounts.type, {
    name: 'accounts',
    complexity: costOfFirstRows,
    description: 'All accounts of the customer, the latest first.',
  })
  accountsOf(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => accounts.args) args: ConnectionArgs,
  ) {
    return accounts.below({ customerId: key }, context, args)
  }
}
