import { createHash } from 'node:crypto'
import type { Language } from '../../../kernel/call.js'
import { html, raw, type Html } from '../../../platform/html/html.js'
import { cowrie } from '../../../platform/html/cowrie.js'
import { withColon, translate } from '../display/translate.rules.js'
import {
  verdictFirst,
  type PartView,
  type ReportView,
  type SectionView,
  type VerdictView,
} from '../view/view.rules.js'
import { panelOf, unbroken } from './panels.js'
import { style } from './style.js'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page runs no script, loads nothing and sends nothing: it consists of text, drawings and its own style. */
export const pagePolicy = [
  `default-src 'none'`,
  `style-src ${hashOf(style)}`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const logo = html`<svg class="sign" viewBox="-11 -15 22 30" aria-hidden="true">
  <path d="${cowrie.shell}" fill="${cowrie.colours.shell}" />
  <path d="${cowrie.face}" fill="${cowrie.colours.face}" />
  <path d="${cowrie.mouth}" fill="none" stroke="${cowrie.colours.line}" stroke-width="1.6" />
  <path d="${cowrie.teeth}" stroke="${cowrie.colours.line}" stroke-width=".7" />
</svg>`

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><path d="${cowrie.shell}" fill="${cowrie.colours.shell}"/><path d="${cowrie.face}" fill="${cowrie.colours.face}"/><path d="${cowrie.mouth}" fill="none" stroke="${cowrie.colours.line}" stroke-width="2"/></svg>`,
)}`

/** The hash of this style is in the content security policy, so the page must contain it unchanged. */
const styleTag = raw(`<style>${style}</style>`)

interface Shell {
  readonly title: string
  readonly pdfAddress: string | undefined
  readonly language: Language
}

/** A link to the page in the other language, since there is no script. */
const switches: Readonly<Record<Language, Html>> = {
  en: html`<a href="?language=fr" lang="fr" hreflang="fr">Français</a>`,
  fr: html`<a href="?language=en" lang="en" hreflang="en">English</a>`,
}

const shell = ({ title, pdfAddress, language }: Shell, main: Html): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${styleTag}
      </head>
      <body>
        <a class="skip" href="#report">${translate('Skip to the report', language)}</a>
        <header class="head">
          <div>
            ${logo}
            <p class="brand">Cauri <span>${translate('Score report', language)}</span></p>
            <p class="links">
              ${switches[language]}
              ${pdfAddress === undefined ? undefined : html`<a class="pdf" href="${pdfAddress}">${translate('Open as PDF', language)}</a>`}
            </p>
          </div>
        </header>
        <main id="report" tabindex="-1">${main}</main>
        <footer>
          <p>
            ${translate('Confidential: personal data of a customer. Use it to decide, and do not pass it on.', language)}
          </p>
        </footer>
      </body>
    </html> `.html

/** Values that the service does not give are left out. */
const fact = (label: string, value: string): readonly Html[] =>
  value === ''
    ? []
    : [
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
      ]

/** Several parts may have the same sections, so the headings name their part for users of screen readers. */
const sectionOf = (
  { id, title, panels }: SectionView,
  part: string | undefined,
  language: Language,
): Html => {
  const level = part === undefined ? 2 : 3
  return html` <section aria-labelledby="${id}">
    ${raw(`<h${level} class="section" id="${id}">`)}${title}${part && html`<span class="hidden">${withColon('', language)} ${part}</span>`}${raw(`</h${level}>`)}
    <div class="grid">${panels.map((panel) => panelOf(panel, level === 2 ? 3 : 4, language))}</div>
  </section>`
}

const contentsOf = (
  links: readonly { readonly id: string; readonly title: string }[],
  language: Language,
): Html | undefined =>
  links.length < 2
    ? undefined
    : html`<nav aria-label="${translate('Contents', language)}">
        <ul>
          ${links.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>`

const verdictOf = (
  part: string | undefined,
  { title, tone, text, reasonsTitle, reasons }: VerdictView,
  at: number,
  language: Language,
): Html => {
  const level = part === undefined ? 2 : 3
  return html`<section class="verdict ${tone}" aria-labelledby="verdict-${at}">
    ${raw(`<h${level} id="verdict-${at}">`)}${unbroken(title)}${part && html`<span class="hidden">${withColon('', language)} ${part}</span>`}${raw(`</h${level}>`)}
    <p>${text}</p>
    ${
      reasons.length === 0
        ? undefined
        : html`<p>${withColon(reasonsTitle, language)}</p>
            <ul>
              ${reasons.map((reason) => html`<li>${reason}</li>`)}
            </ul>`
    }
  </section>`
}

const partOf = ({ title, verdict, note, sections }: PartView, at: number, language: Language): Html =>
  html` ${title === undefined ? undefined : html`<h2 class="part" id="part-${at}">${title}</h2>`}
  ${verdict && verdictOf(title, verdict, at, language)}
  ${title === undefined ? contentsOf(sections, language) : undefined}
  ${note === undefined ? undefined : html`<p class="note">${note}</p>`}
  ${sections.map((section) => sectionOf(section, title, language))}`

/** The report as one page that loads no other file. */
export const reportPage = (view: ReportView, pdfAddress: string): string => {
  const { language, subject, product, askedOn, id, state } = view
  const { lead, parts } = verdictFirst(view.parts)
  const inLanguage = (text: string): string => translate(text, language)
  const main = html`<h1>${subject.name}</h1>
    <dl class="about">
      ${[
        ...fact(inLanguage('Product'), product),
        ...fact(inLanguage('Phone'), subject.phoneNumber),
        ...fact(inLanguage('National ID ends in'), subject.nationalIdEnd),
        ...fact(inLanguage('Asked'), askedOn),
        ...fact(inLanguage('Reference'), id),
      ]}
    </dl>
    ${
      state &&
      html`<section class="state" aria-labelledby="state">
        <h2 id="state">${state.title}</h2>
        <p>${state.text}</p>
        ${state.detail === null ? undefined : html`<p>${withColon(inLanguage('Message of the service'), language)} ${state.detail}</p>`}
      </section>`
    }
    ${lead && verdictOf(undefined, lead, 0, language)}
    ${
      parts.length > 1
        ? contentsOf(
            parts.map(({ title = '' }, at) => ({ id: `part-${at}`, title })),
            language,
          )
        : undefined
    }
    ${parts.map((part, at) => partOf(part, at, language))}`
  return shell(
    {
      title: `${withColon(inLanguage('Score report'), language)} ${subject.name}`,
      pdfAddress: state ? undefined : `${pdfAddress}?language=${language}`,
      language,
    },
    main,
  )
}

/** The page that a browser gets instead of a report, with the reason. */
export const noticePage = (title: string, text: string, language: Language): string =>
  shell(
    { title: translate(title, language), pdfAddress: undefined, language },
    html`<h1>${translate(title, language)}</h1>
      <p>${translate(text, language)}</p>`,
  )
