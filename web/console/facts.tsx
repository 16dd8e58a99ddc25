import { Cell } from './cell.js'
import type { Row } from './lists.js'
import { nameOf, translate } from './words.js'

export const Loading = () => (
  <p class="note" role="status">
    {translate('loading')}
  </p>
)

/** The members of one row that have a value, in their order. */
export const Facts = ({ row }: { row: Row }) => (
  <dl class="facts">
    {Object.keys(row)
      .filter((name) => row[name] !== null && name !== 'currency' && name !== '__typename')
      .map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Cell column={name} row={row} />
          </dd>
        </div>
      ))}
  </dl>
)
