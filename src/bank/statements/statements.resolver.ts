import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AccountType, CustomerType, toCustomer } from '../customers/customer.types.js'
import { ofHolders } from '../customers/of-holders.js'
import { journeyActors, customerReadersAndGateway, staff } from '../../platform/graphql/access.js'
import { MsisdnArg, textOrEmpty, TypedArg } from '../../platform/graphql/arguments.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { refusalAsPayload } from '../../platform/graphql/errors.js'
import { costOfFirstRows, costOfWriting } from '../../platform/graphql/limits.js'
import { InputArg } from '../../platform/graphql/mutation.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { prepareStatement } from './prepare-statement.js'
import { requestStatement } from './request-statement.js'
import {
  PrepareStatementInput,
  refusedStatement,
  RequestStatementInput,
  StatementReferenceType,
  statementRefusals,
  StatementRequestPayloadType,
  StatementStandingType,
  StatementType,
  toStatement,
  toStatementRequest,
  toStatementStanding,
} from './statement.types.js'
import { statements } from './statements.connection.js'
import { findStatement, statementOf } from './statements.read.js'
import { customersById } from '../customers/customers.loaders.js'

interface RequestArgs {
  readonly msisdn: Msisdn
  readonly email?: string | null
  readonly period?: string | null
  readonly reference?: string | null
}

@Resolver(() => StatementType)
export class StatementsResolver {
  constructor(private readonly deps: DepsOf<typeof prepareStatement> & DepsOf<typeof requestStatement>) {}

  @Authorized(journeyActors)
  @Mutation(() => StatementReferenceType, {
    complexity: costOfWriting,
    description: 'Creates the reference with which a statement is requested, for any number.',
  })
  async prepareStatement(
    @Ctx() { call }: RequestContext,
    @InputArg(PrepareStatementInput) { msisdn }: { readonly msisdn: Msisdn },
  ): Promise<StatementReferenceType> {
    return { reference: await prepareStatement(this.deps, call, msisdn) }
  }

  @Authorized(journeyActors)
  @Mutation(() => StatementRequestPayloadType, {
    complexity: costOfWriting,
    description: 'Requests a statement by e-mail, once per reference. The address is kept on file.',
  })
  requestStatement(
    @Ctx() { call }: RequestContext,
    @InputArg(RequestStatementInput) { msisdn, email, period, reference }: RequestArgs,
  ): Promise<StatementRequestPayloadType> {
    const input = {
      msisdn,
      email: textOrEmpty(email),
      period: textOrEmpty(period),
      reference: textOrEmpty(reference),
    }
    return refusalAsPayload(
      statementRefusals,
      requestStatement(this.deps, call, input).then(toStatementRequest),
      (code, { cause }) => refusedStatement(code, cause, call.language),
    )
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => StatementStandingType, {
    description: 'The state of a statement that this number requested.',
  })
  async statementStanding(
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('reference', 'The reference that it was requested with.') reference: string | null | undefined,
  ): Promise<StatementStandingType> {
    return toStatementStanding(await statementOf(this.deps.database.read, msisdn, textOrEmpty(reference)))
  }

  @Authorized(staff)
  @Query(() => StatementType, {
    nullable: true,
    description: 'A statement; null when none was requested with this reference.',
  })
  async statement(
    @Ctx() { personal }: RequestContext,
    @Arg('id', () => ID, { description: 'The reference, `STM-...`.' }) id: string,
  ): Promise<StatementType | null> {
    const statement = await findStatement(this.deps.database.read, id)
    return statement ? toStatement(statement, personal) : null
  }

  @Authorized(staff)
  @Query(() => statements.type, {
    complexity: costOfFirstRows,
    description: 'Statements, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  statements(@Ctx() context: RequestContext, @Args(() => statements.args) args: ConnectionArgs) {
    return statements.page(context, args)
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer that it belongs to.' })
  async customer(
    @Root() { customerId }: StatementType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerStatementsResolver {
  @FieldResolver(() => statements.type, {
    complexity: costOfFirstRows,
    description: 'Their statements, the latest first.',
  })
  statements(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => statements.args) args: ConnectionArgs,
  ) {
    return statements.below({ customerId: key }, context, args)
  }
}

@Resolver(() => AccountType)
export class AccountStatementsResolver {
  @FieldResolver(() => statements.type, {
    complexity: costOfFirstRows,
    description: 'Its statements, the latest first.',
  })
  statements(
    @Root() { key }: AccountType,
    @Ctx() context: RequestContext,
    @Args(() => statements.args) args: ConnectionArgs,
  ) {
    return statements.below({ accountId: key }, context, args, {
      narrow: ofHolders('statements.customer_id'),
    })
  }
}
