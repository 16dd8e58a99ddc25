import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import { describedEnum } from '../../platform/graphql/words.js'
import { shownId, type PrefixedKind } from '../../kernel/ids.js'
import type { Instant } from '../../kernel/clock.js'
import type { Note, NoteSubject } from './note.entity.js'

export const noteSubjectEnum = describedEnum<NoteSubject>('NoteSubject', 'What a note is about.', {
  CUSTOMER: 'A customer.',
  REVIEW_CASE: 'A review case.',
  PAYMENT_ORDER: 'A payment order.',
  PAYOUT: 'A payout.',
})

@ObjectType('Note', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A note of a member of staff for the others. Never changed.',
})
export class NoteType {
  @Field(() => ID, { description: 'Our id of the note, `NOTE-...`.' })
  id!: string

  @Field(() => noteSubjectEnum, { description: 'What it is about.' })
  about!: NoteSubject

  @Field(() => ID, { description: 'The id of what it is about.' })
  subject!: string

  @Field(() => String, { description: 'What was written.' })
  text!: string

  @Field(() => String, { description: 'The person who wrote it.' })
  author!: string

  @Field(() => InstantScalar, { description: 'When it was written.' })
  at!: Instant

  /** Read by the resolver of the field `customer`. */
  customerId!: string
}

const kinds: Readonly<Partial<Record<NoteSubject, PrefixedKind>>> = {
  REVIEW_CASE: 'ReviewCase',
  PAYMENT_ORDER: 'PaymentOrder',
}

const shownSubject = (about: NoteSubject, key: string, personal: PersonalData): string => {
  if (about === 'CUSTOMER') return personal.customerId(key)
  const kind = kinds[about]
  return kind ? shownId(kind, key) : key
}

export const toNote = (
  { id, about, subject, text, author, at, customerId }: Note,
  personal: PersonalData,
): NoteType => ({
  id,
  about,
  subject: shownSubject(about, subject, personal),
  text: personal.text(text),
  author,
  at,
  customerId,
})
