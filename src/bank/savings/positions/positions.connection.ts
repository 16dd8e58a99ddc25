import { rowsOf, type Source } from '../../../platform/database/keyset.js'
import { columns, text } from '../../../platform/database/read-row.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import {
  inAmountRange,
  anyId,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
  type FilterField,
} from '../../../platform/graphql/filters.js'
import type { PositionStatus } from '../rules/position.rules.js'
import { DepositType, positionStatusEnum, PositionType, toDeposit, toPosition } from './position.types.js'
import { positionsById } from './positions.loaders.js'
import { ofPosition } from '../records/of-position.filter.js'
import { Deposit, Position } from '../records/savings.entity.js'

const conditionOf: Readonly<Record<PositionStatus, string>> = {
  ACCRUING: `positions.status = 'OPEN' AND positions.maturity_on > `,
  MATURED: `positions.status = 'OPEN' AND positions.maturity_on <= `,
  PAYING_OUT: `positions.status = 'PAYING_OUT'`,
  CLOSED: `positions.status = 'CLOSED'`,
}

/** SQL of the business date in the book of a position; its parameter is the business date of the real world. */
const today = `(SELECT CASE WHEN clocks.id = '${systemClockId}' THEN ? ELSE clocks.now_on END
  FROM clocks WHERE clocks.id = positions.book)`

const status: FilterField<'status'> = {
  property: 'status',
  type: () => [positionStatusEnum],
  description: 'In any of these states, by what is booked.',
  where: (_column, value, { call }) => {
    const statuses = value as readonly PositionStatus[]
    const byDate = (each: PositionStatus) => conditionOf[each].endsWith(' ')
    return {
      sql:
        statuses.map((each) => `(${conditionOf[each]}${byDate(each) ? today : ''})`).join(' OR ') || '1 = 0',
      parameters: statuses.filter(byDate).map(() => call.today),
    }
  },
}

export const positions = connection<Position>({
  name: 'Position',
  of: 'positions',
  node: () => PositionType,
  source: rowsOf(Position),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    account: ofCustomerOrAccount('accountId', 'Of this account.'),
    status,
    product: anyId('productCode', 'In any of these products.'),
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    startDate: inDateRange('startOn', 'Whose term began on one of these dates.'),
    maturityDate: inDateRange('maturityOn', 'That mature on one of these dates.'),
    created: inInstantRange('createdAt', 'Opened in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
    MATURITY: ascending('maturityOn', 'The earliest maturity first.'),
  },
  toNodes: (rows, { call, load }) =>
    Promise.all(rows.map(async ({ id }) => toPosition((await load(positionsById, id))!, call))),
})

/** A deposit, with the account of its position. */
interface DepositRow extends Deposit {
  readonly accountId: string
}

const depositRows = rowsOf(Deposit)
const accountIdOf = columns({ accountId: text })

const depositSource: Source<DepositRow> = {
  // Unless the page is of one position, customer or account, the join starts from `deposits`, in the order of its index.
  from: (sql, _conditions, parents) =>
    `deposits ${parents ? 'JOIN' : sql.dialect.joinInOrder} positions deposit_positions
       ON deposit_positions.id = deposits.position_id`,
  columns: (sql) => [...depositRows.columns(sql), 'deposit_positions.account_id AS account_id'],
  column: (sql, property) =>
    property === 'accountId' ? 'deposit_positions.account_id' : depositRows.column(sql, property),
  rowOf: (sql, row) => Object.assign(depositRows.rowOf(sql, row), accountIdOf(row)),
}

export const deposits = connection<DepositRow>({
  name: 'Deposit',
  of: 'deposits',
  node: () => DepositType,
  source: depositSource,
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    account: ofCustomerOrAccount('accountId', 'Into savings of this account.'),
    position: anyId('positionId', 'Into any of these positions, `POS-...`.'),
    product: ofPosition('product_code', 'Into any of these products.'),
    book: ofPosition('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    amount: inAmountRange('principal', 'With a principal in this range.'),
    valueDate: inDateRange('valueOn', 'With one of these value dates.'),
    created: inInstantRange('createdAt', 'Settled in this period.'),
  },
  sorts: {
    NEWEST: descending('createdAt', 'The latest first.'),
    OLDEST: ascending('createdAt', 'The oldest first.'),
    LARGEST: descending('principal', 'The largest amount first.'),
  },
  toNodes: (rows, { load }) =>
    Promise.all(rows.map(async (row) => toDeposit(row, (await load(positionsById, row.positionId))!))),
})
