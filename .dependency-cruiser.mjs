/**
 * The layers of src, lowest first. A layer may import itself and the layers before it (docs/architecture.md#layers).
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
  comment: 'A layer imports only earlier layers.',
  severity: 'error',
  from: { path: pathOf(layer) },
  to: { path: layers.slice(index + 1).map(pathOf) },
}))

/** Forbids two folders of one layer to import each other. */
const independent = (name, comment, one, other) =>
  [
    [one, other],
    [other, one],
  ].map(([from, to]) => ({ name, comment, severity: 'error', from: { path: from }, to: { path: to } }))

export default {
  forbidden: [
    ...upward,
    {
      name: 'in-a-layer',
      comment: 'Each file of src is in a layer, except the entry point.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: ['^src/main\\.ts$', ...layers.map(pathOf)] },
    },
    ...independent(
      'scoring-by-the-wire',
      'The scoring service and its client share only the contract.',
      '^src/scoring-service/',
      '^src/score-requests/',
    ),
    {
      name: 'scoring-knows-no-bank',
      comment: 'The scoring service is independent of the bank.',
      severity: 'error',
      from: { path: '^src/scoring-service/' },
      to: { path: '^src/bank/' },
    },
    {
      name: 'no-circles',
      comment: 'Files do not import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      comment: 'Folders do not import each other in a circle.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'all-found',
      comment: 'An import that cannot be resolved would escape every rule below.',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
      },
    },
    {
      name: 'facade-stands-alone',
      comment:
        'The facade is data: it gets the functions that it calls as arguments (docs/design/graphql-and-facade.md#the-facade-is-data).',
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
      comment: 'Only the entry point and commands connect jobs and the facade with the domain.',
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
      comment: 'The service serves the built pages and imports no source of them.',
      severity: 'error',
      from: { path: '^(src|facade|jobs|bench)/' },
      to: { path: '^web/' },
    },
    {
      name: 'one-entry',
      comment: 'Only programs that start something import the composition root and the entry point.',
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
      comment: 'Only one file imports the job engine.',
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
      comment: 'Only entities and the database module import TypeORM; use cases use transactions.',
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
      comment: 'Entities and use cases do not import GraphQL.',
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
        'A statement is untrusted input: a process that serves requests cannot even load the parsers (docs/design/scoring-service.md#isolation).',
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
      comment: 'Only adapters of ports call other systems, never a use case.',
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
      comment: 'The HTTP client sets deadline, bounds and error texts in one place.',
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
      comment: 'Environment variables are read in one file.',
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
      comment: 'The service imports only packages that npm ci --omit=dev installs.',
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
        'If no import were found, every rule above would pass. Such a rule also passes for a missing file, so the command names both files.',
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
