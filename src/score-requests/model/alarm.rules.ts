/**
 * Problems that a retry does not solve: a wrong address, wrong credentials, or an answer that contradicts the request or
 * itself.
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

/**
 * HTTP statuses that come from another server: a redirect, an unknown address, an error that does not follow the
 * contract.
 */
const fromAnotherServer = /^HTTP_(?!408|425)[34]\d\d$/

/** Whether people must look at the problem of a score request. */
export const needsPeople = (problem: string): boolean =>
  alarms.has(problem) || fromAnotherServer.test(problem)
