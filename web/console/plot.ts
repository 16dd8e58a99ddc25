import Plot from 'uplot'
import { count } from '../shared/format.js'

const heightPx = 240
const dayMs = 86_400_000

/** The possible numbers of days between two lines of the axis. */
const stepsOfDays = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728, 1820]

/**
 * Draws a curve in the colours of the page: a sum for each day, where days are counted from 1970. It is drawn once and
 * has no cursor; what else uPlot can draw is not in the build (web/build/chart.mjs).
 */
export const drawCurve = (
  place: HTMLElement,
  [dayNumbers, sums]: readonly [number[], number[]],
  label: string,
): { destroy(): void } => {
  const style = getComputedStyle(place)
  const [stroke, grid] = [style.getPropertyValue('color'), style.getPropertyValue('border-color')]
  const days = new Intl.DateTimeFormat(document.documentElement.lang === 'en' ? 'en-GB' : 'fr-CM', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const axis = { stroke, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
  return new Plot(
    {
      width: Math.max(place.clientWidth, 280),
      height: heightPx,
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false } },
      axes: [
        {
          ...axis,
          incrs: stepsOfDays,
          values: (_, splits) => splits.map((at) => days.format(new Date(at * dayMs))),
        },
        { ...axis, size: 70, values: (_, splits) => splits.map(count) },
      ],
      series: [{}, { label, stroke, width: 2, points: { fill: stroke } }],
    },
    [dayNumbers, sums],
    place,
  )
}
