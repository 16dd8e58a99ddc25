import { useState } from 'preact/hooks'
import { useAnswer } from './ask.js'
import { ConsoleHistory, type ConsoleHistoryVariables } from './console-history.graphql'
import { Loading } from './facts.js'
import { historyKinds } from './schema-words.js'
import { exploreAddress, Table, Trouble } from './table.js'
import { nameOf, say } from './words.js'

type Kind = keyof typeof historyKinds

const columns = ['at', 'kind', 'detail', 'amount', 'actor']

/** Words of the schema as people say them; of a proposal the first, since a reason follows, and of a note none. */
const told = (kind: Kind, detail: string | null): string => {
  if (detail === null || kind === 'NOTE') return detail ?? ''
  const [first = '', ...rest] = detail.split(' ')
  return [nameOf(first), ...(kind === 'PROPOSED' ? rest : rest.map(nameOf))].join(' ')
}

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
      {answer.data ? (
        <Table
          columns={columns}
          rows={(page?.nodes ?? []).map((row) => ({ ...row, detail: told(row.kind, row.detail) }))}
          label={say('history')}
        />
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
