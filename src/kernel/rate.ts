/** A nominal annual rate in parts per million: 50,000 is 5 %. */
export type Ppm = number

/** The wire shows percent with two decimals: `5.00`. 1 % is 10,000 ppm, 0.01 % is 100 ppm. */
export const formatRate = (ppm: Ppm): string => {
  if (!Number.isSafeInteger(ppm) || ppm < 0 || ppm % 100 !== 0) throw new RangeError(`rate ${ppm} ppm`)
  const hundredths = ppm / 100
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Percent as text (`4.50`) to ppm; undefined unless it is a whole number of 0.01 %, from 0 to 99.99 %. */
export const parseRate = (percent: string): Ppm | undefined => {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(percent)
  if (!match) return undefined
  return Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(2, '0')) * 100
}
