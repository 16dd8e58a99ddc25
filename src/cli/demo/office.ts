import { staff, type DemoBank } from './bank.js'
import type { Person } from './customers.js'
import type { Random } from './random.js'
import { only, text } from '../../platform/database/read-row.js'

/** The acts of staff: each has an idempotency key of its own. */
export interface Office {
  /** Processes some of the open work, and sometimes starts something new. */
  readonly work: (day: number) => Promise<void>
  /** A better rate for one product, and automatic payout for another. */
  readonly changeProducts: () => Promise<void>
  /** Requests a score of a customer, for which a bureau is asked, and runs the workers that compute and fetch it. */
  readonly score: (person: Person) => Promise<void>
}

const openCases = `{ reviewCases(first: 20, filter: { state: [OPEN] }) { nodes { id kind order { id } } } }`
const proposeResolution = `mutation ($input: ProposeResolutionInput!) {
  proposeResolution(input: $input) { reviewCase { resolution { id } } refusal { message } } }`
const confirmResolution = `mutation ($input: ConfirmResolutionInput!) {
  confirmResolution(input: $input) { refusal { message } } }`
const assign = `mutation ($input: AssignInput!) { assign(input: $input) { refusal { message } } }`
const addNote = `mutation ($input: AddNoteInput!) { addNote(input: $input) { refusal { message } } }`
const proposeBlock = `mutation ($input: ProposeBlockCustomerInput!) {
  proposed: proposeBlockCustomer(input: $input) { approval { id } refusal { message } } }`
const proposeProduct = `mutation ($input: ProposePublishProductInput!) {
  proposed: proposePublishProduct(input: $input) { approval { id } refusal { message } } }`
const approve = `mutation ($input: ApproveInput!) { approve(input: $input) { refusal { message } } }`
const reject = `mutation ($input: RejectInput!) { reject(input: $input) { refusal { message } } }`
const submitScore = `mutation ($input: SubmitScoreRequestInput!) {
  submitScoreRequest(input: $input) { scoreRequest { id } refusal { message } } }`

const noteTexts = [
  'Called about a deposit that she does not see; it had arrived.',
  'Wants to know what leaving early costs; told what the screen says.',
  'Asked for the statement again, for a visa.',
  'A new telephone, the same number.',
  'Complains about the hold of 48 hours.',
]

/** National ids for which the bureau's emulator has special answers: docs/bureau-emulator.md. */
const specialNationalIds = ['90000001', '90000002', '90000003', '90000004', '90000010', '90000012']
const firstNames = 'Awa Paul Estelle Serge Aïcha Martin Solange Ibrahim'.split(' ')
/** The runs of the workers until a score is requested, queued, computed and fetched. */
const scoreRounds = 4
const lastNames = 'Mbarga Ngo Etoga Fotso Kamga Abena Talla Njoya'.split(' ')

/** What several acts of staff need. */
interface OfficeParts {
  readonly bank: DemoBank
  readonly random: Random
  /** A new idempotency key. */
  readonly key: () => string
}

/** Read from the database, since look-ups are limited per minute, and here weeks pass in a minute. */
const customerId = async ({ bank }: OfficeParts, { msisdn }: Person): Promise<string | undefined> => {
  const [row] = await bank.rows('SELECT id FROM customers WHERE msisdn = ?', [msisdn])
  return row && only(row, text)
}

const propose = async (
  { bank, key }: OfficeParts,
  proposing: string,
  input: object,
): Promise<string | undefined> => {
  const { proposed } = await bank.ask(staff.clerk, proposing, { input: { ...input, idempotencyKey: key() } })
  return (proposed as { approval: { id: string } | null }).approval?.id
}

const proposeAndApprove = async (desk: OfficeParts, proposing: string, input: object): Promise<void> => {
  const id = await propose(desk, proposing, input)
  desk.bank.wait(600_000)
  if (id !== undefined)
    await desk.bank.ask(staff.approver, approve, { input: { id, idempotencyKey: desk.key() } })
}

