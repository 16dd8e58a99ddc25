import Plot from 'uplot'

const heightPx = 240

/** A curve in the colours of the page. */
export const drawCurve = (
  place: HTMLElement,
  [moments, sums]: readonly [number[], number[]],
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
      legend: { show: false },
      scales: { x: { time: true } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((at) => days.format(new Date(at * 1000))) },
        { ...axis, size: 70 },
      ],
      series: [{}, { label, stroke, width: 2 }],
    },
    [moments, sums],
    place,
  )
}
