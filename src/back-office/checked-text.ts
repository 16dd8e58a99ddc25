import { Refusal } from '../kernel/refusal.js'

export const reasonLengthMax = 500

export const checkedText = (name: string, value: string, lengthMax: number): string => {
  const text = value.trim()
  if (text !== '' && text.length <= lengthMax) return text
  throw new Refusal('INVALID_ARGUMENT', `${name} must have 1 to ${lengthMax} characters`)
}
