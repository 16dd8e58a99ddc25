import '../design/page.css'
import './console.css'
import { h, render, type FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Head } from '../shared/head.js'
import { language } from '../shared/language.js'
import {
  Account,
  isOver,
  knowsCustomers,
  loadSession,
  readsRecords,
  resumeSession,
  session,
  signInAddress,
  type Role,
} from '../shared/session.js'
import { Actions } from './acting.js'
import { ApprovalPage, isWorklist, WaitingApprovals } from './approvals.js'
import { ClockPage, NewClock } from './clock-page.js'
import { CustomerPage } from './customer-page.js'
import { InsightsPage } from './insights/page.js'
import { ListPage } from './list-page.js'
import { lists, type List, type ListName, type Row } from './lists.js'
import type { PlaceOfMany, PlaceOfOne } from './places.js'
import { followLinks, go, route } from './route.js'
import { OrderPage, PayoutPage, ReviewPage } from './money-pages.js'
import { LimitsPage } from './limits-page.js'
import { MonthsPage, ProductPage, QueuesPage, ScorePage, StatementPage } from './more-pages.js'
import { LedgerPage, SearchPage } from './search-page.js'
import { isTester, pageTitle, pollCounts, Waiting } from './waiting.js'
import { translate } from './words.js'

/** The action on a list as a whole, by the name of the list. */
const actionOfList: Readonly<Record<string, 'erase' | 'publishNew' | 'explainLine'>> = {
  scores: 'erase',
  products: 'publishNew',
  providerLines: 'explainLine',
}

/** The pages of places that are more than a list. */
const ofMany: Readonly<Record<Exclude<PlaceOfMany, ListName>, FunctionComponent>> = {
  search: SearchPage,
  ledger: LedgerPage,
  months: MonthsPage,
  limits: LimitsPage,
}

const ofOne: Readonly<Record<PlaceOfOne, FunctionComponent<{ id: string }>>> = {
  approvals: ApprovalPage,
  reviews: ReviewPage,
  customers: CustomerPage,
  orders: OrderPage,
  payouts: PayoutPage,
  statements: StatementPage,
  scores: ScorePage,
  products: ProductPage,
  queues: QueuesPage,
  clocks: ClockPage,
}

const has = <T extends object>(table: T, name: string): name is keyof T & string => Object.hasOwn(table, name)

/** A list with its action, after which it is reloaded. */
const ListAt = ({ list }: { list: List }) => {
  const [times, setTimes] = useState(0)
  const act = actionOfList[list.name]
  const then = () => setTimes(times + 1)
  const actsOf = (row: Row) =>
    row['state'] === 'UNKNOWN' ? (
      <Actions
        list={[['explainLine', { line: row['transactionId'] }, String(row['transactionId'])]]}
        then={then}
      />
    ) : null
  const acts =
    list.name === 'clocks' && clockMovers.some((role) => session.value?.roles.includes(role)) ? (
      <NewClock />
    ) : act ? (
      <Actions list={[[act, {}]]} then={then} />
    ) : null
  return (
    <ListPage
      key={times}
      list={list}
      acts={acts}
      actsOf={list.name === 'providerLines' ? actsOf : undefined}
    />
  )
}

const Content = () => {
  const [asked = '', id] = route.value.path
  const name = asked === '' && isTester(session.value?.roles ?? []) ? 'clocks' : asked
  useTitle(asked)
  if (name === '') return <Waiting />
  if (name === 'insights') return <InsightsPage />
  if (id && has(ofOne, name)) return h(ofOne[name], { key: id, id })
  if (has(ofMany, name)) return h(ofMany[name], null)
  if (name === 'queues') return <QueuesPage />
  if (name === 'approvals' && isWorklist(route.value.query)) return <WaitingApprovals />
  const list = lists.find((one) => one.name === name)
  if (!list) return <h1>{translate('noPage')}</h1>
  return <ListAt key={name} list={list} />
}

/** The groups of the menu in the order of a day's work: the work, customers, the books, nights, and who did what. */
const groups = [
  ['', 'approvals', 'limits', 'reviews', 'exceptions', 'comparisons', 'providerLines'],
  ['customers', 'accounts', 'positions', 'orders', 'payouts', 'blocks', 'statements', 'scores'],
  ['ledger', 'entries', 'suspense', 'months', 'products'],
  ['nights', 'queues', 'clocks'],
  ['audit', 'access', 'roles', 'insights'],
] as const

type Place = (typeof groups)[number][number]

const known: readonly string[] = groups.flat()

