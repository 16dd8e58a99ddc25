/**
 * Pages that are about no single object, most of them lists, by the word after `/console/` in their address. With
 * `placesOfOne` these are all pages of the router, and tests look at each.
 */
export const placesOfMany = [
  'approvals',
  'limits',
  'reviews',
  'exceptions',
  'comparisons',
  'providerLines',
  'customers',
  'accounts',
  'positions',
  'orders',
  'payouts',
  'blocks',
  'statements',
  'scores',
  'shown',
  'notes',
  'ledger',
  'entries',
  'suspense',
  'months',
  'products',
  'nights',
  'queues',
  'clocks',
  'audit',
  'access',
  'roles',
  'search',
] as const

/** Pages of a single object, by the same word; the object's id follows it. */
export const placesOfOne = [
  'approvals',
  'reviews',
  'customers',
  'orders',
  'payouts',
  'statements',
  'scores',
  'products',
  'queues',
  'clocks',
] as const

export type PlaceOfMany = (typeof placesOfMany)[number]
export type PlaceOfOne = (typeof placesOfOne)[number]
