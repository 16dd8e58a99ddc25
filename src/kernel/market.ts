/** The country that a deployment serves: its numbering plan, time zone and currency. */
export const market = {
  country: 'CM',
  callingCode: '237',
  nationalDigits: 9,
  /** The first digits of mobile numbers, by the numbering plan. */
  mobilePrefixes: ['62', '640', '641', '642', '65', '66', '67', '68', '69', '242', '243'],
  timeZone: 'Africa/Douala',
  currency: 'XAF',
} as const
