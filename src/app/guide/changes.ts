import type { Chapter } from '../../platform/docs/guide.js'

/** What a gateway may rely on. */
export const ofTheWire: Chapter = {
  id: 'wire-changes',
  title: 'What may change of the wire, and how it is told',
  text: 'The wire is version 1.0.0. What may come is another operation, another argument that may be left out, another key behind those that an answer has, another word of a status or a reason. So read pairs by their key and not by their place, pass over keys that you do not know, and show the text of an answer whose word you do not know.\n\nNothing else changes: no key goes, is renamed or moves, and no argument becomes needed. The changelog says of every version what was added, before it is served; every version is compared with the one before it, byte by byte, by tests.',
}

/** What a gateway's engineer runs once a first deposit has come through. */
export const whatNext: Chapter = {
  id: 'what-next',
  title: 'What to run next',
  text: 'With the files of a release come the programs and papers below; the texts of the customer are in `docs/gateway-texts.md` too, for a gateway that keeps them.',
  tables: [
    {
      caption: 'Programs and papers',
      heads: ['what', 'what for'],
      rows: [
        [
          '`cauri conformance --url <address> --key <key>`',
          'Calls every operation of a service, and says where an answer is not of this contract.',
        ],
        [
          '`npm run scenario -- scenarios/contract/top-up.yaml`',
          'Plays a journey, with a line for each step. `scenarios/` has one for each ending of the wallet; `/simulator` plays them, and saves what you do there as another.',
        ],
        ['`docs/wire-contract.md`', 'The same contract on paper, with each rule of the envelope.'],
        ['`docs/emulator.md`', 'What each number of the test wallet does.'],
        ['`CHANGELOG.md`', 'What came with each version.'],
      ],
    },
  ],
}

/** What a lender's system may rely on. */
export const ofTheScoringService: Chapter = {
  id: 'changes',
  title: 'What may change of the scoring service, and how it is told',
  text: 'No path has a version; each answer says `X-API-Version`, today `1.0.0`. What is added changes the last two places: another member of a body, another optional field, another word of `reasonCodes`, `cappedBy` or of a code above, another header. So ignore members that you do not know, and treat a word that you do not know as its kind.\n\nNothing else changes: no member goes, is renamed, or changes its type, its unit or its place. Were that ever needed, it would be at another address, and this one would go on beside it. The changelog says of every version what was added, before it is served.',
}
