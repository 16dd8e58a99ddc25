import { readFile } from 'node:fs/promises'
import type { Statement } from '../statement.js'
import { readDocument } from '../reading/read-document.js'
import { shownData, type ParsedData } from '../reading/parsed-data.js'
import { Unreadable } from '../reading/unreadable.js'
import { scoreBodies } from './score-bodies.js'
import type { Answer, ReadAnswer, ReadTask, Report, ScoreAnswer, ScoreTask, Task } from './tasks.js'

const read = async (task: ReadTask, onPages: (count: number) => void): Promise<ReadAnswer> => {
  const { document, applicant } = task
  const bytes = await readFile(document.path)
  const { statement, data, checks } = await readDocument({
    document,
    bytes,
    applicant,
    asOf: new Date(task.asOf),
    onPages,
  })
  const shown = shownData(data, checks, task.options)
  return { statement: JSON.stringify(statement), data: JSON.stringify(shown) }
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

const answer = async (task: Task, onPages: (count: number) => void): Promise<Answer> =>
  task.kind === 'read' ? read(task, onPages) : score(task)

/** What is missing on this machine, and not wrong with the document: another try may find it. */
const isOutage = (error: unknown): boolean => typeof (error as { syscall?: unknown }).syscall === 'string'

/**
 * Does one task and says what came of it. Never throws. A document on which our own code fails is refused as one that we
 * cannot read: to try it again would end in the same way.
 */
export const perform = async (task: Task, onPages: (count: number) => void): Promise<Report> => {
  try {
    return { kind: 'answered', answer: await answer(task, onPages) }
  } catch (error) {
    if (error instanceof Unreadable) {
      return { kind: 'refused', refused: { code: error.code, detail: error.message } }
    }
    const { name, message } = error as Error
    if (task.kind === 'score' || isOutage(error)) return { kind: 'failed', message: `${name}: ${message}` }
    return {
      kind: 'refused',
      refused: { code: 'unsupported_layout', detail: `the reader failed on it (${name})` },
    }
  }
}
