import { useState } from 'preact/hooks'
import { useAnswer } from './ask.js'
import { ConsoleHistory, type ConsoleHistoryVariables } from './console-history.graphql'
import { Loading } from './facts.js'
import { historyKinds } from './schema-words.js'
import { exploreAddress, Table, Trouble } from './table.js'
import { nameOf, say } from './words.js'

type Kind = keyof typeof historyKinds

const columns = ['at', 'kind', 'detail', 'amount', 'actor']

/** Everything that happened to a customer, the latest first, page by page. */
export const History = ({ id }: { id: string }) => {
  const [kind, setKind] = useState<Kind | ''>('')
  const [after, setAfter] = useState<string | null>(null)
  const variables: ConsoleHistoryVariables = { id, after, filter: kind === '' ? {} : { kind: [kind] } }
  const answer = useAnswer(ConsoleHistory, variables)
  const page = answer.data?.customerById?.history
  return (
    <section>
      <h2>{say('history')}</h2>
      <div class="below">
        <select
          aria-label={nameOf('kind')}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(currentTarget.value as Kind | '')
            setAfter(null)
          }}
        >
          <option value="">{say('all')}</option>
          {Object.keys(historyKinds).map((word) => (
            <option key={word} value={word}>
              {nameOf(word)}
            </option>
          ))}
        </select>
        <a href={exploreAddress(ConsoleHistory, variables)}>{say('operation')}</a>
      </div>
      <Trouble answer={answer} />
      {page ? (
        <Table columns={columns} rows={page.nodes} label={say('history')} />
      ) : answer.trouble ? null : (
        <Loading />
      )}
      {page && (after !== null || page.pageInfo.hasNextPage) ? (
        <div class="below">
          {after === null ? null : (
            <button type="button" onClick={() => setAfter(null)}>
              {say('firstPage')}
            </button>
          )}
          {page.pageInfo.hasNextPage ? (
            <button type="button" onClick={() => setAfter(page.pageInfo.endCursor)}>
              {say('next')}
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
