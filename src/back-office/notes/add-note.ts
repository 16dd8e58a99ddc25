import type { Database, Sql, Tx } from '../../platform/database/database.js'
import { insert, selectOne } from '../../platform/database/rows.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { checkedText } from '../checked-text.js'
import { Note, type NoteSubject } from './note.entity.js'
import { columns, text } from '../../platform/database/read-row.js'

const textLengthMax = 2000

/** For each kind of subject, the query for its row and its customer. */
const rowsOf: Readonly<Record<NoteSubject, string>> = {
  CUSTOMER: 'SELECT id, id AS customer_id FROM customers WHERE id = ?',
  REVIEW_CASE: 'SELECT id, customer_id FROM review_cases WHERE id = ?',
  PAYMENT_ORDER: 'SELECT id, customer_id FROM payment_orders WHERE id = ?',
  PAYOUT: 'SELECT id, customer_id FROM payouts WHERE id = ?',
}

const subjectOf = columns({ id: text, customerId: text })

const ownerOf = async (sql: Sql, about: NoteSubject, subject: string): Promise<string> => {
  const [row] = await sql.all(rowsOf[about], [subject])
  const found = row && subjectOf(row)
  // The id is compared again, since MySQL ignores trailing blanks.
  if (found?.id !== subject) throw new Refusal('INVALID_REFERENCE', 'There is nothing of this id')
  return found.customerId
}

const noteOf = async (tx: Tx, id: string): Promise<Note> => (await selectOne(tx, Note, 'WHERE id = ?', [id]))!

/** Adds a note for other staff. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT. */
export const addNote = (
  { database }: { readonly database: Database },
  call: Call,
  note: { readonly about: NoteSubject; readonly subject: string; readonly text: string },
): Promise<Note> =>
  database.inTransaction(async (tx) => {
    const { about, subject } = note
    const text = checkedText('text', note.text, textLengthMax)
    const id = `NOTE-${newId(call.now)}`
    const earlier = await recordOnce(tx, call, id)
    if (earlier !== undefined) return noteOf(tx, earlier)
    const customerId = await ownerOf(tx, about, subject)
    const by = { author: call.actor.name, authorId: call.actor.id ?? null, at: call.now }
    await insert(tx, Note, { id, about, subject, customerId, text, ...by })
    await audit(tx, call, { action: 'ADD_NOTE', customerId, subject: id, after: { about, of: subject } })
    return noteOf(tx, id)
  })
