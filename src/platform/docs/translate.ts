import type { Language } from '../../kernel/call.js'
import { html, type Html } from '../html/html.js'

/** Translates one of our texts into the language of the reader. Texts of a schema stay English, and are marked so. */
export type Translate = (text: string) => string

/** Looks texts up by their English; one without French is shown in English, and a test finds it. */
export const translateTo = (language: Language, french: ReadonlyMap<string, string>): Translate =>
  language === 'en' ? (text) => text : (text) => french.get(text) ?? text

/** The same page in the other language: a link, which needs no script. */
export const switchFrom = (language: Language): Html =>
  language === 'fr'
    ? html`<a class="language" href="?language=en" lang="en" hreflang="en">English</a>`
    : html`<a class="language" href="?language=fr" lang="fr" hreflang="fr">Français</a>`
