import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { brand } from './brand.js'
import { html, prose, type Html } from '../html/html.js'
import { inline, policyFor, type Page } from './own-page.js'
import type { PageParts } from './page.js'
import { switchFrom } from './translate.js'

const typeLink = (type: GraphQLOutputType | GraphQLArgument['type']): Html => {
  const text = String(type)
  const { name } = getNamedType(type)
  const [before = '', after = ''] = text.split(name)
  return isSpecifiedScalarType(getNamedType(type))
    ? html`<code>${text}</code>`
    : html`<code>${before}<a href="#${name}">${name}</a>${after}</code>`
}

const descriptionOf = (text: string | null | undefined): Html | undefined =>
  text ? html`<p lang="en">${prose(text)}</p>` : undefined

const row = (
  name: string,
  type: Html | undefined,
  description: string | null | undefined,
  more?: Html,
): Html =>
  html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${type}${descriptionOf(description)}${more}</td>
  </tr>`

const argumentsOf = (args: readonly (GraphQLArgument | GraphQLInputField)[]): Html | undefined =>
  args.length === 0
    ? undefined
    : html`<ul>
        ${args.map(({ name, type, description }) => html`<li><code>${name}</code>: ${typeLink(type)} <span lang="en">${prose(description ?? '')}</span></li>`)}
      </ul>`

const rowsOf = (type: GraphQLNamedType): readonly Html[] => {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => row(name, undefined, description))
  if (isUnionType(type)) return type.getTypes().map((one) => row(one.name, typeLink(one), one.description))
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) =>
      row(field.name, typeLink(field.type), field.description),
    )
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((field) =>
      row(field.name, typeLink(field.type), field.description, argumentsOf(field.args)),
    )
  return []
}

const kindOf = (type: GraphQLNamedType): string => {
  if (isEnumType(type)) return 'enum'
  if (isInputObjectType(type)) return 'input'
  if (isScalarType(type)) return 'scalar'
  if (isUnionType(type)) return 'union'
  return isInterfaceType(type) ? 'interface' : 'type'
}

const entryOf = (type: GraphQLNamedType): Html => {
  const rows = rowsOf(type)
  return html`<section id="${type.name}">
    <h2>${kindOf(type)} <code>${type.name}</code></h2>
    ${descriptionOf(type.description)}
    ${
      rows.length === 0
        ? undefined
        : html`<table>
            <tbody>
              ${rows}
            </tbody>
          </table>`
    }
  </section>`
}

/** The reference of GraphQL for staff, from the schema: all roots, types, fields, arguments and enum values with descriptions. */
export const renderGraphqlReference = (
  schema: GraphQLSchema,
  { style, language, translate }: Pick<PageParts, 'style' | 'language' | 'translate'>,
): Page => {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null)
  const others = Object.values(schema.getTypeMap())
    .filter(
      (type) =>
        !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return {
    html: html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>Cauri GraphQL</title>
          <link rel="icon" href="data:," />
          ${inline('style', style)}
        </head>
        <body>
          <header>${brand('Cauri GraphQL')} ${switchFrom(language)}</header>
          <main id="main">
            <p>
              ${prose(translate('For staff, at `/graphql`; in a browser, that address is an explorer. Below is the schema of this service, in English.'))}
              <a href="/docs/schema.graphql">${translate('Machine-readable')}</a>,
              <a href="/docs">${translate('the gateway and the scoring service')}</a>.
            </p>
            <nav aria-label="${translate('Types')}">
              ${[...roots, ...others].map(({ name }) => html`<a href="#${name}">${name}</a> `)}
            </nav>
            ${[...roots, ...others].map(entryOf)}
          </main>
        </body>
      </html> `.html,
    policy: policyFor({ style }),
  }
}
