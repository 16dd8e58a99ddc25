import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { tokens } from '../../platform/pages/tokens.js'
import { createDocs, type Docs } from '../../platform/docs/create-docs.js'
import { bankNames } from '../../scoring-contract/bank-names.js'
import { scoringOpenApi } from '../../scoring-service/openapi/document.js'
import { packageRoot, type Config } from '../config/config.js'
import { entryPointsOf } from '../front.js'
import { french } from './french/french.js'
import { gatewayGuide } from './guide.js'
import { clientsInDevelopment, scoringGuide } from './scoring.js'

interface Documented {
  /** The OpenAPI document of the gateway. */
  readonly facade: () => object
  readonly schema: GraphQLSchema
  readonly version: string
}

/** All that is at `/docs`, and the page of entry points at `/`. */
export const documentation = (config: Config, { facade, schema, version }: Documented): Docs => {
  const assets = join(packageRoot, 'src', 'platform', 'docs', 'assets')
  // In production, and with DEVELOPMENT_SECRET, the published development keys are not accepted, so the pages do not show them.
  const hidesKeys = config.production || config.developmentSecret !== undefined
  return createDocs({
    facade,
    guide: () => gatewayGuide(assets, hidesKeys),
    scoring: () => scoringOpenApi(config.scoring.documentTypeAliases),
    scoringGuide: () => ({
      chapters: scoringGuide(assets, config.scoring, hidesKeys),
      clients: clientsInDevelopment,
      banks: bankNames,
    }),
    ...(config.roles.has('staff') && { graphql: schema }),
    stages: config.stages,
    hidesKeys,
    stage: config.stage,
    assets,
    french,
    tokens,
    version,
    entryPoints: entryPointsOf(config.roles, config.stage),
  })
}
