import { effect, signal } from '@preact/signals'
import { chosen, keep } from './choices.js'

export type Language = 'fr' | 'en'

/** What the page says of one thing, in both languages. `{name}` is filled in. */
interface Said {
  readonly fr: string
  readonly en: string
}

/** What the person has chosen, else what their browser prefers. */
export const language = signal<Language>(
  chosen('language', ['fr', 'en']) ?? (document.documentElement.lang === 'en' ? 'en' : 'fr'),
)

effect(() => {
  document.documentElement.lang = language.value
})

export const choose = (one: Language): void => {
  language.value = one
  keep('language', one)
}

export type Values = Readonly<Record<string, string | number>>

/** In French no line breaks before a high sign, nor within quotes. */
const spaced = (text: string): string => text.replace(/ (?=[:;?!»%])|(?<=«) /g, '\u00a0')

/** Texts by their keys, said in the language of the moment: what is drawn is drawn anew when that changes. */
export const catalogue =
  <Key extends string>(texts: Readonly<Record<Key, Said>>) =>
  (key: Key, values: Values = {}): string =>
    spaced(texts[key][language.value]).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
