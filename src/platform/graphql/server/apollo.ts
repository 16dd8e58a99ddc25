import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import type { Log } from '../../../kernel/log.js'
import { accessPlugin } from './access-plugin.js'
import { compiledPlugin } from './compiled-plugin.js'
import type { RequestContext } from '../context.js'
import { formatErrors, unavailablePlugin } from './format-error.js'
import { nameArguments } from './name-arguments.js'
import { limitsPlugin, tokensMax } from '../limits.js'
import { schemaForStaff } from './schema-for-staff.js'

export interface ApolloParts {
  readonly schema: GraphQLSchema
  readonly production: boolean
  readonly log: Log
  readonly plugins?: readonly ApolloServerPlugin<RequestContext>[]
}

const logger = (log: Log): NonNullable<ApolloServerOptions<RequestContext>['logger']> => ({
  debug: () => {},
  info: (message) => log.info({ event: 'graphql.server' }, String(message)),
  warn: (message) => log.warn({ event: 'graphql.server' }, String(message)),
  error: (message) => log.error({ event: 'graphql.server' }, String(message)),
})

/**
 * The server behind `/graphql`, not started. Only staff may read the schema in production. Requests that a form of another site could
 * send are refused (CSRF prevention). Documents are not cached, since anybody with a key could fill the cache, and parsing at most
 * 16 KB is fast.
 */
export const createApollo = ({
  schema,
  production,
  log,
  plugins = [],
}: ApolloParts): ApolloServer<RequestContext> => {
  const format = formatErrors({ log })
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    documentStore: null,
    // Locations would keep the text of a document in memory, and it may be long: comments do not count as tokens.
    parseOptions: { maxTokens: tokensMax, noLocation: true },
    validationRules: [nameArguments],
    plugins: [
      limitsPlugin,
      accessPlugin(format),
      unavailablePlugin,
      schemaForStaff(production),
      compiledPlugin,
      ApolloServerPluginLandingPageDisabled(),
      // Caching is disabled by the server's headers; computing a cache policy per field costs a tenth of a long answer.
      ApolloServerPluginCacheControlDisabled(),
      ...plugins,
    ],
    formatError: format,
    logger: logger(log),
  })
}
