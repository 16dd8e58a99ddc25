import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { facadeOpenApi } from '../../facade/openapi.js'
import { french } from '../../src/app/guide/french/french.js'
import { gatewayGuide } from '../../src/app/guide/guide.js'
import { clientsInDevelopment, scoringGuide } from '../../src/app/guide/scoring.js'
import { entryPointsOf } from '../../src/app/front.js'
import { allRoles } from '../../src/app/config/process-roles.js'
import { packageRoot, readConfig } from '../../src/app/config/config.js'
import { createDocs, type Docs, type DocsParts } from '../../src/platform/docs/create-docs.js'
import { bankNames } from '../../src/scoring-contract/bank-names.js'
import { scoringOpenApi } from '../../src/scoring-service/openapi/document.js'
import { stubFacade, unregisteredStubs } from '../facade/stub-facade.js'
import { startStubServer, type StubServer } from '../running/stub-server.js'

const assets = join(packageRoot, 'src', 'platform', 'docs', 'assets')

export const docsWith = (changes: Partial<DocsParts> = {}): Docs =>
  createDocs({
    facade: () => facadeOpenApi(stubFacade(unregisteredStubs).operations),
    scoring: () => scoringOpenApi(),
    scoringGuide: () => ({
      chapters: scoringGuide(assets, readConfig({}).scoring, changes.hidesKeys),
      clients: clientsInDevelopment,
      banks: bankNames,
    }),
    guide: () => gatewayGuide(assets, changes.hidesKeys),
    stages: [],
    hidesKeys: false,
    stage: 'development',
    version: '1.2.3',
    entryPoints: entryPointsOf(allRoles, 'development'),
    assets,
    french,
    tokens: readFileSync(join(packageRoot, 'web', 'design', 'tokens.css'), 'utf8'),
    ...changes,
  })

/** The real HTTP server with the documentation; its operations answer as for a customer who is not registered. */
export const startDocs = (
  changes: Partial<DocsParts> = {},
): Promise<StubServer & { readonly calls: string[] }> => {
  const calls: string[] = []
  const facade = stubFacade(unregisteredStubs)
  const page = { script: 'page.js', style: 'page.css', preload: [] }
  return startStubServer({
    docs: docsWith(changes),
    pages: {
      assets: import.meta.dirname,
      byName: new Map(['console', 'explorer', 'sandbox'].map((name) => [name, page])),
      operations: new Map(),
    },
    facade: {
      handle: (endpoint, body, contextFor) => {
        calls.push(endpoint)
        return facade.handle(endpoint, body, contextFor)
      },
    },
  }).then((server) => Object.assign(server, { calls }))
}
