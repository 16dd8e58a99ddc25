import type { Chapter } from '../../platform/docs/guide.js'

/** Member by member; a test compares with the schema of the facade, and tries what happens without each. */
export const theEnvelope: Chapter = {
  id: 'envelope',
  title: 'The envelope',
  text: 'Every call has the same body, in UTF-8 and of at most 64 KiB. Members that are not named here are passed over; one that is named twice is refused.\n\nThe two identifiers are the gateway’s own, and need not be the network’s. We keep them with what was answered, so that a complaint can be followed from a dialled session to a payment, and decide nothing by them: what is confirmed in another session is the same order.',
  tables: [
    {
      caption: 'Members of the envelope',
      heads: ['member', 'what it is', 'without it'],
      rows: [
        [
          '`arguments`',
          'A list of at most 100 pairs `{ "key": { "value": … }, "value": { "value": … } }`, in any order; both values are strings. One has the key `operation_name`. An empty value is as none, and a key that the operation does not know is passed over.',
          '400 `MALFORMED_ENVELOPE`; the same where no pair names the operation',
        ],
        [
          '`sessionIdentifier`',
          '1 to 64 characters: one for each time that a customer dials, the network’s session or one of your own.',
          '400 `MALFORMED_ENVELOPE`',
        ],
        [
          '`journeyIdentifier`',
          '1 to 64 characters: one for what the customer came to do, across sessions if need be. Without such a notion send the session again.',
          '400 `MALFORMED_ENVELOPE`',
        ],
        [
          '`languageCode`',
          'The language of the texts in the answer: `en`, also as `en-GB`, is English, and everything else is French.',
          'The texts are French.',
        ],
      ],
    },
  ],
}
