import '../design/page.css'
import './console.css'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { Head } from '../shared/head.js'
import {
  Account,
  knowsCustomers,
  loadSession,
  readsRecords,
  session,
  signInAddress,
  type Role,
} from '../shared/session.js'
import { Actions } from './acting.js'
import { isWorklist, WaitingApprovals } from './approvals.js'
import { ClockPage, NewClock } from './clock-page.js'
import { CustomerPage } from './customer-page.js'
import { InsightsPage } from './insights/page.js'
import { ListPage } from './list-page.js'
import { lists } from './lists.js'
import { followLinks, go, route } from './route.js'
import { OrderPage, PayoutPage, ReviewPage } from './money-pages.js'
import { LimitsPage } from './limits-page.js'
import { MonthsPage, ProductPage, QueuesPage, ScorePage, StatementPage } from './more-pages.js'
import { LedgerPage, SearchPage } from './things.js'
import { Waiting, watch } from './waiting.js'
import { say } from './words.js'

/** What is done from a list, and of none of its rows. */
const offered: Readonly<Record<string, 'erase' | 'publishNew' | 'explainLine'>> = {
  scores: 'erase',
  products: 'publishNew',
  providerLines: 'explainLine',
}

const Content = () => {
  const [name = '', id] = route.value.path
  if (name === '') return <Waiting />
  if (name === 'insights') return <InsightsPage />
  if (name === 'search') return <SearchPage />
  if (name === 'ledger') return <LedgerPage />
  if (name === 'customers' && id) return <CustomerPage key={id} id={id} />
  if (name === 'orders' && id) return <OrderPage key={id} id={id} />
  if (name === 'payouts' && id) return <PayoutPage key={id} id={id} />
  if (name === 'reviews' && id) return <ReviewPage key={id} id={id} />
  if (name === 'statements' && id) return <StatementPage key={id} id={id} />
  if (name === 'scores' && id) return <ScorePage key={id} id={id} />
  if (name === 'products' && id) return <ProductPage key={id} code={id} />
  if (name === 'months') return <MonthsPage />
  if (name === 'limits') return <LimitsPage />
  if (name === 'queues') return <QueuesPage name={id} />
  if (name === 'clocks' && id) return <ClockPage key={id} id={id} />
  if (name === 'approvals' && isWorklist(route.value.query)) return <WaitingApprovals />
  const list = lists.find((one) => one.name === name)
  if (!list) return <p>{say('nothing')}</p>
  const acts =
    name === 'clocks' && clockMovers.some((role) => session.value?.roles.includes(role)) ? (
      <NewClock />
    ) : offered[name] ? (
      <Actions list={[[offered[name], {}]]} then={() => undefined} />
    ) : null
  return <ListPage key={name} list={list} acts={acts} />
}

const clockMovers: readonly Role[] = ['ADMIN', 'TESTER']

/** Whose figures of all customers they are. */
const readers: readonly Role[] = ['BACK_OFFICE', 'ANALYST', 'AUDITOR', 'ADMIN']
const queueReaders: readonly Role[] = ['BACK_OFFICE', 'AUDITOR', 'ADMIN']

/** What lies together, in the order of a day: the work, customers, the books, nights, and who did what. */
const groups = [
  ['', 'approvals', 'limits', 'reviews', 'exceptions', 'comparisons', 'providerLines'],
  ['customers', 'positions', 'orders', 'payouts', 'blocks', 'statements', 'scores'],
  ['ledger', 'entries', 'suspense', 'months', 'products'],
  ['nights', 'queues', 'clocks'],
  ['audit', 'access', 'roles', 'insights'],
] as const

type Place = (typeof groups)[number][number]

const maySee = (name: Place, roles: readonly Role[]): boolean => {
  if (name === '' || name === 'ledger' || name === 'months') return roles.some((role) => role !== 'TESTER')
  if (name === 'limits') return readsRecords(roles)
  if (name === 'queues') return queueReaders.some((role) => roles.includes(role))
  const of = name === 'insights' ? readers : (lists.find((list) => list.name === name)?.roles ?? [])
  return of.some((role) => roles.includes(role))
}

/** The books of test clocks are looked at when they are asked for. */
const ofBooks: readonly string[] = ['entries', 'suspense', 'nights']

const placeOf = (name: Place): string => {
  if (name === 'insights') return '/insights'
  const book = ofBooks.includes(name) ? '?book=system' : ''
  return `/console${name === '' ? '' : `/${name}`}${book}`
}

const Menu = () => {
  const roles = session.value?.roles ?? []
  const [at = ''] = route.value.path
  // On a phone the menu is a line, longer than the screen.
  useEffect(() => {
    document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [at])
  return (
    <nav class="menu" aria-label={say('title')}>
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
              {say(name === '' ? 'waiting' : name)}
            </a>
          )),
      )}
    </nav>
  )
}

const Search = () => (
  <form
    class="search"
    role="search"
    onSubmit={(event) => {
      event.preventDefault()
      const text = String(new FormData(event.currentTarget).get('text')).trim()
      if (text !== '') go(`/console/search?text=${encodeURIComponent(text)}`)
    }}
  >
    <input name="text" type="search" aria-label={say('search')} placeholder={say('search')} />
    <button>{say('find')}</button>
  </form>
)

const SignedOut = () => (
  <div class="narrow">
    <h1>{say('title')}</h1>
    <p>{say('signInFirst')}</p>
    <p>
      <a class="button main" href={signInAddress()}>
        {say('signIn')}
      </a>
    </p>
  </div>
)

const Console = () => {
  const who = session.value
  const knows = knowsCustomers(who?.roles ?? [])
  return (
    <>
      <Head title={say('title')} home="/console" search={knows ? <Search /> : null}>
        <nav class="doors" aria-label="Cauri">
          <a href="/graphql">{say('explorer')}</a>
        </nav>
        <Account key="account" />
      </Head>
      {who ? (
        <div class="console">
          <Menu />
          <main id="main">
            <Content />
          </main>
        </div>
      ) : (
        <main id="main">{who === null ? <SignedOut /> : null}</main>
      )}
    </>
  )
}

followLinks()
watch()
void loadSession()
render(<Console />, document.getElementById('page')!)
