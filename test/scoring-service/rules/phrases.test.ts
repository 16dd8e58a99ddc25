import { describe, expect, test } from '@jest/globals'
import { phraseFinder, prefixFinder, wordsOf } from '../../../src/scoring-service/card/rows/phrases.rules.js'

describe('the words of a text', () => {
  test.each([
    ['M-PESA', ['mpesa']],
    ['M Shwari Loan', ['mshwari', 'loan']],
    ['AM PESA', ['am', 'pesa']],
    ['mxpesa', ['mxpesa']],
    ['H- Fund', ['h', 'fund']],
    ['PRÉLÈVEMENT', ['prelevement']],
    ['300248BANK', ['300248', 'bank']],
    ['1234BANK', ['1234bank']],
    ['12345678BANK', ['12345678bank']],
    ['2547******123', ['2547******123']],
    ['- . ', []],
    ['', []],
  ])("of '%s' are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

const phrase = (name: string, ...words: string[]) => ({ name, words })
const any = () => true

describe('a wording at the beginning', () => {
  const find = prefixFinder(
    [
      phrase('first', 'pay bill'),
      phrase('long', 'send', 'send money to'),
      phrase('twice', 'send money'),
      phrase('later', 'pay bill to', 'bill'),
    ],
    new Set(['online', 'with']),
  )
  const found = (text: string, accepts: (value: { name: string }) => boolean = any) => {
    const one = find(wordsOf(text), accepts)
    return one && [one.value.name, one.end]
  }

  test('is found by the first entry of the table that matches, with its longest phrase', () => {
    expect(found('pay bill to jane')).toEqual(['first', 2])
    expect(found('send money to jane')).toEqual(['long', 3])
    expect(found('send jane')).toEqual(['long', 1])
  })

  test('may have filler words before and within it, but no other words', () => {
    expect(found('pay online bill to jane')).toEqual(['first', 3])
    expect(found('with online pay bill')).toEqual(['first', 4])
    expect(found('jane pay bill')).toBeUndefined()
    expect(found('pay online')).toBeUndefined()
    expect(found('')).toBeUndefined()
  })

  test('is found by the next matching entry if the caller rejects the first', () => {
    expect(found('pay bill to jane', ({ name }) => name !== 'first')).toEqual(['later', 3])
    expect(found('pay bill to jane', () => false)).toBeUndefined()
  })

  test('must have words', () => {
    expect(() => prefixFinder([phrase('none', '-')], new Set())).toThrow("a wording without words: '-'")
  })
})

describe('a wording anywhere', () => {
  const find = phraseFinder([
    phrase('first', 'loan'),
    phrase('second', 'bank loan', 'bank'),
    phrase('third', 'fee'),
  ])
  const found = (text: string, from = 0, accepts: Parameters<typeof find>[2] = any) => {
    const one = find(wordsOf(text), from, accepts)
    return one && [one.value.name, one.end]
  }

  test('is found by the first entry of the table that matches, wherever in the text', () => {
    expect(found('fee of a bank loan')).toEqual(['first', 5])
    expect(found('fee of a bank')).toEqual(['second', 4])
    expect(found('nothing')).toBeUndefined()
  })

  test('is searched for from a given word on, and only where the caller accepts it', () => {
    expect(found('loan fee', 1)).toEqual(['third', 2])
    expect(found('loan fee', 0, ({ name }, at) => name !== 'first' && at === 1)).toEqual(['third', 2])
    expect(found('bank loan', 0, ({ name }) => name === 'second')).toEqual(['second', 2])
    expect(found('loan', 0, (_, at) => at > 0)).toBeUndefined()
  })
})
