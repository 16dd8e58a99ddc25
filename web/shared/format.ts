import { language } from './language.js'

const group = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, language.value === 'fr' ? '\u202f' : ',')

/** Money as people write it there; its text is never a number, so that no digit is lost. */
export const money = (amount: string, currency?: string): string => {
  const [, sign = '', whole = '', decimals] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '') return amount
  const point = language.value === 'fr' ? ',' : '.'
  const text = `${sign === '' ? '' : '−'}${group(whole)}${decimals === undefined ? '' : point + decimals}`
  return currency === undefined ? text : `${text}\u00a0${currency === 'XAF' ? 'FCFA' : currency}`
}
