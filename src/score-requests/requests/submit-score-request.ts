import { readCustomer, readRegistration } from '../../bank/customers/customers.read.js'
import type { Sql } from '../../platform/database/database.js'
import { hashText, peppersOf, type Peppers } from '../../platform/identity/keys/keys.js'
import { storeObject } from '../../platform/files/stored-objects.js'
import { checkScoreRequest } from '../../scoring-contract/check-score-request.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Refusal } from '../../kernel/refusal.js'
import type { ScoresDeps } from '../model/deps.js'
import type { SealedFile } from '../documents/sealed-file.js'
import type { ScoredPerson } from '../documents/secrets.js'
import { requestBody } from '../drive/request-body.js'
import type { ScoreRequest } from '../model/score.entity.js'
import { insertOrder, type HeldFile, type OrderedDocument, type ScoreOrder } from './insert-order.js'

/** An order as the caller gave it. A file that came with it is sealed already, on this machine. */
export interface SubmitScoreRequest {
  /** The caller's idempotency key: the same order under it returns the first request. */
  readonly orderKey: string | null
  readonly msisdn: Msisdn | null
  readonly person: Omit<ScoredPerson, 'phoneNumber'> & { readonly phoneNumber: string | null }
  readonly productCode: ProductCode
  readonly augment: boolean
  readonly documents: readonly (Omit<OrderedDocument, 'file'> & { readonly file: SealedFile | null })[]
}

/** Refuses: INVALID_ARGUMENT with everything that violates the contract, at once; the message repeats no values. */
export const checkOrder = (
  order: Pick<ScoreOrder, 'person' | 'productCode' | 'augment'> & {
    readonly documents: readonly Omit<OrderedDocument, 'file'>[]
  },
  now: Instant,
): void => {
  const announced = order.documents.map(
    ({ documentName, documentType, bankName, password, accountNumber }) => ({
      documentName,
      documentType,
      bankName,
      password,
      accountNumber,
    }),
  )
  const checked = checkScoreRequest(requestBody(order, order.person, announced), now)
  if (!('problems' in checked)) return
  const problems = checked.problems.map(
    ({ field, message }) => `${field.replace('documentsDetails', 'documents')} ${message}`,
  )
  throw new Refusal('INVALID_ARGUMENT', problems.join('; '))
}

/**
 * Puts a sealed file into the store. If no row refers to it in the end, the key that decrypts it is stored nowhere, and
 * the sweep of the object store removes it.
 */
export const storeFile = async (deps: ScoresDeps, file: SealedFile, now: Instant): Promise<HeldFile> => ({
  objectKey: await storeObject(deps, 'uploads', file.path, now),
  fileKey: file.key,
  format: file.format,
})

/**
 * The hashes of the order under each pepper, from the order as the caller gave it, before it is completed from our
 * data: a customer's e-mail address may change between two attempts.
 */
const orderHashesOf = (
  peppers: Peppers,
  { orderKey, documents, ...order }: SubmitScoreRequest,
): readonly string[] => {
  if (orderKey === null) return []
  const ordered = documents.map(({ file, ...document }) => ({ ...document, file: file?.digest ?? null }))
  const text = JSON.stringify({ scoreOrder: order, documents: ordered })
  return peppersOf(peppers).map((pepper) => hashText(pepper, text))
}

/**
 * The customer, if the order names one, and the person, completed from the customer's data. Refuses: NOT_REGISTERED.
 */
const readSubject = async (sql: Sql, { msisdn, person: orderedPerson }: SubmitScoreRequest) => {
  const customer = msisdn === null ? undefined : await readCustomer(sql, msisdn)
  if (msisdn !== null && !customer) throw new Refusal('NOT_REGISTERED')
  const registeredEmail = msisdn === null ? null : (await readRegistration(sql, msisdn)).email
  const email = orderedPerson.email ?? registeredEmail
  const { nationalId, firstName, lastName, middleName } = orderedPerson
  const person = {
    ...orderedPerson,
    nationalId: nationalId.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    ...(middleName !== undefined && { middleName: middleName.trim() }),
    phoneNumber: orderedPerson.phoneNumber ?? (msisdn === null ? '' : `+${msisdn}`),
    ...(email && { email }),
  }
  return { customer, person }
}

/**
 * Orders a score of a customer by mobile number, or of any person. A worker sends the documents that came with the
 * order; the others have upload addresses. The caller does not wait for the scoring service. Refuses: NOT_REGISTERED,
 * INVALID_ARGUMENT.
 */
export const submitScoreRequest = async (
  deps: ScoresDeps,
  call: Call,
  input: SubmitScoreRequest,
): Promise<ScoreRequest> => {
  const { database } = deps
  const { customer, person } = await readSubject(database.read, input)
  checkOrder({ ...input, person }, call.now)
  const documents: OrderedDocument[] = []
  for (const document of input.documents) {
    const file = document.file && (await storeFile(deps, document.file, call.now))
    documents.push({ ...document, file })
  }
  const { productCode, augment, orderKey } = input
  const order = {
    customerId: customer?.id ?? null,
    person,
    productCode,
    augment,
    documents,
    resubmissionOf: null,
    orderKey,
    orderHashes: orderHashesOf(deps, input),
  }
  const score = await database.inTransaction((tx) => insertOrder(tx, deps, call, order))
  deps.onScore()
  return score
}
