import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

/** Messages of assertions are for the developer who fixes a bug; no test checks them. */
const wordsOfAssertions = {
  shouldIgnore: (path) =>
    path.parentPath?.isCallExpression() &&
    path.parentPath.node.callee.name === 'assert' &&
    path.key === 1 &&
    path.listKey === 'arguments'
      ? 'the words of an assertion'
      : undefined,
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'words of assertions', wordsOfAssertions),
]
