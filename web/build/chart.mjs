// We draw one curve over days; uPlot can draw much more. A third of its code is for bars, steps, splines, logarithms,
// names of months and a cursor. There is no smaller package, so the functions that we never call are removed by name.
import { readFile } from 'node:fs/promises'

const uncalled = `rangeLog rangeAsinh logAxisSplits asinhAxisSplits log10AxisValsFilt log2AxisValsFilt snapLogY snapAsinhY
  fmtDate timeAxisStamps timeAxisVals timeAxisVal timeSeriesStamp timeSeriesVal legendStroke legendFill
  bandFillClipDirs clipBandLine seriesFillTo`

/** Each cut: a pattern in uPlot's bundle, and its replacement. */
const cuts = [
  // Unused parts of the public interface: other kinds of curves, time zones, joining tables.
  [/^uPlot\.assign = assign;[^]*?(?=^export )/m, ''],
  [/^const FEAT_TIME += true;/m, 'const FEAT_TIME = false;'],
  [/^\tconst showLegend = legend\.show;/m, '\tconst showLegend = false;'],
  [/^\tconst showCursor = +cursor\.show;/m, '\tconst showCursor = false;'],
  [/^const months = \[[^]*?^\];/m, 'const months = [];'],
  [/^const days = \[[^]*?^\];/m, 'const days = [];'],
  [/^const engNames = \{[^]*?^\};/m, 'const engNames = {};'],
  [/^const subs = \{[^]*?^\};/m, 'const subs = {};'],
  [/^function genTimeStuffs\([^]*?^}/m, 'const genTimeStuffs = () => [[], [], () => undefined]'],
  ...uncalled
    .split(/\s+/)
    .map((name) => [new RegExp(`^function ${name}\\([^]*?^}`, 'm'), `function ${name}() { return [] }`]),
]

/** Fails the build when a pattern does not match, so that an upgrade of uPlot cannot go unnoticed. */
export const withoutUnusedCode = {
  name: 'without unused code',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]uplot[/\\]dist[/\\]uPlot\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const [pattern, instead] of cuts) {
        if (!pattern.test(contents)) throw new Error(`uPlot has no ${pattern}: see web/build/chart.mjs`)
        contents = contents.replace(pattern, instead)
      }
      return { contents, loader: 'js' }
    }),
}
