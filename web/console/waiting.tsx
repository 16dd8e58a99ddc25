import { computed, effect, signal } from '@preact/signals'
import { request } from '../shared/client.js'
import { count, dayFromNow } from '../shared/format.js'
import { isOver, knowsCustomers, session, type Role } from '../shared/session.js'
import { ConsoleWaiting } from './console-waiting.graphql'
import { ConsoleWaitingAnalyst } from './console-waiting-analyst.graphql'
import { troubleOf } from './requests.js'
import { refusalText, translate } from './words.js'

const everyMs = 8000

type Counts = Readonly<Record<string, { readonly totalCount: { readonly value: number } }>>

const counts = signal<Counts | undefined>(undefined)
/** Changes whenever one of the counts changes: then the lists behind them are reloaded. */
export const countsVersion = computed(() => counts.value && JSON.stringify(counts.value))
const trouble = signal<string | undefined>(undefined)

/** The title of the page for the browser's tab. */
export const pageTitle = signal('')

const daysAhead = 7

/** The worklist has the blocks that end before this date. */
const soon = (): string => dayFromNow(daysAhead)

/** Each worklist: the count, its name, and the address of the rows. */
const worklists = [
  ['approvals', 'approvalsMine', '/console/approvals?status=OPEN&waitingForMe=true'],
  ['reviews', 'reviews', '/console/reviews?state=OPEN,PROPOSED'],
  ['reviewsMine', 'reviewsMine', '/console/reviews?state=OPEN,PROPOSED&isMine=true'],
  ['payoutsFailed', 'payoutsFailed', '/console/payouts?status=FAILED'],
  ['payoutsReview', 'payoutsReview', '/console/payouts?status=UNDER_REVIEW'],
  ['payoutsHeld', 'payoutsHeld', '/console/payouts?status=ON_HOLD'],
  ['deposits', 'deposits', '/console/orders?kind=COLLECT&status=UNKNOWN,UNDER_REVIEW'],
  ['exceptions', 'exceptions', '/console/exceptions'],
  ['statements', 'statementsFailed', '/console/statements?status=FAILED'],
  ['comparisons', 'comparisons', '/console/comparisons?differences=1'],
  ['blocks', 'blocksEnding', '/console/blocks?isOpen=true&endsOnBefore='],
] as const

/** Whether the signed-in person is an approver; everybody else sees all open proposals as waiting for others. */
const approves = (): boolean => session.value?.roles.includes('APPROVER') === true
const ofOthers = ['approvalsOfOthers', '/console/approvals?status=OPEN'] as const

/** Whether people with these roles may only move test clocks; also true without any role. */
export const isTester = (roles: readonly Role[]): boolean => roles.every((role) => role === 'TESTER')

const load = async (isPoll: boolean): Promise<void> => {
  const roles = session.value?.roles ?? []
  if (isTester(roles)) return
  const knows = knowsCustomers(roles)
  try {
    counts.value = knows
      ? await request(
          ConsoleWaiting,
          {
            soon: soon(),
            approvals: approves() ? { waitingForMe: true } : { status: ['OPEN'] },
          },
          { isPoll },
        )
      : await request(ConsoleWaitingAnalyst, { soon: soon() }, { isPoll })
    trouble.value = undefined
  } catch (error) {
    const problem = troubleOf(error)
    if (problem.status !== 401) trouble.value = refusalText(problem)
  }
}

/**
 * Whether a count is added to the total. The count of one's own cases is not, since they are among all cases. Proposals
 * are counted only for people who may approve them.
 */
const isCounted = (name: string): boolean => name !== 'reviewsMine' && (name !== 'approvals' || approves())

const sum = (): number =>
  Object.entries(counts.value ?? {}).reduce(
    (total, [name, { totalCount }]) => total + (isCounted(name) ? totalCount.value : 0),
    0,
  )

/** The date to append to an address that ends with a filter without a value. */
const endOf = (address: string): string => (address.endsWith('=') ? soon() : '')

/** Requests the counts every few seconds while the page is visible, which does not keep the session alive. */
export const pollCounts = (): void => {
  effect(() => {
    if (session.value && !isOver.value) void load(false)
  })
  setInterval(() => {
    if (session.value && !isOver.value && document.visibilityState === 'visible') void load(true)
  }, everyMs)
  effect(() => {
    const waiting = sum()
    const name = [pageTitle.value, translate('title')].filter(Boolean).join(' · ')
    document.title = `${waiting === 0 ? '' : `(${waiting}) `}${name} · Cauri`
  })
}

export const Waiting = () => (
  <>
    <h1>{translate('waiting')}</h1>
    {trouble.value === undefined ? null : (
      <p class="trouble" role="alert">
        {trouble.value}
      </p>
    )}
    <ul class="worklists">
      {worklists
        .filter(([name]) => counts.value === undefined || name in counts.value)
        .map(([name, ...own]) => {
          const [title, address] = name === 'approvals' && !approves() ? ofOthers : own
          const value = counts.value?.[name]?.totalCount.value
          return (
            <li key={name}>
              <a href={address + endOf(address)} class={value ? 'card some' : 'card'}>
                <b>{value === undefined ? '–' : count(value)}</b>
                <span>{translate(title)}</span>
              </a>
            </li>
          )
        })}
    </ul>
  </>
)
