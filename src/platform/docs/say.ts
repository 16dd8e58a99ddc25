import type { Language } from '../../kernel/call.js'
import { html, type Html } from '../html/html.js'

/** A text of ours in the language of the reader. What comes from a schema is English, and says so. */
export type Say = (text: string) => string

/** By what it is in English; what has no French is shown as it is, and a test finds it. */
export const sayIn = (language: Language, french: ReadonlyMap<string, string>): Say =>
  language === 'en' ? (text) => text : (text) => french.get(text) ?? text

/** The same page in the other language: a link, which needs no script. */
export const switchFrom = (language: Language): Html =>
  language === 'fr'
    ? html`<a class="language" href="?language=en" lang="en" hreflang="en">English</a>`
    : html`<a class="language" href="?language=fr" lang="fr" hreflang="fr">Français</a>`
