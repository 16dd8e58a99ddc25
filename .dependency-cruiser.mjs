/**
 * The layers of src, lowest first: what lies in one imports itself and what stands before it, and nothing after
 * (docs/architecture.md#layers).
 */
const layers = [
  'kernel',
  'platform/(log|metrics|html|pdf|crypto|http-client)',
  'platform/database',
  'platform/queue',
  'platform/files',
  'platform/identity',
  'platform/graphql',
  'platform/trace',
  'platform/(http|docs|evidence|pages)',
  'scoring-contract',
  'bank/(messages|failure-reasons)',
  'bank/products',
  'bank/business-clock',
  'bank/customers',
  'bank/(ledger|statement-orders)',
  'bank/payments',
  'bank/savings',
  'bank/(statements|end-of-day|retention|insights|month-end)',
  '(scoring-service|score-requests)',
  'back-office',
  'simulator',
  'app',
  'cli',
]

const pathOf = (layer) => `^src/${layer}/`

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `layer-${layer.replace(/[^a-z-]+/g, '-').replace(/-$/, '')}`,
  comment: 'A layer imports what stands before it.',
  severity: 'error',
  from: { path: pathOf(layer) },
  to: { path: layers.slice(index + 1).map(pathOf) },
}))

/** Beside each other in a layer, and strangers to each other. */
const strangers = (name, comment, one, other) =>
  [
    [one, other],
    [other, one],
  ].map(([from, to]) => ({ name, comment, severity: 'error', from: { path: from }, to: { path: to } }))

