import { effect, signal } from '@preact/signals'
import { chosen, keep } from './choices.js'

export type Language = 'fr' | 'en'

/** A text in both languages. `{name}` is a placeholder. */
type Translation = readonly [fr: string, en: string]

/** The chosen language, or the one that the browser prefers. */
export const language = signal<Language>(
  chosen('language', ['fr', 'en']) ?? (document.documentElement.lang === 'en' ? 'en' : 'fr'),
)

effect(() => {
  document.documentElement.lang = language.value
})

export const chooseLanguage = (one: Language): void => {
  language.value = one
  keep('language', one)
}

export type Values = Readonly<Record<string, string | number>>

/** In French, no line may break before `:`, `;`, `?`, `!` and `%`, nor inside quotes. */
const spaced = (text: string): string => text.replace(/ (?=[:;?!»%])|(?<=«) /g, '\u00a0')

/** The text in the present language. */
export const inLanguage = ([french, english]: Translation): string =>
  language.value === 'fr' ? french : english

/** Texts by their keys, in the present language; components are rendered again when it changes. */
export const catalogue =
  <Key extends string>(texts: Readonly<Record<Key, Translation>>) =>
  (key: Key, values: Values = {}): string =>
    spaced(inLanguage(texts[key])).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
