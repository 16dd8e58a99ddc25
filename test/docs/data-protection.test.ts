import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { getMetadataArgsStorage } from 'typeorm'
import { packageRoot } from '../../src/app/config/config.js'
import { entities } from '../../src/app/entities.js'
import {
  files,
  generatedColumns,
  tables,
  type Holding,
  type TableMap,
} from '../../src/app/personal-data-map.js'
import { present } from '../support/present.js'

const { columns: known, tables: named } = getMetadataArgsStorage()

const columnsOf = (entity: TableMap['entity']): Map<string, string> =>
  new Map(
    known
      .filter(({ target }) => target === entity)
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  )
const tableOf = (entity: TableMap['entity']): string =>
  present(present(named.find(({ target }) => target === entity)).name)

const cells = (...texts: readonly string[]): string => `| ${texts.join(' | ')} |`
const cellsOf = ({ why, readers, sealed, kept, erasedBy }: Holding): string[] => [
  why,
  readers,
  sealed,
  kept,
  erasedBy,
]

const rowsOf = ({ entity, columns }: TableMap): string[] => {
  const names = columnsOf(entity)
  const held = new Map<Holding, string[]>()
  for (const [property, holding] of Object.entries(columns))
    if (holding !== 'NOT_PERSONAL')
      held.set(holding, [...(held.get(holding) ?? []), `\`${names.get(property)}\``])
  return [...held].map(([holding, of]) => cells(`\`${tableOf(entity)}\``, of.join(', '), ...cellsOf(holding)))
}

const aboutNobody = ({ entity, columns }: TableMap): string[] => {
  const names = columnsOf(entity)
  const plain = Object.keys(columns).filter((property) => columns[property] === 'NOT_PERSONAL')
  return plain.length === 0
    ? []
    : [cells(`\`${tableOf(entity)}\``, plain.map((property) => `\`${names.get(property)}\``).join(', '))]
}

const page = [
  '<!-- prettier-ignore-start -->',
  '# Personal data',
  '',
  'Every column and every file with data about a person: customers, people who are scored, and staff. Generated',
  'from `src/app/personal-data-map.ts` by `WRITE_DOCS=1 npm test -- test/docs/data-protection`; a column that is not in it fails',
  'the tests. After erasure and retention, these tests search every table and file for data of scored people:',
  '`test/score-requests/forget.test.ts` and `test/scoring-service/erasure.test.ts`.',
  '',
  'The operator keeps backups, replicas and the binary log of a database server: data that is erased here remains there until their own',
  'retention ends. An encrypted volume protects data that is not sealed.',
  '',
  '## Columns',
  '',
  '| table | columns | why | who reads it | sealed | kept | erased by |',
  '|---|---|---|---|---|---|---|',
  ...tables.flatMap(rowsOf),
  '',
  `The database generates from these, for as long: ${generatedColumns.map((name) => `\`${name}\``).join(', ')}.`,
  '',
  '## Files',
  '',
  'All are 0600, below directories of 0700.',
  '',
  '| where | what | why | who reads it | sealed | kept | erased by |',
  '|---|---|---|---|---|---|---|',
  ...files.map(({ place, holds, holding }) =>
    cells(
      place,
      holds,
      ...(holding === 'NOT_PERSONAL' ? ['about nobody', '', '', '', ''] : cellsOf(holding)),
    ),
  ),
  '',
  '## Columns about nobody',
  '',
  '| table | columns |',
  '|---|---|',
  ...tables.flatMap(aboutNobody),
  '',
  '<!-- prettier-ignore-end -->',
  '',
].join('\n')

test('every column of every entity is classified, once', () => {
  expect(tables.map(({ entity }) => entity.name).toSorted()).toEqual(
    entities.map(({ name }) => name).toSorted(),
  )
  for (const { entity, columns } of tables)
    expect([entity.name, Object.keys(columns).toSorted()]).toEqual([
      entity.name,
      [...columnsOf(entity).keys()].toSorted(),
    ])
})

test('docs/data-protection.md is as generated from src/app/personal-data-map.ts', () => {
  const path = join(packageRoot, 'docs/data-protection.md')
  if (process.env['WRITE_DOCS']) writeFileSync(path, page)
  expect(readFileSync(path, 'utf8')).toBe(page)
})
