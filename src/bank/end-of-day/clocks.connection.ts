import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
} from '../../platform/graphql/filters.js'
import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import { ClockType } from './clock.types.js'
import { DayException, WalkDay } from './walk.entity.js'
import { DayExceptionType, dayStepEnum, toDayException, toWalkDay, WalkDayType } from './walk.types.js'

export const clocks = connection<Clock>({
  name: 'Clock',
  of: 'test clocks',
  node: () => ClockType,
  source: rowsOf(Clock),
  filter: {
    now: inDateRange('nowOn', 'With one of these dates as their present date.'),
    created: inInstantRange('createdAt', 'Created in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
})

/** All clocks except that of the real world. */
export const testClocksOnly = { sql: 'clocks.id <> ?', parameters: [systemClockId] }

export const clockDays = connection<WalkDay>({
  name: 'WalkDay',
  of: 'completed days',
  node: () => WalkDayType,
  source: rowsOf(WalkDay),
  key: ['day', 'book'],
  filter: {
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    day: inDateRange('day', 'Of these dates.'),
    completed: inInstantRange('completedAt', 'Completed in this period.'),
  },
  sorts: {
    LATEST: descending('day', 'The latest day first.'),
    EARLIEST: ascending('day', 'The earliest day first.'),
  },
  toNodes: (rows) => rows.map(toWalkDay),
})

export const dayExceptions = connection<DayException>({
  name: 'DayException',
  of: 'positions that were set aside',
  node: () => DayExceptionType,
  source: rowsOf(DayException),
  key: ['positionId', 'step'],
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    position: anyId('positionId', 'Any of these positions, `POS-...`.'),
    step: anyOf('step', () => dayStepEnum, 'In any of these steps.'),
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    setAsideOn: inDateRange('setAsideOn', 'First set aside on one of these days.'),
  },
  sorts: {
    OLDEST: ascending('createdAt', 'The longest set aside first.'),
    NEWEST: descending('createdAt', 'The latest set aside first.'),
  },
  toNodes: (rows) => rows.map(toDayException),
})
