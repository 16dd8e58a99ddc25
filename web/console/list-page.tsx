import type { ComponentChildren } from 'preact'
import { request } from '../shared/client.js'
import { count } from '../shared/format.js'
import { useAnswer } from './requests.js'
import { textOf } from './cell.js'
import { filterOf } from './filter-of.js'
import type { Filter, List, Page, PageOf, Row } from './lists.js'
import { addressWith, go, route } from './route.js'
import { Loading } from './facts.js'
import { downloadCsv, exploreAddress, Table, TroubleNotice, type ActsOf } from './table.js'
import { countsVersion } from './waiting.js'
import { nameOf, translate } from './words.js'

const rowsOfPage = 50
const rowsOfSection = 10
const rowsOfCsvMax = 1000

/** The filters and sort orders of a table. Their names in the address have a prefix where a page has several tables. */
interface TableState {
  readonly filters: readonly Filter[]
  readonly sorts: readonly string[]
  readonly prefix: string
}

const Choice = ({ name, id, words }: { name: string; id: string; words: readonly (readonly string[])[] }) => {
  const chosen = route.value.query.get(name) ?? ''
  const isOther = chosen !== '' && !words.some(([word]) => word === chosen)
  return (
    <select id={id} name={name} value={chosen}>
      <option value="">{translate('all')}</option>
      {words.map(([word, label]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
      {/* A link from a worklist may filter by several words at once: they are one more option. */}
      {isOther ? <option value={chosen}>{chosen.split(',').map(nameOf).join(', ')}</option> : null}
    </select>
  )
}

const wordsOf = (filter: Filter): readonly (readonly string[])[] | undefined => {
  if (filter.kind === 'one of') return filter.words.map((word) => [word, nameOf(word)])
  return filter.kind === 'yes or no'
    ? [
        ['true', translate('yes')],
        ['false', translate('no')],
      ]
    : undefined
}

const Field = ({ filter, prefix }: { filter: Filter; prefix: string }) => {
  const { query } = route.value
  const name = prefix + filter.name
  if (filter.kind === 'dates' || filter.kind === 'moments')
    return (
      <fieldset class="range">
        <legend>{nameOf(filter.name)}</legend>
        {(['From', 'Before'] as const).map((end) => (
          <input
            key={end}
            type="date"
            name={name + end}
            aria-label={translate(end === 'From' ? 'from' : 'before')}
            value={query.get(name + end) ?? ''}
          />
        ))}
      </fieldset>
    )
  const words = wordsOf(filter)
  const id = `filter-${name}`
  return (
    <div class="field">
      <label for={id}>{nameOf(filter.name)}</label>
      {filter.kind === 'date' ? (
        <input id={id} name={name} type="date" value={query.get(name) ?? ''} />
      ) : words ? (
        <Choice name={name} id={id} words={words} />
      ) : (
        <input id={id} name={name} value={query.get(name) ?? ''} />
      )}
    </div>
  )
}

const Filters = ({ filters, sorts, prefix }: TableState) => (
  <form
    class="filters"
    key={route.value.query.toString()}
    onSubmit={(event) => {
      event.preventDefault()
      const given = [...new FormData(event.currentTarget)].map(
        ([name, value]) => [name, String(value)] as const,
      )
      go(addressWith({ ...Object.fromEntries(given), [`${prefix}after`]: '' }, prefix))
    }}
  >
    {filters.map((filter) => (
      <Field key={filter.name} filter={filter} prefix={prefix} />
    ))}
    {sorts.length < 2 ? null : (
      <div class="field">
        <label for={`${prefix}sort`}>{translate('sort')}</label>
        <select
          id={`${prefix}sort`}
          name={`${prefix}sort`}
          value={route.value.query.get(`${prefix}sort`) ?? sorts[0]!}
        >
          {sorts.map((word) => (
            <option key={word} value={word}>
              {nameOf(word)}
            </option>
          ))}
        </select>
      </div>
    )}
    <button>{translate('apply')}</button>
  </form>
)

/** Whether the table has the heading of a page, of a part of a page, or none. */
type Place = 'page' | 'part' | 'within'

export const isFilteredAt = (prefix: string): boolean =>
  [...route.value.query.keys()].some((name) => name.startsWith(prefix))

/** The links below a table: the next page, the rows as a file, and the query in the explorer. */
export const Below = ({
  prefix,
  next,
  onCsv,
  file,
  isCut,
  operation,
}: {
  prefix: string
  /** The cursor after the last row that is shown, if there are more. */
  next: string | undefined
  /** Undefined for a table that cannot be downloaded. */
  onCsv?: (() => void) | undefined
  /** The address of the service's file with all rows, where there are more than the page would request. */
  file?: string | undefined
  /** Whether the file that the page makes has only a part of the rows. */
  isCut?: boolean | undefined
  operation: string
}) => {
  const after = `${prefix}after`
  return (
    <div class="below">
      {route.value.query.has(after) ? (
        <a class="button" href={addressWith({ [after]: '' }, prefix)}>
          {translate('firstPage')}
        </a>
      ) : null}
      {next === undefined ? null : (
        <a class="button" href={addressWith({ [after]: next }, prefix)}>
          {translate('next')}
        </a>
      )}
      {file ? (
        <a class="button" href={file} download>
          {translate('csvOfAll')}
        </a>
      ) : onCsv ? (
        <button type="button" onClick={onCsv}>
          {isCut ? translate('csvOfFirst', { count: count(rowsOfCsvMax) }) : translate('csv')}
        </button>
      ) : null}
      <a href={operation}>{translate('operation')}</a>
    </div>
  )
}

export const totalOf = ({ totalCount: { value, isExact } }: Pick<Page, 'totalCount'>): string =>
  translate(isExact ? 'total' : 'totalMore', { count: count(value) })

/** A table with what all tables have: filters and paging in the address, the rows as a file, and the query. */
const FilteredTable = ({
  title,
  place,
  state,
  total,
  next,
  onCsv,
  file,
  isCut,
  operation,
  isEmpty,
  acts,
  children,
}: {
  title: string
  place: Place
  state: TableState
  total: string | undefined
  next: string | undefined
  onCsv: (() => void) | undefined
  file?: string | undefined
  isCut?: boolean
  operation: string
  isEmpty: boolean
  /** Buttons of actions that concern no single row. */
  acts?: ComponentChildren
  children: ComponentChildren
}) => {
  const { prefix } = state
  const isFiltered = isFilteredAt(prefix)
  return (
    <section
      class={`listed ${isEmpty && place === 'part' && !isFiltered ? 'empty' : ''}`}
      id={prefix === '' ? undefined : prefix.slice(0, -1)}
    >
      {place === 'within' ? null : (
        <div class="page-head">
          {place === 'page' ? <h1>{title}</h1> : <h2>{title}</h2>}
          {total === undefined ? null : <span class="note">{total}</span>}
        </div>
      )}
      {place === 'part' ? (
        <details open={isFiltered}>
          <summary>{translate('apply')}</summary>
          <Filters {...state} />
        </details>
      ) : (
        <>
          {acts}
          <Filters {...state} />
        </>
      )}
      {children}
      <Below prefix={prefix} next={next} onCsv={onCsv} file={file} isCut={isCut} operation={operation} />
    </section>
  )
}

const pageIn = (data: PageOf | undefined): PageOf['page'] | undefined => data?.page ?? data?.of?.page

/**
 * Requests the rows page by page, since more at once would cost too much; at most as many as are useful in a spreadsheet.
 */
const allRows = async (list: List, variables: object): Promise<Row[]> => {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page = pageIn(await request(list.document, { ...variables, first: rowsOfPage, after } as never))
    if (!page) break
    rows.push(...page.nodes)
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null && rows.length < rowsOfCsvMax)
  return rows
}

/** The address of the file in which the service exports all rows, as they were at one moment. */
const fileOf = ({ file }: List, { filter, sort }: { filter: Row; sort?: string }): string | undefined =>
  file &&
  `/exports/${file}.csv?${new URLSearchParams({ filter: JSON.stringify(filter), ...(sort && { sort }) })}`

/** A table as a part of a page. For a member to which `filter` gives a fixed value, the table offers no filter. */
export interface Part {
  readonly list: List
  readonly filter?: Row
  readonly variables?: Row
  readonly sort?: string
  /** Changes each row before it is shown. */
  readonly mapRow?: (row: Row) => Row
  readonly title?: Parameters<typeof translate>[0]
  /** The filter when the address contains none. */
  readonly defaultFilter?: Row
  /** The first page of rows, if the surrounding page has requested it already. */
  readonly given?: PageOf
}

const same = (row: Row): Row => row

const Listed = ({
  list,
  filter = {},
  variables = {},
  sort,
  mapRow = same,
  title = list.title,
  defaultFilter = {},
  given,
  acts,
  actsOf,
  isPage = false,
}: Part & { isPage?: boolean; acts?: ComponentChildren; actsOf?: ActsOf | undefined }) => {
  const { query } = route.value
  const prefix = isPage ? '' : `${title}.`
  const sorts = sort === undefined ? list.sorts : [sort, ...list.sorts.filter((one) => one !== sort)]
  const state = {
    filters: list.filters.filter(({ name }) => !(name in filter) && (isPage || name !== 'book')),
    sorts,
    prefix,
  }
  const order = query.get(`${prefix}sort`) ?? sorts[0]
  const asked = {
    ...variables,
    filter: { ...defaultFilter, ...filterOf(list, query, prefix), ...filter },
    ...(order === undefined ? {} : { sort: order }),
  }
  const shown = {
    ...asked,
    first: isPage ? rowsOfPage : rowsOfSection,
    after: query.get(`${prefix}after`),
  }
  const answer = useAnswer(given && !isFilteredAt(prefix) ? undefined : list.document, shown as never, {
    given,
    ...(isPage && { refreshKey: countsVersion.value }),
    ...(list.everyMs && { everyMs: list.everyMs }),
  })
  const page = pageIn(answer.data)
  const isCut = page !== undefined && (page.totalCount.value > rowsOfCsvMax || !page.totalCount.isExact)
  const fixed = new Set(Object.keys({ ...filter, ...variables }))
  const columns = isPage ? list.columns : list.columns.filter((column) => !fixed.has(column))
  const download = async (): Promise<void> =>
    downloadCsv(list.name, columns, (await allRows(list, asked)).map(mapRow))
  return (
    <FilteredTable
      title={translate(title)}
      place={isPage ? 'page' : 'part'}
      state={state}
      total={page && totalOf(page)}
      next={page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined}
      onCsv={() => void download().catch(answer.again)}
      file={isCut ? fileOf(list, asked) : undefined}
      isCut={isCut}
      operation={exploreAddress(list.document, shown)}
      isEmpty={page?.nodes.length === 0}
      acts={acts}
    >
      <TroubleNotice answer={answer} />
      {page ? (
        <Table columns={columns} rows={page.nodes.map(mapRow)} label={translate(title)} actsOf={actsOf} />
      ) : (answer.trouble ?? answer.data) ? null : (
        <Loading />
      )}
    </FilteredTable>
  )
}

export const ListPage = (of: { list: List; acts?: ComponentChildren; actsOf?: ActsOf | undefined }) => (
  <Listed {...of} isPage />
)

/** A list as a part of another page. */
export const ListPart = Listed

interface Known {
  readonly title: Parameters<typeof translate>[0]
  readonly columns: string
  readonly rows: readonly Row[]
  /** The query that the rows are from. */
  readonly document: { readonly id: string }
  readonly variables: object
  readonly place?: Place
  /** Whether the rows can be downloaded as a file. */
  readonly isFile?: boolean
}

/** A table of rows that the page has loaded completely, since they are few: the page itself filters and pages them. */
export const KnownRows = ({
  title,
  columns,
  rows,
  document,
  variables,
  place = 'part',
  isFile = true,
}: Known) => {
  const { query } = route.value
  const prefix = `${title}.`
  const names = columns.split(' ')
  const wanted = query.get(`${prefix}text`)?.trim().toLowerCase() ?? ''
  const found = rows.filter((row) => names.some((name) => textOf(name, row).toLowerCase().includes(wanted)))
  const from = Number(query.get(`${prefix}after`) ?? 0)
  const to = from + rowsOfPage
  return (
    <FilteredTable
      title={translate(title)}
      place={place}
      state={{ filters: [{ name: 'text', kind: 'text' }], sorts: [], prefix }}
      total={undefined}
      next={to < found.length ? String(to) : undefined}
      onCsv={isFile ? () => downloadCsv(title, names, found) : undefined}
      operation={exploreAddress(document, variables)}
      isEmpty={found.length === 0}
    >
      <Table columns={names} rows={found.slice(from, to)} label={translate(title)} />
    </FilteredTable>
  )
}