const resolve = async ({ bank, random, key }: OfficeParts, caseId: string, kind: string): Promise<void> => {
  // A transfer that failed is sent again; any other order is resolved as successful.
  const outcome = kind === 'PAYOUT_FAILED' ? 'RETRY' : 'ORDER_SUCCEEDED'
  const input = { caseId, outcome, evidence: 'record of the provider for that day', idempotencyKey: key() }
  const { proposeResolution: proposed } = await bank.ask(staff.colleague, proposeResolution, { input })
  const { reviewCase } = proposed as { reviewCase: { resolution: { id: string } } | null }
  if (!reviewCase || random.happens(15)) return
  bank.wait(300_000)
  const confirming = { proposalId: reviewCase.resolution.id, idempotencyKey: key() }
  await bank.ask(staff.approver, confirmResolution, { input: confirming })
}

const workCases = async (desk: OfficeParts): Promise<void> => {
  const { bank, random, key } = desk
  const { reviewCases } = await bank.ask(staff.colleague, openCases)
  const { nodes } = reviewCases as { nodes: readonly { id: string; kind: string }[] }
  for (const { id, kind } of nodes)
    if (random.happens(50)) await resolve(desk, id, kind)
    else if (random.happens(40)) {
      const input = { caseId: id, to: staff.colleague.name, idempotencyKey: key() }
      await bank.ask(staff.clerk, assign, { input })
    }
}

const block = async (desk: OfficeParts, person: Person): Promise<void> => {
  const { bank, random, key } = desk
  const customer = await customerId(desk, person)
  if (customer === undefined) return
  const evidence = `ticket ${random.whole(1000, 9999)}`
  const input = random.happens(60)
    ? { cause: 'FRAUD', scope: 'BOTH', reason: 'payments from three numbers within an hour' }
    : { cause: 'COURT', scope: 'DEBIT', reason: 'order of a court' }
  if (random.happens(75)) return proposeAndApprove(desk, proposeBlock, { ...input, customer, evidence })
  const id = await propose(desk, proposeBlock, { ...input, customer, evidence })
  if (id === undefined || random.happens(50)) return
  const rejection = { id, reason: 'the customer has shown where they come from', idempotencyKey: key() }
  await bank.ask(staff.approver, reject, { input: rejection })
}

const note = async (desk: OfficeParts, person: Person): Promise<void> => {
  const subject = await customerId(desk, person)
  if (subject === undefined) return
  const text = desk.random.of(noteTexts)
  const input = { about: 'CUSTOMER', subject, text, idempotencyKey: desk.key() }
  await desk.bank.ask(staff.clerk, addNote, { input })
}

const changeProducts = async (desk: OfficeParts): Promise<void> => {
  const rate = { code: 'LOCK3M', rate: '5.00', reason: 'what other banks pay' }
  await proposeAndApprove(desk, proposeProduct, rate)
  const payout = { code: 'LOCK1M', maturityInstruction: 'AUTO_PAYOUT', reason: 'customers ask for it' }
  await proposeAndApprove(desk, proposeProduct, payout)
}

const score = async ({ bank, random, key }: OfficeParts, { msisdn }: Person): Promise<void> => {
  const input = {
    productCode: 'P7',
    nationalId: random.happens(40)
      ? random.of(specialNationalIds)
      : String(random.whole(20_000_000, 89_999_999)),
    firstName: random.of(firstNames),
    lastName: random.of(lastNames),
    phoneNumber: `+${msisdn}`,
    msisdn,
    idempotencyKey: key(),
  }
  await bank.ask(staff.clerk, submitScore, { input })
  for (let round = 0; round < scoreRounds; round++) {
    await bank.work('drive-scores', 'process-scoring')
    bank.wait(15_000)
  }
}

export const createOffice = (bank: DemoBank, people: readonly Person[], random: Random): Office => {
  let acts = 0
  const desk: OfficeParts = { bank, random, key: () => `demo-${++acts}` }
  return {
    work: async (day) => {
      const present = people.filter(({ joinDay, hasLeft }) => joinDay < day && !hasLeft)
      await workCases(desk)
      if (present.length === 0) return
      if (random.next() * 1000 < present.length) await note(desk, random.of(present))
      if (random.next() * 10_000 < present.length) await block(desk, random.of(present))
    },
    changeProducts: () => changeProducts(desk),
    score: (person) => score(desk, person),
  }
}
