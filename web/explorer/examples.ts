import { docExamples } from 'virtual:docExamples'
import { catalogue } from '../shared/language.js'
import type { Role } from '../shared/session.js'
import failedOrders from './examples/failed-orders.graphql?text'
import positionsByMaturity from './examples/positions-by-maturity.graphql?text'
import openReviewCases from './examples/open-review-cases.graphql?text'
import trialBalanceToday from './examples/trial-balance-today.graphql?text'
import nightsLatest from './examples/nights-latest.graphql?text'
import accountsLeaving from './examples/accounts-leaving.graphql?text'
import scoresOfTheMonth from './examples/scores-of-the-month.graphql?text'
import findSomebody from './examples/find-somebody.graphql?text'
import testClocks from './examples/test-clocks.graphql?text'
import whoDidWhat from './examples/who-did-what.graphql?text'
import whoHadWhichRole from './examples/who-had-which-role.graphql?text'

const translate = catalogue({
  failedOrders: ['Paiements échoués, les plus gros d’abord', 'Failed payments, the largest first'],
  positionsByMaturity: ['Épargnes qui arrivent à échéance', 'Savings that will mature'],
  openReviewCases: ['Cas à examiner', 'Review cases'],
  trialBalanceToday: ['Balance générale', 'Trial balance'],
  nightsLatest: ['Dernières nuits', 'The latest nights'],
  accountsLeaving: ['Comptes en cours de fermeture', 'Accounts that are closing'],
  scoresOfTheMonth: ['Demandes de score', 'Score requests'],
  findSomebody: ['Chercher un client', 'Find a customer'],
  testClocks: ['Horloges de test', 'Test clocks'],
  whoDidWhat: ['Qui a fait quoi', 'Who did what'],
  whoHadWhichRole: ['Qui avait quel rôle', 'Who had which role'],
})

type Name = Parameters<typeof translate>[0]

const staff: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN']
const customerReaders: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']
const recordReaders: readonly Role[] = [...customerReaders, 'AUDITOR']

const example = (name: Name, text: string, roles: readonly Role[]) => ({
  name,
  text,
  roles,
  page: undefined,
  title: () => translate(name),
})

export interface Example {
  readonly name: string
  readonly text: string
  readonly roles: readonly string[]
  /** The page of the docs that the query is from; undefined for an example of the explorer itself. */
  readonly page: string | undefined
  readonly title: () => string
}

/** Example operations, with the roles that may send them: a test sends each of them as each of its roles. */
export const examples: readonly Example[] = [
  example('failedOrders', failedOrders, staff),
  example('positionsByMaturity', positionsByMaturity, staff),
  example('openReviewCases', openReviewCases, staff),
  example('trialBalanceToday', trialBalanceToday, staff),
  example('nightsLatest', nightsLatest, staff),
  example('accountsLeaving', accountsLeaving, staff),
  example('scoresOfTheMonth', scoresOfTheMonth, staff),
  example('findSomebody', findSomebody, customerReaders),
  example('whoDidWhat', whoDidWhat, recordReaders),
  example('whoHadWhichRole', whoHadWhichRole, ['ADMIN', 'AUDITOR']),
  example('testClocks', testClocks, [...staff, 'TESTER']),
  ...docExamples.map(({ page, title, text, roles }) => ({
    name: `${page} ${title}`,
    text,
    roles,
    page,
    title: () => title,
  })),
]
