import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paBody } from '../bodies/pa-body.rules.js'
import { NotGenuine, openWith, sealWith, type PieceSeal } from '../../platform/crypto/sealed-pieces.js'
import type { ParsedStatement } from '../model/statement.js'
import { notLookedUp } from '../reading/checks/checks.js'
import { readDocument } from '../reading/read-document.js'
import { shownData, type ParsedData } from '../reading/parsed-data.js'
import { rowsMax } from '../reading/text/rows-max.js'
import { Unreadable } from '../reading/text/unreadable.js'
import { scoreBodies } from './score-bodies.js'
import {
  bodyBytesMax,
  outputFolder,
  type Answer,
  type KeptReading,
  type Product,
  type ReadAnswer,
  type ReadTask,
  type Report,
  type ScoreAnswer,
  type ScoreTask,
  type Task,
  type Written,
} from './tasks.js'

/** Called when reading has ended: a failure after that is not the fault of the document. */
type OnRead = () => void

const bodiesOf = (
  task: ReadTask,
  product: Product,
  statement: ParsedStatement,
  data: ParsedData,
): string[] => {
  const { productCode, bureau } = product
  const { applicant, asOf, options } = task
  if (productCode === 'PA') return [paBody(statement, data, new Date(asOf)).json]
  return scoreBodies({
    productCode,
    applicant,
    asOf: new Date(asOf),
    bureau,
    options,
    documents: [{ statement, data }],
  })
}

/** How a body begins that is about one document and contains the verdict on it, as of PA and PAS. */
const oneDocumentBeginning = '{"status":"success","code":200,"data":{"logs":'

/**
 * Stands for the check `seen_elsewhere`, which is made after the reading, by the process that has the database. Its
 * quotes are not escaped, so it cannot occur inside a JSON string: nothing printed on a statement is taken for it.
 */
const placeholder = Buffer.from(JSON.stringify(notLookedUp))

/**
 * Seals a text with the seal at index `at`, writes it to the file named after that index, and returns at which bytes of the
 * text the placeholders are.
 */
const write = async (text: string, at: number, seals: readonly PieceSeal[]): Promise<Written> => {
  const seal = seals[at]
  if (!seal) throw new Error('there are more texts than seals')
  const unsealed = Buffer.from(text)
  const digest = createHash('sha256')
  const pieces = [...sealWith(seal, unsealed)]
  for (const piece of pieces) digest.update(piece)
  await writeFile(join(outputFolder, String(at)), pieces, { mode: 0o600 })
  const reusePlaceholdersAt: number[] = []
  for (
    let index = unsealed.indexOf(placeholder);
    index >= 0;
    index = unsealed.indexOf(placeholder, index + 1)
  )
    reusePlaceholdersAt.push(index)
  const isOfOneDocument = text.startsWith(oneDocumentBeginning)
  return { bytes: unsealed.length, sha256: digest.digest('hex'), reusePlaceholdersAt, isOfOneDocument }
}

const writeBodies = async (
  bodies: readonly string[],
  seals: readonly PieceSeal[],
): Promise<readonly Written[]> => {
  const written: Written[] = []
  for (const [at, body] of bodies.entries()) {
    // A text with more characters than the limit has more bytes too, so its bytes need not be counted.
    if (body.length > bodyBytesMax || Buffer.byteLength(body) > bodyBytesMax)
      throw new Unreadable('result_too_large', `a result has at most ${bodyBytesMax} bytes`)
    written.push(await write(body, at, seals))
  }
  return written
}

const read = async (
  task: ReadTask,
  onPages: (count: number) => void,
  onRead: OnRead,
): Promise<ReadAnswer> => {
  const { document, applicant, product, seals } = task
  const stored = await readFile(document.path)
  const bytes = document.key ? openWith(Buffer.from(document.key), stored) : stored
  const asOf = new Date(task.asOf)
  const { acceptsCsv } = task.options
  const request = { document, bytes, applicant, asOf, onPages, acceptsCsv }
  const { statement, data, checks } = await readDocument(request)
  if (statement.rows.length > rowsMax)
    throw new Unreadable(
      'too_many_rows',
      `${statement.rows.length} transactions, at most ${rowsMax} are read: send fewer months in each document`,
    )
  onRead()
  const visible = shownData(data, [...checks, notLookedUp], task.options)
  const fingerprint = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    code: statement.header.code,
  }
  const validity = JSON.stringify(visible.validity)
  if (product) {
    const written = await writeBodies(bodiesOf(task, product, statement, visible), seals)
    return { written, fingerprint, validity }
  }
  const reading: KeptReading = { statement, data: visible }
  return { written: [await write(JSON.stringify(reading), 0, seals)], fingerprint, validity }
}

const score = async (task: ScoreTask): Promise<ScoreAnswer> => {
  const documents: KeptReading[] = []
  for (const { path, key } of task.readings)
    documents.push(JSON.parse(openWith(Buffer.from(key), await readFile(path)).toString()) as KeptReading)
  const { productCode, applicant, asOf, bureau, options, seals } = task
  const facts = { productCode, applicant, asOf: new Date(asOf), bureau, options, documents }
  return { written: await writeBodies(scoreBodies(facts), seals) }
}

const answer = async (task: Task, onPages: (count: number) => void, onRead: OnRead): Promise<Answer> =>
  task.kind === 'read' ? read(task, onPages, onRead) : score(task)

/** Whether an error is that of this machine and not of the document: a retry may succeed. */
const isOutage = (error: unknown): boolean => typeof (error as { syscall?: unknown }).syscall === 'string'

/**
 * Performs one task and returns its report. Never throws. A document on which our own code fails is refused as
 * unreadable, since a retry would fail the same way.
 */
export const perform = async (task: Task, onPages: (count: number) => void): Promise<Report> => {
  let isRead = task.kind === 'score'
  const onRead = (): void => {
    isRead = true
  }
  try {
    return { kind: 'answered', answer: await answer(task, onPages, onRead) }
  } catch (error) {
    if (error instanceof Unreadable) {
      return { kind: 'refused', refused: { code: error.code, detail: error.message } }
    }
    const { name, message } = error as Error
    if (isRead || isOutage(error) || error instanceof NotGenuine)
      return { kind: 'failed', message: `${name}: ${message}` }
    return {
      kind: 'refused',
      refused: {
        code: 'unsupported_layout',
        detail: `the reader failed on it (${name}): ask for the file as its issuer sent it`,
      },
    }
  }
}
