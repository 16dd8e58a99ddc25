/** The one market of a deployment: how its numbers are dialled, and what its phones may show. */
export const market = {
  country: 'CM',
  callingCode: '237',
  nationalDigits: 9,
  timeZone: 'Africa/Douala',
  currency: 'XAF',
} as const
