import type { Desk } from '../console/desk.js'
import { placesOfMany, placesOfOne, type PlaceOfOne } from '../../web/console/places.js'
import { z } from 'zod'
import { nodesOf, withId } from '../console/answers.js'
import { shaped } from '../support/typed.js'

/**
 * Every route of the service that answers a page, with its name here. test/running/every-route.test.ts fails on a route that is in neither
 * `pagesOfService` nor `noPages`.
 */
export const pagesOfService = {
  '/': 'front-door',
  '/docs': 'docs',
  '/docs/graphql': 'reference',
  '/sign-in': 'sign-in',
  '/sign-in/callback': 'sign-in-problem',
  '/signed-out': 'signed-out',
  '/simulator': 'simulator',
  '/graphql': 'explorer',
  '/graphql/sandbox': 'sandbox',
  '/console': 'console',
  '/console/*': 'places of the console, by its own router',
  '/insights': 'insights',
  '/reports/scores/:id': 'score-report',
} as const

/** Routes for programs, and routes of files. */
export const noPages = [
  '/docs/openapi-facade.json',
  '/docs/openapi-scoring.json',
  '/docs/schema.graphql',
  '/docs/score-display.json',
  '/exports/:file',
  '/graphql/who',
  '/healthz',
  '/metrics',
  '/readyz',
  '/reports/statements/:file',
  '/session',
  '/web/*',
]

/** For each page of a single thing, the query for the id of the thing that the test opens there. */
const idsOf: Readonly<Record<PlaceOfOne, string>> = {
  approvals: 'approvals(first: 1, sort: NEWEST) { nodes { id } }',
  reviews: 'reviews: reviewCases(first: 1) { nodes { id } }',
  customers: 'customers(first: 1, filter: { saved: { atLeast: "1" } }) { nodes { id } }',
  orders: 'orders(first: 1, filter: { kind: [PAY_OUT] }) { nodes { id } }',
  payouts: 'payouts(first: 1) { nodes { id } }',
  statements: 'statements(first: 1) { nodes { id } }',
  scores: 'scores: scoreRequests(first: 1) { nodes { id } }',
  products: 'products(first: 1) { nodes { id: code } }',
  queues: 'queues: jobs { id: name }',
  clocks: 'clocks(first: 1, sort: OLDEST) { nodes { id } }',
}

const idsOfPlaces = z.record(z.enum(placesOfOne), z.union([nodesOf(withId), z.array(withId)]))

/** Every page of the console: its name and its path. */
export const placesOfConsole = async (desk: Desk): Promise<[name: string, path: string][]> => {
  const { data } = await desk.graphql(`{ ${Object.values(idsOf).join(' ')} }`)
  const found = shaped(idsOfPlaces, data)
  const ofOne = placesOfOne.map((name): [string, string] => {
    const { [name]: ids } = found
    const [one] = 'nodes' in ids ? ids.nodes : ids
    if (!one) throw new Error(`there is none of ${name} to look at`)
    return [`${name}-one`, `/console/${name}/${encodeURIComponent(one.id)}`]
  })
  const ofMany = placesOfMany.map((name): [string, string] => [
    name,
    `/console/${name}${name === 'search' ? '?text=237670' : ''}`,
  ])
  return [
    ['console', '/console'],
    ...ofMany,
    ['approvals-waiting', '/console/approvals?status=OPEN'],
    ...ofOne,
    ['no-page', '/console/nowhere'],
    ['insights', '/insights'],
    ['insights-month', '/insights?release=1'],
  ]
}
