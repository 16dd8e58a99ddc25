// uPlot draws far more than our one curve over days: a third of it is bars, steps, splines, logarithms, names of months and
// what follows a pointer. Its package has no part of it alone, so that what we never call is taken out by its name.
import { readFile } from 'node:fs/promises'

const uncalled = `rangeLog rangeAsinh logAxisSplits asinhAxisSplits log10AxisValsFilt log2AxisValsFilt snapLogY snapAsinhY
  fmtDate timeAxisStamps timeAxisVals timeAxisVal timeSeriesStamp timeSeriesVal legendStroke legendFill
  bandFillClipDirs clipBandLine seriesFillTo`

/** Each as a pattern in its bundle, and what stands there then. */
const cuts = [
  // All that others may call: other kinds of curves, time zones, the joining of tables.
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

/** Of another release that reads differently the build fails. */
export const withoutWhatIsNeverDrawn = {
  name: 'without what is never drawn',
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
