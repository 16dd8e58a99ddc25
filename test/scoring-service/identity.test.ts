import { describe, expect, test } from '@jest/globals'
import {
  accountsAgree,
  emailsAgree,
  jointHoldersIn,
  namesAgree,
  phonesAgree,
} from '../../src/scoring-service/reading/checks/identity.js'

const named = (firstName: string, lastName: string, middleName: string | null = null) => ({
  firstName,
  middleName,
  lastName,
})

describe('names', () => {
  test.each([
    ['WANJIRU MWANGI', named('Wanjiru', 'Mwangi')],
    ['MWANGI WANJIRU', named('Wanjiru', 'Mwangi')],
    ['Wanjiru Nyambura Mwangi', named('Wanjiru', 'Mwangi')],
    ['NYAMBURA MWANGI', named('Wanjiru', 'Mwangi', 'Nyambura')],
    ['JOSE KEITA', named('José', 'Kéïta')],
    ['JOSE\u0301 KE\u0301I\u0308TA', named('José', 'Kéïta')],
    ['JOSÉ KÉÏTA', named('Jose\u0301', 'Ke\u0301i\u0308ta')],
    ['JOSÉ KÉÏTA', named('Jose', 'Keita')],
    ['DENIS NGANGA', named('Denis', "N'Ganga")],
    ['ANNE MARIE ETO O', named('Anne-Marie', 'Eto’o')],
    ['ANNEMARIE NKOMO', named('Anne-Marie', 'Nkomo')],
    ['محمد علي', named('محمد', 'علي')],
  ])('%s is the name of the applicant', (printed, applicant) => {
    expect(namesAgree(printed, applicant)).toBe(true)
  })

  test.each([
    ['BRIAN OTIENO', named('Wanjiru', 'Mwangi')],
    ['WANJIRU OTIENO', named('Wanjiru', 'Mwangi')],
    ['WANJIRU', named('Wanjiru', 'Mwangi')],
    ['WANJIRU', named('Wanjiru', 'Wanjiru')],
    ['', named('Wanjiru', 'Mwangi')],
    ['W M', named('W', 'M')],
    ["'; DROP TABLE customers; --", named('Wanjiru', 'Mwangi')],
  ])('%j is another name', (printed, applicant) => {
    expect(namesAgree(printed, applicant)).toBe(false)
  })
})

describe('phone numbers', () => {
  test.each([
    '254712345123',
    '+254 712 345 123',
    '0712345123',
    '2547******123',
    '07** *** 123',
    '254712xxxxxx',
  ])('%s agrees with +254712345123', (printed) => {
    expect(phonesAgree(printed, '+254712345123')).toBe(true)
  })
  test.each(['254712345124', '2547******124', '12345123', '', '2546******123'])(
    '%j does not agree with +254712345123',
    (printed) => {
      expect(phonesAgree(printed, '+254712345123')).toBe(false)
    },
  )
})

test('e-mail addresses are compared without case, masked ones by the letters that they show', () => {
  expect(emailsAgree('Jane@Example.com', 'jane@example.com')).toBe(true)
  expect(emailsAgree('j***e@example.com', 'jane@example.com')).toBe(true)
  expect(emailsAgree('j***n@example.com', 'jane@example.com')).toBe(false)
  expect(emailsAgree('jane@example.org', 'jane@example.com')).toBe(false)
})

test('account numbers are compared without spaces, dashes and leading zeros, masked ones by the digits that they show', () => {
  expect(accountsAgree('0180 2345-678', '1802345678')).toBe(true)
  expect(accountsAgree('******5678', '0180235678')).toBe(true)
  expect(accountsAgree('******5679', '0180235678')).toBe(false)
  expect(accountsAgree('0180235679', '0180235678')).toBe(false)
})

describe('the holders of a joint account', () => {
  test.each([
    ['WANJIRU MWANGI & PETER OTIENO', ['WANJIRU MWANGI', 'PETER OTIENO']],
    ['MR PETER OTIENO AND/OR MRS WANJIRU MWANGI', ['MR PETER OTIENO', 'MRS WANJIRU MWANGI']],
    ['AMINA BELLO ou JEAN MBARGA', ['AMINA BELLO', 'JEAN MBARGA']],
    ['WANJIRU MWANGI/PETER OTIENO', ['WANJIRU MWANGI', 'PETER OTIENO']],
    ['WANJIRU MWANGI LTD', ['']],
    ['WANJIRU NYAMBURA MWANGI', []],
    ['WANJIRU D/O PETER MWANGI', []],
    ['WANJIRU MWANGI A/C 01802', []],
    ['WANJIRU & MWANGI', []],
    ['ANDREW ORINA MWANGI', []],
  ])("in '%s' are %j", (printed, holders) => {
    expect(jointHoldersIn(printed)).toEqual(holders)
  })
})
