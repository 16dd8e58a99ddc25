/** The one market of a deployment: how its numbers are dialled, and what its phones may show. */
export const market = {
  country: 'CM',
  callingCode: '237',
  nationalDigits: 9,
  /** What a mobile number begins with, by the numbering plan. */
  mobilePrefixes: ['62', '640', '641', '642', '65', '66', '67', '68', '69', '242', '243'],
  timeZone: 'Africa/Douala',
  currency: 'XAF',
} as const
