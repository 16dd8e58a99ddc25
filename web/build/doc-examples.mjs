// The queries in the docs for staff, as examples for the explorer: each with the roles that may send it, according to
// docs/roles.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'graphql'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const pages = ['graphql.md', 'analysts.md']

/** Whether a document can be an example: it is a query, and has no variables. */
const isExample = (text) => {
  const { definitions } = parse(text)
  return definitions.every(
    ({ kind, operation, variableDefinitions }) =>
      kind === 'FragmentDefinition' || (operation === 'query' && variableDefinitions.length === 0),
  )
}

const rootsOf = (text) =>
  parse(text).definitions.flatMap(({ selectionSet }) => selectionSet.selections.map(({ name }) => name.value))

/** The queries that each role may send. */
const readRoles = async () => {
  const text = await readFile(join(docs, 'roles.md'), 'utf8')
  const [, ...heads] = cellsOf(/^\| field \|.*$/m.exec(text)[0])
  const rows = [...text.matchAll(/^\| query `(\w+)` .*$/gm)].map(([row, field]) => [
    field,
    cellsOf(row).slice(1),
  ])
  return heads.map((role, at) => ({
    role,
    fields: new Set(rows.filter(([, cells]) => cells[at] === 'yes').map(([field]) => field)),
  }))
}

const cellsOf = (row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The queries of a page of the docs. A query's title is the heading above it, with a number if there are several. */
const examplesOf = (page, text) => {
  const found = []
  let heading = ''
  for (const [, level, title, block] of text.matchAll(/^(#+) (.+)$|^```graphql\n([^]*?)^```$/gm)) {
    if (level) heading = title.replaceAll('`', '')
    else if (isExample(block)) {
      const before = found.filter((one) => one.heading === heading).length
      found.push({
        page,
        heading,
        title: before === 0 ? heading : `${heading} (${before + 1})`,
        text: block,
      })
    }
  }
  return found
}

/**
 * Whether a role may send the query. A role that may not search for customers may not query one by mobile number
 * either.
 */
const maySend = (text, fields) =>
  rootsOf(text).every((field) => fields.has(field)) && (!/\bmsisdn:/.test(text) || fields.has('search'))

/** Reads the examples from the docs, which are therefore input of the build. */
export const readDocExamples = async () => {
  const roles = await readRoles()
  const all = await Promise.all(
    pages.map(async (name) => examplesOf(`docs/${name}`, await readFile(join(docs, name), 'utf8'))),
  )
  return all.flat().map(({ page, title, text }) => ({
    page,
    title,
    text,
    roles: roles
      .filter(({ role, fields }) => role !== 'GATEWAY' && maySend(text, fields))
      .map(({ role }) => role),
  }))
}
