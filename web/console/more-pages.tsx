import { useState } from 'preact/hooks'
import { count } from '../shared/format.js'
import { knowsCustomers, session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './requests.js'
import { ConsoleMonths, type ConsoleMonthsResult } from './console-months.graphql'
import { ConsoleQueues, type ConsoleQueuesResult } from './console-queues.graphql'
import { ConsoleScore } from './console-score.graphql'
import { ConsoleStatement } from './console-statement.graphql'
import { Facts, Loading } from './facts.js'
import { KnownRows, ListPart } from './list-page.js'
import { listOf } from './lists.js'
import { copyLink } from './statement-copy.js'
import { TroubleNotice } from './table.js'
import { nameOf, translate } from './words.js'

export const StatementPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleStatement, { id })
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const { statement } = answer.data
  if (!statement) return <p>{translate('unknown')}</p>
  return (
    <>
      <h1>{statement.id}</h1>
      <Facts row={statement} />
      {knowsCustomers(session.value?.roles ?? []) ? <p>{copyLink(statement.id)}</p> : null}
      <Actions list={[['resend', { statement: statement.id }]]} then={answer.again} />
    </>
  )
}

export const ScorePage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleScore, { id })
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  const { scoreRequest } = answer.data
  if (!scoreRequest) return <p>{translate('unknown')}</p>
  const { documents, ...facts } = scoreRequest
  return (
    <>
      <h1>{scoreRequest.id}</h1>
      <Facts row={facts} />
      <p>
        <a href={`/reports/scores/${encodeURIComponent(id)}`}>{translate('report')}</a>
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
export const ProductPage = ({ id: code }: { id: string }) => {
  const [times, setTimes] = useState(0)
  return (
    <>
      <h1>{code}</h1>
      <Actions
        list={[
          ['publish', { code }],
          ['endSale', { code }],
        ]}
        then={() => setTimes(times + 1)}
      />
      <ListPart
        key={times}
        title="versions"
        list={listOf('products')}
        filter={{ code: [code] }}
        sort="NEWEST"
      />
    </>
  )
}

type Hindrance = ConsoleMonthsResult['months'][number]['hindrances'][number]

/** A hindrance as text: its kind, how many there are, and the items if they are named. */
const hindranceOf = ({ kind, count: many, detail }: Hindrance): string => {
  const [, which] = detail.split(': ')
  const names = which?.split(', ').map((word) => nameOf(word))
  const name = `${nameOf(kind)}${many > 1 ? ` (${count(many)})` : ''}`
  return names ? `${translate('colon', { name })} ${names.join(', ')}` : name
}

/** The months: whether each is closed, what hinders its closing, and who proposed and closed it. */
export const MonthsPage = () => {
  const answer = useAnswer(ConsoleMonths, {})
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!answer.data) return <Loading />
  return (
    <>
      <KnownRows
        place="page"
        title="months"
        columns="month isClosed hindrances proposedBy closedBy closedAt"
        rows={answer.data.months.map((one) => ({
          ...one,
          hindrances: one.hindrances.map(hindranceOf).join(translate('semicolon')),
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

const everyMs = 5000

/** Work that waits for workers, in all queues or in one; reloaded at an interval. */
export const QueuesPage = ({ id: name }: { id?: string }) => {
  const answer = useAnswer(ConsoleQueues, {}, { everyMs })
  if (!answer.data) return answer.trouble ? <TroubleNotice answer={answer} /> : <Loading />
  const { jobs } = answer.data
  const queue = jobs.find((one) => one.name === name)
  return (
    <>
      <TroubleNotice answer={answer} />
      {queue ? (
        <QueuePage queue={queue} again={answer.again} />
      ) : (
        <KnownRows
          place="page"
          title="queues"
          columns="name ready later leased leasedBy failing oldestReadyAt jobs pausedBy pausedAt reason"
          rows={jobs.map(flat)}
          document={ConsoleQueues}
          variables={{}}
        />
      )}
    </>
  )
}