export default {
  forbidden: [
    ...upward,
    {
      name: 'in-a-layer',
      comment: 'Each file of src lies in a layer; only the entry stands beside them.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: ['^src/main\\.ts$', ...layers.map(pathOf)] },
    },
    ...strangers(
      'scoring-by-the-wire',
      'The scoring service and who asks it know each other by the contract alone.',
      '^src/scoring-service/',
      '^src/score-requests/',
    ),
    {
      name: 'scoring-knows-no-bank',
      comment: 'The service is one of its own.',
      severity: 'error',
      from: { path: '^src/scoring-service/' },
      to: { path: '^src/bank/' },
    },
    {
      name: 'no-circles',
      comment: 'A circle has no inside and no outside.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      comment: 'Nor has one of folders.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'all-found',
      comment: 'An import that leads nowhere would be missed by every rule below.',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
      },
    },
    {
      name: 'facade-stands-alone',
      comment:
        'The facade is data: what it executes is handed in (docs/design/graphql-and-facade.md#the-facade-is-data).',
      severity: 'error',
      from: {
        path: '^facade/',
      },
      to: {
        path: '^(src|jobs|bench|test)/',
      },
    },
    {
      name: 'kernel-stands-alone',
      comment: 'The kernel imports nothing of ours.',
      severity: 'error',
      from: {
        path: '^src/kernel/',
      },
      to: {
        path: '^(src|facade|jobs|bench|test)/',
        pathNot: '^src/kernel/',
      },
    },
    {
      name: 'rules-are-pure',
      comment:
        'Rules take values and dates: they import the kernel, other rules, the types of a port, the types and data of statements, and zod for the shape of a text.',
      severity: 'error',
      from: {
        path: '\\.rules\\.ts$',
      },
      to: {
        pathNot: [
          '^src/kernel/',
          '\\.rules\\.ts$',
          '/port\\.ts$',
          '^src/scoring-service/(model/(bureau|engine|statement)|card/rows/wordings)\\.ts$',
          '^src/scoring-contract/words\\.ts$',
          '^src/bank/messages/standings\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'jobs-through-app',
      comment: 'Jobs reach use cases through the composition root.',
      severity: 'error',
      from: {
        path: '^jobs/',
      },
      to: {
        path: '^(src|facade|bench|test)/',
        pathNot: ['^src/app/app\\.ts$', '^src/kernel/'],
      },
    },
    {
      name: 'src-knows-no-outside',
      comment: 'Only the entry point and commands put jobs and the facade in front of the domain.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/main\\.ts$', '^src/app/process/', '^src/cli/'],
      },
      to: {
        path: '^(facade|jobs|bench|test)/',
      },
    },
    {
      name: 'nothing-knows-pages',
      comment: 'The service serves what was built.',
      severity: 'error',
      from: { path: '^(src|facade|jobs|bench)/' },
      to: { path: '^web/' },
    },
    {
      name: 'one-entry',
      comment: 'The composition root and the entry are imported by those who start something.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/main\\.ts$', '^src/app/process/', '^src/cli/'],
      },
      to: {
        path: '^src/(app/app|main)\\.ts$',
      },
    },
    {
      name: 'agenda-in-one-place',
      comment: 'Jobs have one engine behind one file.',
      severity: 'error',
      from: {
        pathNot: '^jobs/',
      },
      to: {
        path: 'node_modules/(agenda|@agendajs)/',
      },
    },
    {
      name: 'typeorm-in-database',
      comment: 'Entities and the database module know TypeORM; use cases know transactions.',
      severity: 'error',
      from: {
        pathNot: [
          '\\.entity\\.ts$',
          '^src/platform/database/',
          '^src/app/(entities|open-database)\\.ts$',
          '^ormconfig\\.ts$',
        ],
      },
      to: {
        path: 'node_modules/typeorm/',
      },
    },
    {
      name: 'type-graphql-at-the-edge',
      comment: 'Entities and use cases are not GraphQL.',
      severity: 'error',
      from: {
        pathNot: ['\\.(types|resolver)\\.ts$', '^src/platform/graphql/', '^src/app/schema\\.ts$'],
      },
      to: {
        path: 'node_modules/type-graphql/',
      },
    },
    {
      name: 'parsers-in-children',
      comment:
        'A statement is untrusted input: nothing that serves requests can even load what reads one (docs/design/scoring-service.md#isolation).',
      severity: 'error',
      from: {
        path: '^src/main\\.ts$',
      },
      to: {
        path: [
          'node_modules/pdfjs-dist/',
          'node_modules/csv-parse/',
          '^src/scoring-service/reader/perform\\.ts$',
        ],
        reachable: true,
      },
    },
    {
      name: 'http-calls-in-adapters',
      comment: 'Calls to other systems are made by the adapters of ports, never by a use case.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/platform/http-client/',
          '^src/bank/payments/(momo/|emulator/|emulator-control\\.ts)',
          '^src/score-requests/client/',
          '^src/scoring-service/bureau/',
        ],
      },
      to: {
        path: '^src/platform/http-client/',
      },
    },
    {
      name: 'one-http-client',
      comment: 'Its deadline, its bounds and what it tells of an error are said once.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/platform/http-client/http\\.ts$',
      },
      to: {
        path: 'node_modules/axios/',
      },
    },
    {
      name: 'environment-in-config',
      comment: 'What is set from outside is read in one file.',
      severity: 'error',
      from: {
        pathNot: '^src/app/config',
      },
      to: {
        path: '^src/app/config/(?!(config|process-roles)\\.ts)',
      },
    },
    {
      name: 'no-development-packages',
      comment: 'What runs must be there after npm ci --omit=dev.',
      severity: 'error',
      from: {
        path: '^(src|facade|jobs)/',
      },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
      },
    },
  ],
  required: [
    {
      name: 'imports-are-seen',
      comment:
        'Were no import seen, every rule above would hold. A rule of these holds for a file that is not there: the command names both.',
      severity: 'error',
      module: {
        path: '^src/main\\.ts$',
      },
      to: {
        path: '^src/app/app\\.ts$',
      },
    },
    {
      name: 'imports-of-types-are-seen',
      severity: 'error',
      module: {
        path: '^src/app/http/types\\.ts$',
      },
      to: {
        path: '^src/app/config/config\\.ts$',
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: {
      path: 'node_modules',
    },
    exclude: {
      path: '^dist/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
