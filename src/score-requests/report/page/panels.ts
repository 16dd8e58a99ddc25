import type { Language } from '../../../kernel/call.js'
import { html, raw, type Html } from '../../../platform/html/html.js'
import { withColon, translate } from '../display/translate.rules.js'
import type { ChartView, FigureView, PanelView, PillView, TableView } from '../view/view.rules.js'
import { svgOf } from './svg.js'

type Level = 3 | 4

const headingOf = ({ id, title }: PanelView, level: Level): Html =>
  html`${raw(`<h${level} class="title" id="${id}">`)}${title}${raw(`</h${level}>`)}`

/** Prevents line breaks inside a date or a number. */
export const unbroken = (text: string): readonly Html[] =>
  text
    .split(/(-?\d[\d.,:\u00a0-]*\d(?:\u00a0?%|\u00a0[A-Z]{3})?)/)
    .map((piece, at) => (at % 2 === 1 ? html`<span class="unbroken">${piece}</span>` : html`${piece}`))

const absentClass = ({ isAbsent }: FigureView): string => (isAbsent ? 'absent' : '')

const pairOf = (figure: FigureView): Html =>
  html`<div>
    <dt>${figure.label}</dt>
    <dd class="${absentClass(figure)}">${unbroken(figure.value)}</dd>
  </div>`

const marks: Readonly<Record<PillView['state'], string>> = {
  yes: 'M 1.5 6.5 L 4.5 9.5 L 10.5 2.5',
  no: 'M 2.5 6 L 9.5 6',
  unknown: 'M 6 2 L 6 6 M 6 9.5 L 6 10',
}

const pillOf = ({ label, state, word }: PillView, language: Language): Html =>
  html`<li class="${state}">
    <svg viewBox="0 0 12 12" aria-hidden="true"><path d="${marks[state]}" /></svg>${label}<span class="hidden"
      >${withColon('', language)} ${word}</span
    >
  </li>`

const tableOf = ({ head, rows }: TableView, name: string, language: Language): Html => {
  const notKnown = translate('not known', language)
  const isNumber = (text: string): boolean => /^[-\d]/.test(text) || text === notKnown
  const numeric = head.map((_, column) => column > 0 && rows.every((row) => isNumber(row[column] ?? '')))
  const cell = (column: number) => (numeric[column] ? 'number' : '')
  return html`<div
    class="scroll"
    tabindex="0"
    role="group"
    aria-label="${translate('Figures of', language)} ${name}"
  >
    <table>
      <thead>
        <tr>
          ${head.map((text, column) => html`<th scope="col" class="${cell(column)}">${text}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...rest]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${rest.map((text, at) => html`<td class="${cell(at + 1)}">${text}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const swatch = (tone: string): Html =>
  html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" class="f-${tone}" /></svg>`

const chartOf = ({ drawing, summary, legend }: ChartView): Html =>
  html`<figure>
    ${svgOf(drawing, summary)}${
      legend.length === 0
        ? undefined
        : html`<ul class="legend">
            ${legend.map(({ tone, label, text }) => html`<li>${swatch(tone)}${label}${text === '' ? undefined : html` <b>${unbroken(text)}</b>`}</li>`)}
          </ul>`
    }
  </figure>`

const bodyOf = (panel: PanelView, language: Language): Html | undefined => {
  const { display, figures, pills, lines, chart, gauge, empty } = panel
  if (empty !== undefined) return html`<p class="line absent">${empty}</p>`
  const [figure] = figures
  switch (display) {
    case 'metric_card':
      return (
        figure &&
        html`<p class="value ${absentClass(figure)}">${unbroken(figure.value)}</p>
          ${gauge && html`<div class="gauge">${svgOf(gauge)}</div>`}`
      )
    case 'double_metric_card':
      return html`<dl class="two">${figures.map(pairOf)}</dl>`
    case 'text':
      return figures.length === 1 && figure
        ? html`<p class="line ${absentClass(figure)}">${unbroken(figure.value)}</p>`
        : html`<dl class="texts">${figures.map(pairOf)}</dl>`
    case 'text_block':
      return html`<ul class="block">
        ${lines.map((line) => html`<li>${unbroken(line)}</li>`)}
      </ul>`
    case 'tag':
      return html`<ul class="tags">
        ${figures.map(({ value, tone, isAbsent }) => html`<li class="${isAbsent ? 'absent' : (tone ?? 'plain')}">${value}</li>`)}
      </ul>`
    case 'pill':
      return html`<ul class="pills">
        ${pills.map((pill) => pillOf(pill, language))}
      </ul>`
    case 'pie':
    case 'bar':
    case 'bar_chart_grouped':
    case 'bar_horizontal':
      return chart && chartOf(chart)
  }
}

const explanationOf = ({ title, explanations }: PanelView, language: Language): Html => {
  const [only] = explanations
  const words =
    explanations.length === 1 && only
      ? html`<p>${only.text}</p>`
      : html`<dl>
          ${explanations.map(
            ({ label, text }) =>
              html`<dt>${label}</dt>
                <dd>${text}</dd>`,
          )}
        </dl>`
  return html`<details>
    <summary>${translate('Explanation', language)}<span class="hidden">: ${title}</span></summary>
    ${words}
  </details>`
}

const manyPills = 4

const classOf = ({ display, gauge, figures, pills, chart }: PanelView): string =>
  [
    display,
    gauge ? 'with-gauge' : '',
    pills.length > manyPills ? 'many' : '',
    figures.length > 2 ? 'several' : '',
    chart?.isExplained ? 'explained' : '',
  ]
    .filter(Boolean)
    .join(' ')

/** Open from the start if it contains explanations of the figures. */
const figuresOf = ({ table, isExplained }: ChartView, title: string, language: Language): Html =>
  html`<details ${isExplained ? 'open' : ''}>
    <summary>${translate('All figures', language)}<span class="hidden">: ${title}</span></summary>
    ${tableOf(table, title, language)}
  </details>`

/** One panel as a card: its value, a chart's figures as a table, and the explanation, which opens without a script. */
export const panelOf = (panel: PanelView, level: Level, language: Language): Html =>
  html` <article class="card ${classOf(panel)}" aria-labelledby="${panel.id}">
    ${headingOf(panel, level)} ${bodyOf(panel, language)}
    <div>
      ${panel.chart && figuresOf(panel.chart, panel.title, language)} ${explanationOf(panel, language)}
    </div>
  </article>`
