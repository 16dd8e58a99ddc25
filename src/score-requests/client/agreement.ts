import * as z from 'zod'

const amount = z.number().nullish()

/** The form of names such as `sc-2026.2` and `2.0.0`. */
const word = z.string().regex(/^[\w.:-]{1,64}$/)

const currency = z.string().regex(/^[A-Z]{3}$/)

const limits = z.looseObject({
  shortTermLimit: amount,
  netLimit: amount,
  grossLimit: amount,
  businessLimit: amount,
  currency: currency.nullish(),
})

type Limits = z.output<typeof limits>

/** No limit is negative, and `shortTermLimit` <= `netLimit` <= `grossLimit`, for those of them that are given. */
const areLimitsConsistent = ({ shortTermLimit, netLimit, grossLimit, businessLimit }: Limits): boolean => {
  const ascending = [shortTermLimit, netLimit, grossLimit].filter((limit) => typeof limit === 'number')
  return (
    [...ascending, businessLimit ?? 0].every((limit) => limit >= 0) &&
    ascending.every((limit, i) => i === 0 || (ascending[i - 1] as number) <= limit)
  )
}

const judgement = z.looseObject({
  decision: z.string().nullish(),
  recommendedCreditLimit: limits.nullish(),
  limit: amount,
  model: z.looseObject({ id: word, version: word }).nullish(),
})

/**
 * Whether a part of a result is consistent: its limits agree, and the short-term limit, the business limit and `limit` are
 * 0 or missing where the decision does not approve.
 */
const isConsistentJudgement = (value: unknown): boolean => {
  if (value === undefined || value === null) return true
  const parsed = judgement.safeParse(value).data
  if (!parsed) return false
  const { decision, recommendedCreditLimit, limit } = parsed
  const lendingLimits = [recommendedCreditLimit?.shortTermLimit, recommendedCreditLimit?.businessLimit, limit]
  const isNotApproved = ['DECLINE', 'REFER', 'INSUFFICIENT_DATA'].includes(decision ?? '')
  return (
    (!recommendedCreditLimit || areLimitsConsistent(recommendedCreditLimit)) &&
    (limit ?? 0) >= 0 &&
    !(isNotApproved && lendingLimits.some((one) => (one ?? 0) > 0))
  )
}

const withDecision = z.looseObject({ decision: z.string() })
const invalidValidity = z.looseObject({ status: z.literal('INVALID') })
const documents = z.array(z.looseObject({ validity: z.unknown() })).catch([])

/** Whether all parts of a result have the same decision, and an INVALID document is not approved. */
const isConsistentDecision = (data: Readonly<Record<string, unknown>>): boolean => {
  const judgements = [data, data['scoring'], data['statement'], data['enhanced'], data['boosted']]
  const decisions = new Set(judgements.flatMap((one) => withDecision.safeParse(one).data?.decision ?? []))
  const validities = [data['validity'], ...documents.parse(data['documents']).map(({ validity }) => validity)]
  const isApproved = [...decisions].some((decision) => decision.startsWith('APPROVE'))
  return (
    decisions.size < 2 && !(isApproved && validities.some((one) => invalidValidity.safeParse(one).success))
  )
}

/**
 * Whether parts of a result contradict each other, so that the result cannot be trusted. A missing field contradicts
 * nothing.
 */
export const contradictsItself = (data: Readonly<Record<string, unknown>>): boolean =>
  !isConsistentDecision(data) ||
  ![data, data['scoring'], data['statement'], data['boosted']].every(isConsistentJudgement)
