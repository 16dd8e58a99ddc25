/**
 * Problems that do not go away by waiting: a wrong address, wrong credentials, or a service that answers a different
 * question.
 */
const alarms: ReadonlySet<string> = new Set([
  'CREDENTIALS_REFUSED',
  'UNSAFE_ADDRESS',
  'ERROR_IN_AN_ANSWER',
  'OTHER_REQUEST',
  'OTHER_PRODUCT',
  'CONTRADICTORY_RESULT',
  'OTHER_DOCUMENTS',
  'DOCUMENTS_MISSING',
])

/** An answer of another server: a redirect, an unknown address, a refusal that does not follow the contract. */
const ofSomebodyElse = /^HTTP_(?!408|425)[34]\d\d$/

/** Whether people must look at the problem of a score request. */
export const needsPeople = (problem: string): boolean => alarms.has(problem) || ofSomebodyElse.test(problem)
