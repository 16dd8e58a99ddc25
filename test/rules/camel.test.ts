import { describe, expect, test } from '@jest/globals'
import { camel, camelCase } from '../../src/score-requests/graphql/result/camel.rules.js'

describe('the change of names from snake case to camel case', () => {
  test.each([
    ['average_daily_balance', 'averageDailyBalance'],
    ['nb_months_in_statement', 'nbMonthsInStatement'],
    ['scoreBand', 'scoreBand'],
    ['last_12_months', 'last_12Months'],
    ['_A', '_A'],
    ['', ''],
  ])('turns %j into %j', (name, called) => expect(camelCase(name)).toBe(called))

  test('is made for every member at any depth, and values stay', () => {
    expect(
      camel({
        data_completeness: { completeness_flag: 'full_months', nb_events: 0 },
        top_spending: [{ category_name: 'a_b' }, [{ inner_most: null }], 'plain_text'],
        is_valid: false,
      }),
    ).toEqual({
      dataCompleteness: { completenessFlag: 'full_months', nbEvents: 0 },
      topSpending: [{ categoryName: 'a_b' }, [{ innerMost: null }], 'plain_text'],
      isValid: false,
    })
  })

  test.each([null, undefined, 0, '', 'a_b', true])('leaves the value %j as it is', (value) => {
    expect(camel(value)).toBe(value)
  })

  test('leaves an empty list and an empty object as they are', () => {
    expect(camel([])).toEqual([])
    expect(camel({})).toEqual({})
  })
})
