import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

/** The words of an assertion are read by who mends a bug of ours; no test holds them. */
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
