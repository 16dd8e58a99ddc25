import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { customerReaders, journeyActors, journeyReaders, staff } from '../../platform/graphql/access.js'
import { MsisdnArg, TypedArg } from '../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { orRefused } from '../../platform/graphql/errors.js'
import { rows, writing } from '../../platform/graphql/limits.js'
import type { Pseudonyms } from '../../platform/identity/pseudonym.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { Account } from './customer.entity.js'
import { AccountType, CustomerType, toAccount, toCustomer } from './customer.types.js'
import { readCustomer, readRegistration } from './customers.read.js'
import { registerCustomer } from './register-customer.js'
import {
  EmailOnFileType,
  RegistrationPayloadType,
  RegistrationType,
  refusedRegistration,
  registrationRefusals,
  toEmailOnFile,
  toRegistration,
  toRegistrationPayload,
} from './registration.types.js'
import { customersById } from './customers.loaders.js'
import { accountsOfCustomer } from './customers.loaders.js'

const openOf = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ status }) => status !== 'CLOSED')

@Resolver(() => CustomerType)
export class CustomersResolver {
  constructor(
    private readonly deps: DepsOf<typeof registerCustomer> & {
      readonly keys: { readonly pseudonyms: Pick<Pseudonyms, 'idOf'> }
    },
  ) {}

  @Authorized(customerReaders)
  @Query(() => CustomerType, {
    nullable: true,
    description: 'Whoever ever registered this number; null when nobody did.',
  })
  async customer(
    @Ctx() { personal }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<CustomerType | null> {
    const customer = await readCustomer(this.deps.database.read, msisdn)
    return customer ? toCustomer(customer, personal) : null
  }

  @Authorized(staff)
  @Query(() => CustomerType, {
    nullable: true,
    description: 'A customer by the id that this reader sees; null when there is none.',
  })
  async customerById(
    @Ctx() { load, personal }: RequestContext,
    @Arg('id', () => ID, { description: 'As `Customer.id` is shown to the same reader.' }) id: string,
  ): Promise<CustomerType | null> {
    const key = personal.isMasked ? this.deps.keys.pseudonyms.idOf(id) : id
    const customer = key === undefined ? undefined : await load(customersById, key)
    return customer ? toCustomer(customer, personal) : null
  }

  @Authorized(journeyReaders)
  @Query(() => RegistrationType, { description: 'Whether this number has an account.' })
  async registration(
    @Ctx() { personal }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<RegistrationType> {
    return toRegistration(await readRegistration(this.deps.database.read, msisdn), personal)
  }

  @Authorized(journeyReaders)
  @Query(() => EmailOnFileType, { description: 'The e-mail address of this number.' })
  async emailOnFile(
    @Ctx() { personal }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<EmailOnFileType> {
    return toEmailOnFile(await readRegistration(this.deps.database.read, msisdn), personal)
  }

  @Authorized(journeyActors)
  @Mutation(() => RegistrationPayloadType, {
    complexity: writing,
    description: 'Opens an account for this number, once: a second call changes nothing.',
  })
  registerCustomer(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('email', 'Where statements go; optional, and not for staff, who propose it.')
    email: string | null | undefined,
    @TypedArg('clockId', 'The test clock to live by, for ever; needs the role TESTER.')
    clockId: string | null | undefined,
  ): Promise<RegistrationPayloadType> {
    const input = { msisdn, email: email ?? null, clockId: clockId ?? null }
    return orRefused(
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

  @FieldResolver(() => [AccountType], {
    complexity: rows(2),
    description: 'All stays with the bank, the latest first.',
  })
  async accounts(
    @Root() { key }: CustomerType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<AccountType[]> {
    return (await load(accountsOfCustomer, key)).map((account) => toAccount(account, personal))
  }
}
