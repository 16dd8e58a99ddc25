import { brand } from './brand.js'
import { html, type Html } from '../html/html.js'
import { inline, policyFor, type Page } from './page.js'

/** A way in: an address of this server, and what is behind it. */
export interface Door {
  readonly path: string
  readonly what: string
  readonly method?: string
}

export interface FrontDoorParts {
  readonly version: string
  readonly production: boolean
  readonly doors: readonly Door[]
  readonly style: string
}

const doorOf = ({ path, what, method }: Door): Html =>
  html`<tr>
    <th scope="row">
      ${method ? html`<code>${method} ${path}</code>` : html`<a href="${path}">${path}</a>`}
    </th>
    <td>${what}</td>
  </tr>`

/** What whoever comes to the address without a path sees: what this is, which version, and where to go. */
export const renderFrontDoor = ({ version, production, doors, style }: FrontDoorParts): Page => ({
  html: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Cauri</title>
        <link rel="icon" href="data:," />
        ${inline('style', style)}
      </head>
      <body>
        <header>${brand('Cauri')}</header>
        <main id="main">
          <p>
            Locked savings for mobile-money customers, and credit scores beside them. Version ${version},
            ${production ? 'production' : 'development'}.
          </p>
          <table>
            <caption>
              Doors of this server
            </caption>
            <tbody>
              ${doors.map(doorOf)}
            </tbody>
          </table>
        </main>
      </body>
    </html> `.html,
  policy: policyFor({ style }),
})
