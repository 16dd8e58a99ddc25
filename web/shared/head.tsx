import type { ComponentChildren } from 'preact'
import { catalogue, chooseLanguage, language } from './language.js'
import { chooseTheme, theme, themes, type Theme } from './theme.js'

const translate = catalogue({
  toContent: ['Aller au contenu', 'To the content'],
  language: ['Langue', 'Language'],
  menu: ['Menu', 'Menu'],
  looks: ['Apparence', 'Looks'],
  machine: ['Comme l’appareil', 'Like the device'],
  light: ['Clair', 'Light'],
  dark: ['Sombre', 'Dark'],
  development: ['développement', 'development'],
  sandbox: ['bac à sable', 'sandbox'],
})

const teeth = [-8, -5.3, -2.6, 0.1, 2.8, 5.5].map((y) => `M-3.6 ${y}L-1 ${y}M1 ${y}L3.6 ${y}`).join('')

const Cowrie = () => (
  <svg viewBox="-12 -16 24 32" aria-hidden="true">
    <path d="M-11 0A11 15 0 1 1 11 0A11 15 0 1 1-11 0Z" fill="#c98a2b" />
    <path d="M-9.4 0A9.4 13.4 0 1 1 9.4 0A9.4 13.4 0 1 1-9.4 0Z" fill="#f4e3c3" />
    <g fill="none" stroke="#123c4a" stroke-linecap="round">
      <path d="M.6-11C-2.4-4 2.6 4-.6 11" stroke-width="2.2" />
      <path d={teeth} stroke-width="1.1" />
    </g>
  </svg>
)

/** The stage of the service that this page was loaded from. */
const { stage = '' } = document.documentElement.dataset

/**
 * The head of every page. It shows the stage, except in production, so that people see that it is not the real system.
 * On a narrow screen everything but `search` is behind a button.
 */
export const Head = ({
  title,
  home,
  search,
  children,
}: {
  title: string
  home: string
  search?: ComponentChildren
  children?: ComponentChildren
}) => (
  <>
    <a class="skip" href="#main">
      {translate('toContent')}
    </a>
    <header class="head">
      <a class="brand" href={home}>
        <Cowrie />
        Cauri <span>{title}</span>
      </a>
      {stage === 'development' || stage === 'sandbox' ? <span class="stage">{translate(stage)}</span> : null}
      {search}
      <button type="button" class="menu-button" popovertarget="head-menu" aria-label={translate('menu')}>
        ☰
      </button>
      <div id="head-menu" class="head-menu" popover="auto">
        {children}
        <select
          class="push"
          aria-label={translate('looks')}
          value={theme.value}
          onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {translate(one)}
            </option>
          ))}
        </select>
        <select
          aria-label={translate('language')}
          value={language.value}
          onChange={({ currentTarget }) => chooseLanguage(currentTarget.value === 'en' ? 'en' : 'fr')}
        >
          <option value="fr" lang="fr">
            Français
          </option>
          <option value="en" lang="en">
            English
          </option>
        </select>
      </div>
    </header>
  </>
)
