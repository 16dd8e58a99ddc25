import { Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../bank/customers/customer.types.js'
import { customersById } from '../../bank/customers/customers.loaders.js'
import { customerReaders, recordReaders } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfWriting } from '../../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../../platform/graphql/mutation.js'
import { addNote } from './add-note.js'
import { keyOfAnyId } from '../../kernel/ids.js'
import type { NoteSubject } from './note.entity.js'
import { noteSubjectEnum, NoteType, toNote } from './note.types.js'
import { notes } from './notes.connection.js'

const adding = mutationOf({
  name: 'AddNote',
  to: 'writing a note',
  takes: {
    about: { type: () => noteSubjectEnum, isRequired: true, description: 'What it is about.' },
    subject: { type: () => ID, isRequired: true, description: 'The id of what it is about.' },
    text: {
      type: () => String,
      isRequired: true,
      description: 'The text; at most 2000 characters.',
    },
    idempotencyKey,
  },
  gives: { note: { type: () => NoteType, description: 'The note; null where refused.' } },
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})

interface AddNote {
  readonly idempotencyKey: string
  readonly about: NoteSubject
  readonly subject: string
  readonly text: string
}

@Resolver(() => NoteType)
export class NotesResolver {
  constructor(private readonly deps: DepsOf<typeof addNote>) {}

  @Authorized(recordReaders)
  @Query(() => notes.type, {
    complexity: costOfFirstRows,
    description: 'Notes of staff, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  notes(@Ctx() context: RequestContext, @Args(() => notes.args) args: ConnectionArgs) {
    return notes.page(context, args)
  }

  @Authorized(customerReaders)
  @Mutation(() => adding.payload, {
    complexity: costOfWriting,
    description: 'Adds a note about a customer, a case, an order or a payout, for other staff.',
  })
  addNote(@Ctx() context: RequestContext, @InputArg(adding.input) input: AddNote) {
    const written = async () => ({
      note: toNote(
        await addNote(this.deps, withIdempotencyKey(context, 'addNote', input), {
          ...input,
          subject: keyOfAnyId(input.subject),
        }),
        context.personal,
      ),
    })
    return adding.answer(written())
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer that it is about, or whose row it is about.',
  })
  async customer(
    @Root() { customerId }: NoteType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const found = await load(customersById, customerId)
    return found ? toCustomer(found, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerNotesResolver {
  @Authorized(recordReaders)
  @FieldResolver(() => notes.type, {
    complexity: costOfFirstRows,
    description: 'Notes of staff about the customer and their rows, the latest first.',
  })
  notes(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => notes.args) args: ConnectionArgs,
  ) {
    return notes.below({ customerId: key }, context, args)
  }
}
