import type { ComponentChildren } from 'preact'
import type { Answer } from './requests.js'
import { Cell, isAmount, isFreeText, isId, textOf } from './cell.js'
import type { Row } from './lists.js'
import { nameOf, refusalText, translate } from './words.js'
import { csvOf } from '../shared/table.js'

export const TroubleNotice = ({ answer }: { answer: Pick<Answer<unknown>, 'trouble' | 'again'> }) => {
  const { trouble, again } = answer
  if (!trouble) return null
  const isForbidden = trouble.code === 'FORBIDDEN'
  return (
    <div class="trouble" role="alert">
      <p>{isForbidden ? translate('forbidden') : refusalText(trouble)}</p>
      {isForbidden ? null : (
        <button type="button" onClick={again}>
          {translate('again')}
        </button>
      )}
    </div>
  )
}

const classOf = (column: string, { [column]: value }: Row): string =>
  isAmount(column)
    ? 'number'
    : isFreeText(column)
      ? 'free'
      : isId(column)
        ? 'id'
        : /^\d{4}-\d\d-\d\d/.test(String(value))
          ? 'date'
          : ''

export type ActsOf = (row: Row) => ComponentChildren

export const Table = ({
  columns,
  rows,
  label,
  actsOf,
}: {
  columns: readonly string[]
  rows: readonly Row[]
  label: string
  /** Makes the actions on one row. */
  actsOf?: ActsOf | undefined
}) =>
  rows.length === 0 ? (
    <p class="note">{translate('nothing')}</p>
  ) : (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={isAmount(column) ? 'number' : ''}>
                {nameOf(column)}
              </th>
            ))}
            {actsOf ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(row['id'] ?? at)}>
              {columns.map((column) => (
                <td
                  key={column}
                  class={classOf(column, row)}
                  title={isId(column) ? textOf(column, row) : undefined}
                >
                  <Cell column={column} row={row} />
                </td>
              ))}
              {actsOf ? <td>{actsOf(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

/** The link that opens a page's query in the explorer. */
export const exploreAddress = ({ id }: { readonly id: string }, variables: object): string =>
  `/graphql#${new URLSearchParams({ document: id, variables: JSON.stringify(variables, null, 2) })}`

/** Saves rows as a file, with the texts that a table shows. */
export const downloadCsv = (name: string, columns: readonly string[], rows: readonly Row[]): void => {
  const text = csvOf({
    columns: columns.map(nameOf),
    rows: rows.map((row) => columns.map((one) => textOf(one, row))),
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
