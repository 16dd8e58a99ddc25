/** Time alone mends none of these: an address, credentials, or a service that answers something else than was asked. */
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

/** An answer of somebody else: a redirect, an unknown address, a no that is not in the words of the contract. */
const ofSomebodyElse = /^HTTP_(?!408|425)[34]\d\d$/

/** Whether people must look at what came in the way of a score request. */
export const needsPeople = (problem: string): boolean => alarms.has(problem) || ofSomebodyElse.test(problem)
