import { ask } from '../shared/client.js'
import { count } from '../shared/format.js'
import { useAnswer } from './ask.js'
import { filterOf, type Filter, type List, type PageOf, type Row } from './lists.js'
import { go, route } from './route.js'
import { downloadCsv, exploreAddress, Table, Trouble } from './table.js'
import { nameOf, say } from './words.js'

const rowsOfPage = 50
const rowsOfCsvMax = 1000

const addressOf = (changes: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(route.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return `${location.pathname}${query.size === 0 ? '' : `?${query}`}`
}

const Field = ({ filter }: { filter: Filter }) => {
  const { name, kind } = filter
  const { query } = route.value
  if (kind === 'dates' || kind === 'moments')
    return (
      <fieldset class="range">
        <legend>{nameOf(name)}</legend>
        <input
          type="date"
          name={`${name}From`}
          aria-label={say('from')}
          value={query.get(`${name}From`) ?? ''}
        />
        <input
          type="date"
          name={`${name}Before`}
          aria-label={say('before')}
          value={query.get(`${name}Before`) ?? ''}
        />
      </fieldset>
    )
  return (
    <div class="field">
      <label for={`filter-${name}`}>{nameOf(name)}</label>
      {kind === 'yes or no' ? (
        <select id={`filter-${name}`} name={name} value={query.get(name) ?? ''}>
          <option value="">{say('all')}</option>
          <option value="true">{say('yes')}</option>
          <option value="false">{say('no')}</option>
        </select>
      ) : kind === 'one of' ? (
        <select id={`filter-${name}`} name={name} value={query.get(name) ?? ''}>
          <option value="">{say('all')}</option>
          {filter.words.map((word) => (
            <option key={word} value={word}>
              {nameOf(word)}
            </option>
          ))}
          {/* Of several at once, as the worklists ask. */}
          {query.get(name)?.includes(',') ? (
            <option value={query.get(name)!}>{query.get(name)!.split(',').map(nameOf).join(', ')}</option>
          ) : null}
        </select>
      ) : (
        <input id={`filter-${name}`} name={name} value={query.get(name) ?? ''} />
      )}
    </div>
  )
}

const Filters = ({ list }: { list: List }) => (
  <form
    class="filters"
    key={route.value.query.toString()}
    onSubmit={(event) => {
      event.preventDefault()
      const given = [...new FormData(event.currentTarget)].map(
        ([name, value]) => [name, String(value)] as const,
      )
      go(addressOf({ ...Object.fromEntries(given), after: '' }))
    }}
  >
    {list.filters.map((filter) => (
      <Field key={filter.name} filter={filter} />
    ))}
    <div class="field">
      <label for="sort">{say('sort')}</label>
      <select id="sort" name="sort" value={route.value.query.get('sort') ?? list.sorts[0]!}>
        {list.sorts.map((word) => (
          <option key={word} value={word}>
            {nameOf(word)}
          </option>
        ))}
      </select>
    </div>
    <button>{say('apply')}</button>
  </form>
)

/** Page by page, up to as many rows as a table program is a help for. */
const allRows = async (list: List, variables: object): Promise<Row[]> => {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const { page }: PageOf = await ask(list.document, { ...variables, first: 100, after } as never)
    rows.push(...page.nodes)
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null && rows.length < rowsOfCsvMax)
  return rows
}

export const ListPage = ({ list }: { list: List }) => {
  const { query } = route.value
  const sort = query.get('sort') ?? list.sorts[0]!
  const asked = { filter: filterOf(list, query), sort }
  const variables = { ...asked, first: rowsOfPage, after: query.get('after') }
  const answer = useAnswer(list.document, variables as never)
  const page = answer.data?.page
  return (
    <>
      <div class="page-head">
        <h1>{say(list.title)}</h1>
        {page ? (
          <span class="note">
            {say(page.totalCount.isExact ? 'total' : 'totalMore', { count: count(page.totalCount.value) })}
          </span>
        ) : null}
      </div>
      <Filters list={list} />
      <Trouble answer={answer} />
      {page ? (
        <Table columns={list.columns} rows={page.nodes} label={say(list.title)} />
      ) : answer.trouble ? null : (
        <p class="note" role="status">
          {say('loading')}
        </p>
      )}
      {page ? (
        <div class="below">
          {query.get('after') === null ? null : (
            <a class="button" href={addressOf({ after: '' })}>
              {say('firstPage')}
            </a>
          )}
          {page.pageInfo.hasNextPage ? (
            <a class="button" href={addressOf({ after: page.pageInfo.endCursor ?? '' })}>
              {say('next')}
            </a>
          ) : null}
          <button
            type="button"
            onClick={() =>
              void allRows(list, asked).then(
                (rows) => downloadCsv(list.name, list.columns, rows),
                answer.again,
              )
            }
          >
            {say('csv')}
          </button>
          <a href={exploreAddress(list.document, variables)}>{say('operation')}</a>
        </div>
      ) : null}
    </>
  )
}
