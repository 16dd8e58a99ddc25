import type { Chapter } from '../../platform/docs/guide.js'

/** The members of the envelope. A test compares them with the facade's schema, and sends a call without each of them. */
export const theEnvelope: Chapter = {
  id: 'envelope',
  title: 'The envelope',
  text: 'Every call has the same body, in UTF-8 and of at most 64 KiB. Other members are ignored; a body that repeats a member is refused.\n\nThe gateway chooses both identifiers; they need not be those of the network. We store them with the answer, so that a complaint can be traced from a USSD session to a payment. Nothing depends on them: a confirmation in another session is about the same order.',
  tables: [
    {
      caption: 'Members of the envelope',
      heads: ['member', 'what it is', 'without it'],
      rows: [
        [
          '`arguments`',
          'A list of at most 100 pairs `{ "key": { "value": … }, "value": { "value": … } }`, in any order; both values are strings. One has the key `operation_name`. An empty value counts as missing, and a key that the operation does not know is ignored.',
          '400 `MALFORMED_ENVELOPE`, also if no pair has the key `operation_name`',
        ],
        [
          '`sessionIdentifier`',
          '1 to 64 characters: a new one each time that a customer dials, either the network’s session or your own.',
          '400 `MALFORMED_ENVELOPE`',
        ],
        [
          '`journeyIdentifier`',
          '1 to 64 characters: one for each purpose of the customer, such as a deposit; it may last over several sessions. If you have no such id, send the session identifier.',
          '400 `MALFORMED_ENVELOPE`',
        ],
        [
          '`languageCode`',
          'The language of the texts in the answer: English for `en` and for tags such as `en-GB`, French for all others.',
          'The texts are French.',
        ],
      ],
    },
  ],
}
