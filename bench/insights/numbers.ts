/** A derived table with a column `d` that counts from 0, up to a billion rows. */
export const numbers = (n: number): string =>
  `(WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)
    SELECT a.d * 1000000 + b.d * 1000 + c.d AS d FROM digits a CROSS JOIN digits b CROSS JOIN digits c
    WHERE a.d < ${Math.ceil(n / 1_000_000)} AND b.d < ${Math.min(1_000, Math.ceil(n / 1_000))}
      AND a.d * 1000000 + b.d * 1000 + c.d < ${n})`

const codes = ['LOCK1M', 'LOCK3M', 'LOCK6M', 'LOCK12M'] as const

/** Chooses one of the products on sale by a number. */
export const productOf = (number: string): string =>
  `ELT((${number}) % ${codes.length} + 1, ${codes.map((code) => `'${code}'`).join(', ')})`
