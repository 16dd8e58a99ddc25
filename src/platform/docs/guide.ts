import type { Language } from '../../kernel/call.js'
import { html, prose, type Html } from '../html/html.js'
import type { Translate } from './translate.js'
import { sequenceDiagram, type Sequence } from './sequence.js'

/** A program that a reader can paste; it is a file that a test runs. */
export interface Program {
  readonly language: string
  readonly file: string
  readonly text: string
}

export interface Table {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** For each column, its language if it is the same for every reader. */
  readonly languages?: readonly (Language | undefined)[]
}

/** A chapter before the operations. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly programs?: readonly Program[]
  readonly sequences?: readonly Sequence[]
  readonly tables?: readonly Table[]
}

/** A request with its answer, recorded by a test. */
export interface Example {
  readonly title: string
  readonly status: number
  readonly request: string
  readonly answer: string
}

/** A reason for which an operation was not carried out. */
export interface Reason {
  readonly code: string
  readonly meaning: string
  readonly french: string
  readonly english: string
}

/** The texts about one operation in addition to its tables. */
export interface OperationGuide {
  readonly examples: readonly Example[]
  readonly reasons: readonly Reason[]
  /** What the gateway shows the customer with each reason. */
  readonly show: readonly string[]
  /** For each optional argument, what happens without it. */
  readonly leftOut: readonly (readonly [argument: string, then: string])[]
  readonly onTimeout: string
}

const cellOf = (translate: Translate, text: string, language: Language | undefined): Html =>
  language === undefined
    ? html`<td>${prose(translate(text))}</td>`
    : html`<td lang="${language}">${prose(text)}</td>`

const tableOf = (translate: Translate, { caption, heads, rows, languages = [] }: Table): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${translate(caption)}">
    <table class="wide">
      <caption>
        ${translate(caption)}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${translate(head)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...others]) =>
            html`<tr>
              <th scope="row">${prose(translate(first))}</th>
              ${others.map((cell, at) => cellOf(translate, cell, languages[at + 1]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const programOf = ({ language, file, text }: Program, index: number): Html =>
  html`<details class="example" ${index === 0 ? html`open` : html``}>
    <summary>${language} (<code>${file}</code>)</summary>
    <pre tabindex="0">${text}</pre>
  </details>`

export const chapterOf = (
  translate: Translate,
  { id, title, text, programs = [], sequences = [], tables = [] }: Chapter,
): Html =>
  html`<section class="chapter" id="${id}">
    <h3>${translate(title)}</h3>
    ${text.split('\n\n').map((paragraph) => html`<p>${prose(translate(paragraph))}</p>`)}
    ${programs.map(programOf)} ${sequences.map((sequence) => sequenceDiagram(translate, sequence))}
    ${tables.map((table) => tableOf(translate, table))}
  </section>`

/** The JSON of a request or answer, with one pair per line. */
const formatBody = (body: string): string =>
  JSON.stringify(JSON.parse(body), null, 1)
    .replace(/\{\s*"value": ("(?:[^"\\]|\\.)*")\s*\}/g, '{ "value": $1 }')
    .replace(/\{\s*"key": (\{ .*? \}),\s*"value": (\{ .*? \})\s*\}/g, '{ "key": $1, "value": $2 }')

export const operationGuide = (
  translate: Translate,
  { examples, reasons, show, leftOut, onTimeout }: OperationGuide,
): Html =>
  html`${
      leftOut.length === 0
        ? undefined
        : tableOf(translate, {
            caption: 'Optional arguments',
            heads: ['argument', 'if it is missing'],
            rows: leftOut.map(([argument, then]) => [`\`${argument}\``, then]),
          })
    }
    <p><strong>${translate('No answer in time?')}</strong> ${prose(translate(onTimeout))}</p>
    ${
      reasons.length === 0
        ? undefined
        : html`<p>
              <strong>${translate('What to show?')}</strong>
              ${show.map((sentence) => html`${prose(translate(sentence))} `)}
            </p>
            ${tableOf(translate, {
              caption: 'Possible reasons',
              heads: ['reason', 'meaning', 'French', 'English'],
              languages: [undefined, undefined, 'fr', 'en'],
              rows: reasons.map(({ code, meaning, french, english }) => [
                `\`${code}\``,
                meaning,
                french,
                english,
              ]),
            })}`
    }
    ${examples.map(
      ({ title, status, request, answer }) =>
        html`<details class="example">
          <summary>${translate(title)}</summary>
          <h4>${translate('Request')}</h4>
          <pre tabindex="0">${formatBody(request)}</pre>
          <h4>${translate('Answer')}, ${status}</h4>
          <pre tabindex="0">${formatBody(answer)}</pre>
        </details>`,
    )}`
