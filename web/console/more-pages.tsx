import { Actions } from './acting.js'
import { useAnswer } from './ask.js'
import { ConsoleMonths } from './console-months.graphql'
import { ConsoleQueues, type ConsoleQueuesResult } from './console-queues.graphql'
import { ConsoleScore } from './console-score.graphql'
import { ConsoleStatement } from './console-statement.graphql'
import { Facts, Loading } from './facts.js'
import { KnownRows, ListPart } from './list-page.js'
import { listOf } from './lists.js'
import { copyLink } from './statement-copy.js'
import { Trouble } from './table.js'
import { nameOf, say } from './words.js'

export const StatementPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleStatement, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { statement } = answer.data
  if (!statement) return <p>{say('nothing')}</p>
  return (
    <>
      <h1>{statement.id}</h1>
      <Facts row={statement} />
      <p>{copyLink(statement.id)}</p>
      <Actions list={[['resend', { statement: statement.id }]]} then={answer.again} />
    </>
  )
}

export const ScorePage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleScore, { id })
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { scoreRequest } = answer.data
  if (!scoreRequest) return <p>{say('nothing')}</p>
  const { documents, ...facts } = scoreRequest
  return (
    <>
      <h1>{scoreRequest.id}</h1>
      <Facts row={facts} />
      <p>
        <a href={`/reports/scores/${encodeURIComponent(id)}`}>{say('report')}</a>
      </p>
      <Actions
        list={scoreRequest.status === 'FAILED' ? [['rescore', { id: scoreRequest.id }]] : []}
        then={answer.again}
      />
      <KnownRows
        title="documents"
        columns="documentName documentType state bankName problem"
        rows={documents}
        document={ConsoleScore}
        variables={{ id }}
      />
    </>
  )
}

/** All versions of one product. */
export const ProductPage = ({ code }: { code: string }) => (
  <>
    <h1>{code}</h1>
    <Actions
      list={[
        ['publish', { code }],
        ['endSale', { code }],
      ]}
      then={() => undefined}
    />
    <ListPart list={listOf('products')} filter={{ code: [code] }} sort="NEWEST" />
  </>
)

/** What was booked in each, and whether more may be. */
export const MonthsPage = () => {
  const answer = useAnswer(ConsoleMonths, {})
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  return (
    <>
      <KnownRows
        place="page"
        title="months"
        columns="month isClosed proposedBy closedBy closedAt hindrances"
        rows={answer.data.months.map((one) => ({
          ...one,
          hindrances: one.hindrances.map(({ detail }) => detail).join('; '),
        }))}
        document={ConsoleMonths}
        variables={{}}
      />
      <Actions list={[['closeMonth', {}]]} then={answer.again} />
    </>
  )
}

type Queue = ConsoleQueuesResult['jobs'][number]

const flat = ({ pause, ...queue }: Queue) => ({ ...queue, ...pause })

const QueuePage = ({ queue, again }: { queue: Queue; again: () => void }) => (
  <>
    <h1>{nameOf(queue.name)}</h1>
    <Facts row={flat(queue)} />
    <Actions
      list={[
        [queue.pause ? 'resume' : 'pause', { queue: queue.name }],
        ['retry', { queue: queue.name }],
      ]}
      then={again}
    />
  </>
)

/** What waits for workers: all queues, or one. */
export const QueuesPage = ({ name }: { name: string | undefined }) => {
  const answer = useAnswer(ConsoleQueues, {})
  if (answer.trouble) return <Trouble answer={answer} />
  if (!answer.data) return <Loading />
  const { jobs } = answer.data
  const queue = jobs.find((one) => one.name === name)
  if (queue) return <QueuePage queue={queue} again={answer.again} />
  return (
    <KnownRows
      place="page"
      title="queues"
      columns="name ready later leased failing oldestReadyAt pausedBy pausedAt reason jobs"
      rows={jobs.map(flat)}
      document={ConsoleQueues}
      variables={{}}
    />
  )
}
