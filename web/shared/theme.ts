import { effect, signal } from '@preact/signals'
import { chosen, keep } from './choices.js'

export const themes = ['machine', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Light or dark: the person's choice, or else the preference of the machine. */
export const theme = signal<Theme>(chosen('theme', themes) ?? 'machine')

effect(() => {
  const { dataset } = document.documentElement
  if (theme.value === 'machine') delete dataset['theme']
  else dataset['theme'] = theme.value
})

export const chooseTheme = (one: Theme): void => {
  theme.value = one
  keep('theme', one)
}
