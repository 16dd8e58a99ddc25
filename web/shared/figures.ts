/** Groups of three digits, separated as the language does. */
export const grouped = (digits: string, language: 'fr' | 'en'): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, language === 'fr' ? '\u202f' : ',')

/** The decimal separator. */
export const pointOf = (language: 'fr' | 'en'): string => (language === 'fr' ? ',' : '.')

/** A short form such as `1,2 M`, where there is no room for all digits. */
export const shortened = (value: number, language: 'fr' | 'en'): string => {
  const count = (of: number): string => grouped(String(Math.round(of)), language)
  if (value >= 1_000_000) {
    const tenths = Math.round(value / 100_000)
    const tenth = tenths % 10
    return `${count((tenths - tenth) / 10)}${tenth === 0 ? '' : pointOf(language) + tenth} M`
  }
  const isThousands = value >= 10_000 || (value >= 1_000 && value % 1_000 === 0)
  return isThousands ? `${count(value / 1000)} k` : count(value)
}

/** An instant rounded up to its minute, as in texts for customers that say until when something lasts. */
export const upToMinute = (instant: string): string =>
  new Date(Math.ceil(Date.parse(instant) / 60_000) * 60_000).toISOString()
