import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { paBody } from '../bodies/pa-body.rules.js'
import type { Statement } from '../statement.js'
import { notLookedUp } from '../reading/checks.js'
import { readDocument } from '../reading/read-document.js'
import { shownData, type ParsedData } from '../reading/parsed-data.js'
import { Unreadable } from '../reading/unreadable.js'
import { scoreBodies } from './score-bodies.js'
import type { Answer, Product, ReadAnswer, ReadTask, Report, ScoreAnswer, ScoreTask, Task } from './tasks.js'

/** Marks where reading ends: what goes wrong after it is no fault of the document. */
type OnRead = () => void

const bodiesOf = (task: ReadTask, product: Product, statement: Statement, data: ParsedData): string[] => {
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

const read = async (
  task: ReadTask,
  onPages: (count: number) => void,
  onRead: OnRead,
): Promise<ReadAnswer> => {
  const { document, applicant, product } = task
  const bytes = await readFile(document.path)
  const asOf = new Date(task.asOf)
  const { acceptsCsv } = task.options
  const request = { document, bytes, applicant, asOf, onPages, acceptsCsv }
  const { statement, data, checks } = await readDocument(request)
  onRead()
  const shown = shownData(data, [...checks, notLookedUp], task.options)
  const fingerprint = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    code: statement.header.code,
  }
  const validity = JSON.stringify(shown.validity)
  if (product)
    return { bodies: bodiesOf(task, product, statement, shown), reading: null, fingerprint, validity }
  const reading = { statement: JSON.stringify(statement), data: JSON.stringify(shown) }
  return { bodies: [], reading, fingerprint, validity }
}

const score = (task: ScoreTask): ScoreAnswer => ({
  bodies: scoreBodies({
    productCode: task.productCode,
    applicant: task.applicant,
    asOf: new Date(task.asOf),
    bureau: task.bureau,
    options: task.options,
    documents: task.readings.map(({ statement, data }) => ({
      statement: JSON.parse(statement) as Statement,
      data: JSON.parse(data) as ParsedData,
    })),
  }),
})

const answer = async (task: Task, onPages: (count: number) => void, onRead: OnRead): Promise<Answer> =>
  task.kind === 'read' ? read(task, onPages, onRead) : score(task)

/** What is missing on this machine, and not wrong with the document: another try may find it. */
const isOutage = (error: unknown): boolean => typeof (error as { syscall?: unknown }).syscall === 'string'

/**
 * Does one task and says what came of it. Never throws. A document on which our own code fails is refused as one that we
 * cannot read: to try it again would end in the same way.
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
    if (isRead || isOutage(error)) return { kind: 'failed', message: `${name}: ${message}` }
    return {
      kind: 'refused',
      refused: { code: 'unsupported_layout', detail: `the reader failed on it (${name})` },
    }
  }
}
