import type { Chapter } from '../../platform/docs/guide.js'

/** What a gateway may rely on. */
export const wireChanges: Chapter = {
  id: 'wire-changes',
  title: 'What may change on the wire, and how it is announced',
  text: 'The wire has the version 1.0.0. A later version may add an operation, an optional argument, a key at the end of an answer, or a value of a status or a reason. So read pairs by their key and not by their position, ignore unknown keys, and if a status or a reason is unknown, show the text of the answer.\n\nNothing else changes: no key is removed, renamed or moved, and no argument becomes mandatory. The changelog lists the additions of a version before it is in service, and tests compare each version with the previous one byte by byte.',
}

/** What a gateway's engineer runs or reads once a first deposit has come through. */
export const whatNext: Chapter = {
  id: 'what-next',
  title: 'What to run next',
  text: 'A release contains the programs and documents below. `docs/gateway-texts.md` has all texts for customers, for a gateway that stores them itself.',
  tables: [
    {
      caption: 'Programs and documents',
      heads: ['name', 'purpose'],
      rows: [
        [
          '`cauri conformance --url <address> --key <key>`',
          'Calls every operation of a service, and reports each answer that violates this contract.',
        ],
        [
          '`npm run scenario -- scenarios/contract/top-up.yaml`',
          'Plays a journey, and prints a line for each step. `scenarios/` has one for each outcome of a payment; `/simulator` plays them too, and saves what you do there as a new one.',
        ],
        ['`docs/wire-contract.md`', 'The same contract as a document, with all rules of the envelope.'],
        ['`docs/emulator.md`', 'The numbers of the test wallet, and what each does.'],
        ['`CHANGELOG.md`', 'The changes of each version.'],
      ],
    },
  ],
}

/** What a lender's system may rely on. */
export const scoringChanges: Chapter = {
  id: 'changes',
  title: 'What may change in the scoring service, and how it is announced',
  text: 'Paths have no version; each answer has the header `X-API-Version`, today `1.0.0`. An addition raises the second or the third number: a member of a body, an optional field, a value of `reasonCodes`, `cappedBy` or one of the codes above, a header. So ignore unknown members, and do not fail on an unknown value: show the `text` of a reason, and go by the HTTP status of an error.\n\nNothing else changes: no member is removed or renamed, or changes its type, unit or position. Such a change would get a new address, and this one would stay. The changelog lists the additions of a version before it is in service.',
}
