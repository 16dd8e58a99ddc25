import { useEffect, useRef, useState } from 'preact/hooks'
import { request, Trouble } from '../shared/client.js'
import { date, nameOfCurrency } from '../shared/format.js'
import { session } from '../shared/session.js'
import { Actions } from './acting.js'
import { act, useAnswer } from './requests.js'
import { ConsoleAdvanceClock } from './console-advance-clock.graphql'
import { ConsoleClock, type ConsoleClockResult } from './console-clock.graphql'
import { ConsoleClockDays, type ConsoleClockDaysResult } from './console-clock-days.graphql'
import { ConsoleCreateClock } from './console-create-clock.graphql'
import { ConsoleNextMaturity } from './console-next-maturity.graphql'
import { ListPart } from './list-page.js'
import { parts } from './lists.js'
import { go } from './route.js'
import { TroubleNotice } from './table.js'
import { refusalText, translate } from './words.js'

const lookAgainMs = 1000
const dayMs = 86_400_000

type Day = ConsoleClockDaysResult['of']['page']['nodes'][number]

/**
 * The sum of the interest accrued in a currency up to each day. Amounts become numbers here, which is exact enough for
 * a curve.
 */
const curveOf = (days: readonly Day[], currency: string): [number[], number[]] => {
  let total = 0
  const sums = days.map(({ accruals }) => {
    for (const accrual of accruals) if (accrual.currency === currency) total += Number(accrual.amount)
    return total
  })
  return [days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / dayMs), sums]
}

const Curve = ({ days, currency }: { days: readonly Day[]; currency: string }) => {
  const place = useRef<HTMLDivElement>(null)
  const label = `${translate('accrued')} (${nameOfCurrency(currency)})`
  useEffect(() => {
    let plot: { destroy(): void } | undefined
    let isGone = false
    void (async () => {
      const { drawCurve } = await import('./plot.js')
      if (!isGone && place.current) plot = drawCurve(place.current, curveOf(days, currency), label)
    })()
    return () => {
      isGone = true
      plot?.destroy()
    }
  }, [days])
  return (
    <>
      <h2>{label}</h2>
      <div class="curve" ref={place} role="img" aria-label={label} />
    </>
  )
}

/** The most days that a curve can show. */
const daysMax = 4000

const daysOf = async (id: string): Promise<Day[]> => {
  const days: Day[] = []
  let after: string | null = null
  do {
    const { of }: ConsoleClockDaysResult = await request(ConsoleClockDays, {
      id,
      first: 100,
      after,
      sort: 'EARLIEST' as const,
    })
    days.push(...of.page.nodes)
    after = of.page.pageInfo.hasNextPage ? of.page.pageInfo.endCursor : null
  } while (after !== null && days.length < daysMax)
  return days
}

/** For each currency a curve of the interest that accrued up to each day of the clock. */
const Curves = ({ id }: { id: string }) => {
  const [days, setDays] = useState<readonly Day[]>([])
  useEffect(() => {
    daysOf(id).then(setDays, () => setDays([]))
  }, [])
  const currencies = new Set(days.flatMap(({ accruals }) => accruals.map(({ currency }) => currency)))
  return [...currencies].map((currency) => <Curve key={currency} days={days} currency={currency} />)
}

const addDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

export const NewClock = () => {
  const [trouble, setTrouble] = useState<string | null | undefined>()
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        const now = String(new FormData(event.currentTarget).get('now'))
        request(ConsoleCreateClock, { input: { now } }).then(
          ({ done }) =>
            done.clock
              ? go(`/console/clocks/${done.clock.id}`)
              : setTrouble(done.refusal && refusalText(done.refusal)),
          (error: unknown) => setTrouble(error instanceof Trouble ? refusalText(error) : String(error)),
        )
      }}
    >
      <div class="field">
        <label for="now">{translate('newClock')}</label>
        <input id="now" name="now" type="date" required />
      </div>
      <button class="main">{translate('create')}</button>
      {trouble == null ? null : (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </form>
  )
}

/**
 * A button that walks a clock to the next date on which a position of its book matures, for people who may see
 * positions.
 */
const ToMaturity = ({
  book,
  from,
  isWalking,
  walk,
}: {
  book: string
  from: string
  isWalking: boolean
  walk: (to: string) => Promise<void>
}) => {
  const answer = useAnswer(ConsoleNextMaturity, { book, from })
  const next = answer.data?.positions.nodes[0]?.maturityDate
  return (
    <button
      type="button"
      disabled={isWalking || next === undefined}
      onClick={() => {
        if (next !== undefined) void walk(next)
      }}
    >
      {translate('toMaturity', { date: next === undefined ? '–' : date(next) })}
    </button>
  )
}

export const ClockPage = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsoleClock, { id })
  const [kept, setKept] = useState<ConsoleClockResult['clock'] | undefined>()
  const [refusal, setRefusal] = useState<string | undefined>()
  useEffect(() => {
    if (answer.data) setKept(answer.data.clock)
  }, [answer.data])
  const walksTo = kept?.advancingTo ?? null
  useEffect(() => {
    if (walksTo === null) return undefined
    const timer = setTimeout(answer.again, lookAgainMs)
    return () => clearTimeout(timer)
  }, [walksTo, answer.data])
  if (answer.trouble) return <TroubleNotice answer={answer} />
  if (!kept) return null
  const walk = async (to: string): Promise<void> => {
    setRefusal(await act(ConsoleAdvanceClock, { input: { id, to } }))
    answer.again()
  }
  return (
    <>
      <h1>{date(kept.now)}</h1>
      <p class="note">{id}</p>
      {walksTo === null ? null : (
        <p role="status">
          <progress /> {translate('walking', { date: date(walksTo) })}
        </p>
      )}
      {refusal === undefined && !kept.walkError ? null : (
        <p class="trouble" role="alert">
          {refusal ?? kept.walkError}
        </p>
      )}
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          void walk(String(new FormData(event.currentTarget).get('to')))
        }}
      >
        <button type="button" disabled={walksTo !== null} onClick={() => void walk(addDay(kept.now))}>
          {translate('aDay')}
        </button>
        <div class="field">
          <label for="to">{translate('walkTo')}</label>
          <input id="to" name="to" type="date" required min={kept.now} />
        </div>
        <button class="main" disabled={walksTo !== null}>
          {translate('walk')}
        </button>
        {session.value?.roles.some((role) => role !== 'TESTER') ? (
          <ToMaturity book={id} isWalking={walksTo !== null} from={addDay(kept.now)} walk={walk} />
        ) : null}
        <a href={`/console/customers?clock=${encodeURIComponent(id)}`}>{translate('customers')}</a>
        <a href={`/console/positions?book=${encodeURIComponent(id)}`}>{translate('positions')}</a>
        <a href={`/console/ledger?asOf=${kept.now}&book=${encodeURIComponent(id)}`}>{translate('ledger')}</a>
      </form>
      <Actions list={[['register', { clockId: id }]]} then={answer.again} />
      {/* The curves are hidden while the clock moves, since they would be outdated at once. */}
      {walksTo === null ? <Curves key={kept.now} id={id} /> : null}
      <ListPart key={`${kept.now} ${walksTo}`} list={parts.nights} variables={{ id }} />
    </>
  )
}
