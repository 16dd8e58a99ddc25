import { html, type Html } from '../html/html.js'
import type { Language } from '../../kernel/call.js'
import { roles as allRoles, type Role } from '../identity/roles.js'
import type { SignInProblemCode } from '../identity/sessions/provider.js'
import { cowrie } from '../html/cowrie.js'
import type { Pages } from './read-pages.js'
import { assetsPrefix } from './shell.js'

type InBothLanguages = Readonly<Record<Language, string>>

const words = {
  signIn: { fr: 'Se connecter', en: 'Sign in' },
  signedIn: {
    fr: 'Vous êtes connecté. La page suivante s’ouvre.',
    en: 'You are signed in. The next page opens.',
  },
  signedOut: { fr: 'Vous êtes déconnecté', en: 'You are signed out' },
  sessionEnded: {
    fr: 'Votre session est fermée ici. Le service de connexion de votre établissement ferme maintenant la sienne.',
    en: 'Your session has ended here. The sign-in service of your company now ends its own.',
  },
  nextSignsIn: {
    fr: 'La personne suivante devra se connecter avec son propre compte.',
    en: 'The next person has to sign in with their own account.',
  },
  goOn: { fr: 'Continuer', en: 'Go on' },
  again: { fr: 'Réessayer', en: 'Try again' },
  choosePerson: {
    fr: 'Choisissez une personne de test. Il n’y a pas de fournisseur d’identité ici\u00a0: ces personnes n’existent qu’en développement.',
    en: 'Choose a test person. There is no identity provider here: these persons exist only in development.',
  },
  secret: { fr: 'DEVELOPMENT_SECRET de ce service', en: 'DEVELOPMENT_SECRET of this service' },
  wrong: { fr: 'Ce secret n’est pas le bon.', en: 'This secret is wrong.' },
} as const satisfies Record<string, InBothLanguages>

const problems: Record<
  SignInProblemCode,
  { readonly title: InBothLanguages; readonly text: InBothLanguages }
> = {
  PROVIDER_AWAY: {
    title: {
      fr: 'Le service de connexion de votre établissement ne répond pas',
      en: 'The sign-in service of your company does not answer',
    },
    text: {
      fr: 'Ce n’est pas votre faute. Réessayez dans un instant.',
      en: 'This is not your fault. Try again in a moment.',
    },
  },
  REFUSED: {
    title: { fr: 'La connexion a été refusée', en: 'The sign-in was refused' },
    text: {
      fr: 'La réponse du service de connexion ne correspond pas à la demande, ou a déjà été utilisée. Réessayez.',
      en: 'The answer of the sign-in service does not match the request, or was used before. Try again.',
    },
  },
  NO_ROLE: {
    title: { fr: 'Vous n’avez pas de rôle ici', en: 'You have no role here' },
    text: {
      fr: 'Le service de connexion de votre établissement vous connaît, mais ne vous donne aucun rôle ici. Demandez-le à votre administrateur.',
      en: 'The sign-in service of your company knows you, but gives you no role here. Ask your administrator for it.',
    },
  },
  EXPIRED: {
    title: { fr: 'La connexion a pris trop de temps', en: 'The sign-in took too long' },
    text: {
      fr: 'Une connexion doit être terminée dans le même navigateur, dix minutes au plus après son début. Réessayez.',
      en: 'A sign-in must be finished in the same browser, at most ten minutes after it began. Try again.',
    },
  },
}

const roleNames: Record<Role, InBothLanguages> = {
  GATEWAY: { fr: 'Passerelle', en: 'Gateway' },
  TESTER: { fr: 'Horloges de test', en: 'Test clocks' },
  BACK_OFFICE: { fr: 'Back-office', en: 'Back office' },
  APPROVER: { fr: 'Approbation', en: 'Approver' },
  ANALYST: { fr: 'Analyse', en: 'Analyst' },
  AUDITOR: { fr: 'Audit', en: 'Auditor' },
  ADMIN: { fr: 'Administration', en: 'Administrator' },
}

const page = (pages: Pages, language: Language, title: string, content: Html, goesTo?: string): string => {
  const { style } = pages.byName.get('console') ?? { style: '' }
  const { colours } = cowrie
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${goesTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${goesTo}" />`}
        <title>${title} · Cauri</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assetsPrefix}${style}" />
      </head>
      <body>
        <header class="head">
          <a class="brand" href="/">
            <svg viewBox="-12 -16 24 32" aria-hidden="true">
              <path d="${cowrie.shell}" fill="${colours.shell}" />
              <path d="${cowrie.face}" fill="${colours.face}" />
              <g fill="none" stroke="${colours.line}" stroke-linecap="round">
                <path d="${cowrie.mouth}" stroke-width="2.2" />
                <path d="${cowrie.teeth}" stroke-width="1.1" />
              </g>
            </svg>
            Cauri
          </a>
        </header>
        <main id="main" class="narrow">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.html
}

/** The page after the sign-in, which leads on to the requested page. */
export const continuePage = (pages: Pages, language: Language, to: string): string =>
  page(
    pages,
    language,
    words.signIn[language],
    html`<p>${words.signedIn[language]}</p>
      <p><a class="button main" href="${to}">${words.goOn[language]}</a></p>`,
    to,
  )

/** The page that leads to the provider's sign-out: a form may not send a browser to another site, but a page may. */
export const leavingPage = (pages: Pages, language: Language, to: string): string =>
  page(
    pages,
    language,
    words.signedOut[language],
    html`<p>${words.sessionEnded[language]}</p>
      <p><a class="button main" href="${to}">${words.goOn[language]}</a></p>`,
    to,
  )

/** The page after the sign-out. Opening it signs nobody in. */
export const signedOutPage = (pages: Pages, language: Language): string =>
  page(
    pages,
    language,
    words.signedOut[language],
    html`<p>${words.nextSignsIn[language]}</p>
      <p><a class="button main" href="/sign-in">${words.signIn[language]}</a></p>`,
  )

export const problemPage = (pages: Pages, language: Language, code: SignInProblemCode): string =>
  page(
    pages,
    language,
    problems[code].title[language],
    html`<p>${problems[code].text[language]}</p>
      <p><a class="button main" href="/sign-in">${words.again[language]}</a></p>`,
  )

export interface PersonsFacts {
  readonly to: string
  readonly persons: readonly {
    readonly person: string
    readonly name: string
    readonly roles: readonly Role[]
  }[]
  /** The secret that must be entered; undefined where only this machine can reach the service. */
  readonly secret: string | undefined
  readonly isWrong?: boolean
}

/** The page that lets a developer choose a test person. */
export const personsPage = (
  pages: Pages,
  language: Language,
  { to, persons, secret, isWrong = false }: PersonsFacts,
): string =>
  page(
    pages,
    language,
    words.signIn[language],
    html`<p>${words.choosePerson[language]}</p>
      ${isWrong ? html`<p class="trouble" role="alert">${words.wrong[language]}</p>` : ''}
      <form method="post" action="/sign-in" class="persons">
        <input type="hidden" name="to" value="${to}" />
        ${
          secret === undefined
            ? ''
            : html`<div class="field">
                <label for="secret">${words.secret[language]}</label>
                <input id="secret" name="secret" type="password" autocomplete="off" required />
              </div>`
        }
        ${persons.map(
          ({ person, name, roles }) =>
            html`<button name="person" value="${person}">
              <b>${name}</b>
              <span
                >${allRoles
                  .filter((role) => roles.includes(role))
                  .map((role) => roleNames[role][language])
                  .join(', ')}</span
              >
            </button>`,
        )}
      </form>`,
  )