/** Names the browser's tab after the content of the page; when a link was followed, moves the focus to the content. */
const useTitle = (name: string): void => {
  const path = route.value.path.join('/')
  const isFirst = useRef(true)
  useEffect(() => {
    const [, ...rest] = route.value.path
    pageTitle.value = [known.includes(name) ? translate(placeName(name as Place)) : '', ...rest]
      .join(' ')
      .trim()
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true })
    isFirst.current = false
  }, [path, language.value])
}

const clockMovers: readonly Role[] = ['ADMIN', 'TESTER']

/** The roles that see figures about all customers. */
const readers: readonly Role[] = ['BACK_OFFICE', 'ANALYST', 'AUDITOR', 'ADMIN']
const queueReaders: readonly Role[] = ['BACK_OFFICE', 'AUDITOR', 'ADMIN']

const maySee = (name: Place, roles: readonly Role[]): boolean => {
  if (name === '' || name === 'ledger' || name === 'months') return roles.some((role) => role !== 'TESTER')
  if (name === 'limits') return readsRecords(roles)
  if (name === 'queues') return queueReaders.some((role) => roles.includes(role))
  const of = name === 'insights' ? readers : (lists.find((list) => list.name === name)?.roles ?? [])
  return of.some((role) => roles.includes(role))
}

const placeName = (name: Place) => (name === '' ? 'waiting' : name)

/** Lists whose link in the menu filters by the real book. */
const listsOfBooks: readonly string[] = ['entries', 'suspense', 'nights']

const placeOf = (name: Place): string => {
  if (name === 'insights') return '/insights'
  const book = listsOfBooks.includes(name) ? '?book=system' : ''
  return `/console${name === '' ? '' : `/${name}`}${book}`
}

const Menu = () => {
  const roles = session.value?.roles ?? []
  const [at = ''] = route.value.path
  // On a phone the menu is one line, wider than the screen: the current entry is scrolled into view.
  useEffect(() => {
    document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [at])
  return (
    <nav class="menu" aria-label={translate('title')}>
      {groups.map((names) =>
        names
          .filter((name) => maySee(name, roles))
          .map((name, place) => (
            <a
              key={name}
              class={place === 0 ? 'first' : ''}
              href={placeOf(name)}
              aria-current={at === name ? 'page' : undefined}
            >
              {translate(placeName(name))}
            </a>
          )),
      )}
    </nav>
  )
}

const Search = ({ hint }: { hint: string }) => (
  <form
    class="search"
    role="search"
    onSubmit={(event) => {
      event.preventDefault()
      const text = String(new FormData(event.currentTarget).get('text')).trim()
      if (text !== '') go(`/console/search?text=${encodeURIComponent(text)}`)
    }}
  >
    <input name="text" type="search" aria-label={hint} placeholder={hint} />
    <button>{translate('find')}</button>
  </form>
)

/** Whether the person has typed something: then the sign-in opens in another tab, so that the input is kept. */
const isTyping = (): boolean =>
  document.querySelector('dialog') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('.approval input')].some(({ value }) => value !== '')

const SignedOut = () => {
  const isInputKept = isOver.value && isTyping()
  return (
    <div class="narrow">
      <h1>{translate('title')}</h1>
      <p role="alert">
        {translate(isInputKept ? 'sessionEndedInputKept' : isOver.value ? 'sessionEnded' : 'signInFirst')}
      </p>
      <p>
        <a
          class="button main"
          href={isInputKept ? '/sign-in?to=/console' : signInAddress()}
          target={isInputKept ? '_blank' : undefined}
        >
          {translate('signIn')}
        </a>
      </p>
    </div>
  )
}

const Console = () => {
  const who = session.value
  const roles = who?.roles ?? []
  const knows = knowsCustomers(roles)
  return (
    <>
      <Head
        title={translate('title')}
        home="/console"
        search={isTester(roles) ? null : <Search hint={translate(knows ? 'search' : 'searchById')} />}
      >
        <nav class="doors" aria-label="Cauri">
          <a href="/graphql">{translate('explorer')}</a>
        </nav>
        {isOver.value ? null : <Account key="account" />}
      </Head>
      {who ? (
        <div class="console" hidden={isOver.value}>
          <Menu />
          <main id={isOver.value ? undefined : 'main'} tabIndex={-1}>
            <Content />
          </main>
        </div>
      ) : null}
      {who && !isOver.value ? null : <main id="main">{who === undefined ? null : <SignedOut />}</main>}
    </>
  )
}

followLinks()
pollCounts()
/** Another person may have signed in in another tab: links and the sign-out would be theirs. */
const lookAgain = (): void => {
  if (session.value && document.visibilityState === 'visible') void resumeSession()
}
addEventListener('visibilitychange', lookAgain)
addEventListener('focus', lookAgain)
void loadSession()
render(<Console />, document.getElementById('page')!)
