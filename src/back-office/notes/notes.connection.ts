import { keyOfAnyId } from '../../kernel/ids.js'
import { columnIn, rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, anyOf, inInstantRange, ofCustomerOrAccount } from '../../platform/graphql/filters.js'
import { Note } from './note.entity.js'
import { noteSubjectEnum, NoteType, toNote } from './note.types.js'

export const notes = connection<Note>({
  name: 'Note',
  of: 'notes',
  node: () => NoteType,
  source: rowsOf(Note),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'About this customer, or something of theirs.'),
    about: anyOf('about', () => noteSubjectEnum, 'About any of these.'),
    subject: {
      ...anyId('subject', 'About the rows of any of these ids.'),
      where: (column, value) => columnIn(column, (value as readonly string[]).map(keyOfAnyId)),
    },
    author: anyId('author', 'Of any of these persons, by name.'),
    at: inInstantRange('at', 'Written in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toNote(row, personal)),
})
