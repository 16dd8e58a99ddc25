import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { catalogue, language } from '../shared/language.js'
import { date, money } from '../shared/format.js'
import {
  answerWallet,
  unansweredEnding,
  clock,
  customer,
  mails,
  makeCustomer,
  maturities,
  orders,
  walk,
} from './customer.js'
import { hangUp } from './phone.js'
import { numberEndings } from './service.js'

const translate = catalogue({
  customer: ['Client et porte-monnaie', 'Customer and wallet'],
  outcome: ['Ce que répond le porte-monnaie', 'What the wallet answers'],
  unanswered: ['…453 : vous décidez (code PIN)', '…453: you decide (PIN prompt)'],
  plain: ['…001 : tout réussit', '…001: everything succeeds'],
  make: ['Nouveau client', 'New customer'],
  why: [
    'Un numéro libre, et une horloge de test à lui. Les trois derniers chiffres du numéro décident de ce que répond le porte-monnaie.',
    'A free number with a test clock of its own. The last three digits of the number decide what the wallet answers.',
  ],
  orders: ['Au porte-monnaie', 'At the wallet'],
  noOrders: ['Rien n’y est arrivé.', 'Nothing has arrived there.'],
  COLLECT: ['Paiement', 'Payment'],
  PAY_OUT: ['Retrait', 'Payout'],
  pay: ['Réussir', 'Let succeed'],
  fail: ['Échouer', 'Let fail'],
  reason: ['Motif', 'Reason'],
  calendar: ['Calendrier du client', 'The customer’s calendar'],
  today: ['Aujourd’hui : {day}', 'Today: {day}'],
  walking: ['Avance vers le {day}…', 'Advancing to {day}…'],
  day: ['+ 1 jour', '+ 1 day'],
  twoDays: ['+ 2 jours', '+ 2 days'],
  month: ['+ 30 jours', '+ 30 days'],
  maturity: ['À l’échéance', 'To maturity'],
  to: ['Jusqu’au', 'To'],
  go: ['Aller', 'Go'],
  matures: ['échéance : {days}', 'maturity: {days}'],
  noClock: ['Créez un client pour avoir une horloge.', 'Create a customer to get a clock.'],
  mails: ['Courrier', 'Mail'],
  noMails: ['Aucun courrier.', 'No mail yet.'],
  open: ['Lire', 'Read'],
  pdf: ['Ouvrir {name}', 'Open {name}'],
})

interface ReadMail {
  readonly subject: string
  readonly from: string
  readonly text: string
  readonly file: { readonly name: string; readonly address: string } | undefined
}

const opened = signal<Readonly<Record<number, ReadMail>>>({})

const payoutWords = (): string[] =>
  [...new Set(numberEndings.value.map(({ payout }) => payout))].filter(
    (word) => !/^(PENDING|DELAYED|SUCCESSFUL|LOSE_ANSWER|ANSWER_500|REFUSE_TOKEN)$/.test(word),
  )

export const Wallet = () => {
  const [number, setNumber] = useState(unansweredEnding)
  const [reason, setReason] = useState('PAYEE_NOT_FOUND')
  return (
    <section class="card" aria-labelledby="wallet">
      <h2 id="wallet">{translate('customer')}</h2>
      <p class="note">{translate('why')}</p>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault()
          hangUp()
          opened.value = {}
          void makeCustomer(number)
        }}
      >
        <label class="field">
          {translate('outcome')}
          <select value={number} onChange={({ currentTarget }) => setNumber(currentTarget.value)}>
            <option value={unansweredEnding}>{translate('unanswered')}</option>
            <option value="001">{translate('plain')}</option>
            {numberEndings.value
              .filter(({ number: end }) => end !== unansweredEnding)
              .map(({ number: end, payment, payout }) => (
                <option key={end} value={end}>
                  …{end}: {payment === payout ? payment : `${payment} / ${payout}`}
                </option>
              ))}
          </select>
        </label>
        <button type="submit" class="main">
          {translate('make')}
        </button>
      </form>
      <h3>{translate('orders')}</h3>
      {orders.value.length === 0 ? <p class="note">{translate('noOrders')}</p> : null}
      <ul class="orders">
        {orders.value.map((order) => (
          <li key={order.reference}>
            <span>
              {translate(order.kind)} {money(order.amount, order.currency)}
            </span>
            <span
              class={`tag ${order.status === 'SUCCESSFUL' ? 'good' : order.status === 'FAILED' ? 'poor' : 'fair'}`}
            >
              {order.reason ?? order.status}
            </span>
            {order.status === 'PENDING' && order.accepted && customer.value?.number === unansweredEnding ? (
              <span class="line">
                <button type="button" onClick={() => void answerWallet(order, 'approve')}>
                  {translate('pay')}
                </button>
                <select
                  aria-label={translate('reason')}
                  value={reason}
                  onChange={({ currentTarget }) => setReason(currentTarget.value)}
                >
                  {['APPROVAL_REJECTED', 'EXPIRED', ...payoutWords()]
                    .filter((word, index, all) => all.indexOf(word) === index)
                    .map((word) => (
                      <option key={word}>{word}</option>
                    ))}
                </select>
                <button type="button" onClick={() => void answerWallet(order, reason)}>
                  {translate('fail')}
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const dayMs = 86_400_000
const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The days of a month for its calendar, which begins on a Monday; undefined for cells before the first day. */
const monthAround = (day: string): (string | undefined)[] => {
  const first = `${day.slice(0, 7)}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days = Array.from({ length: 31 }, (_, index) => plus(first, index)).filter(
    (one) => one.slice(0, 7) === day.slice(0, 7),
  )
  return [...Array.from({ length: weekday }, () => undefined), ...days]
}

const monthName = (day: string): string =>
  new Intl.DateTimeFormat(language.value === 'fr' ? 'fr-CM' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

export const Calendar = () => {
  const [to, setTo] = useState('')
  const at = clock.value
  if (!at)
    return (
      <section class="card" aria-labelledby="calendar">
        <h2 id="calendar">{translate('calendar')}</h2>
        <p class="note">{translate('noClock')}</p>
      </section>
    )
  const next = maturities.value.find((day) => day > at.now)
  const isWalking = at.advancingTo !== undefined
  const go = (day: string): void => void walk(day)
  return (
    <section class="card" aria-labelledby="calendar">
      <h2 id="calendar">{translate('calendar')}</h2>
      <p role="status">
        <strong>{translate('today', { day: date(at.now) })}</strong>{' '}
        {at.advancingTo === undefined ? null : translate('walking', { day: date(at.advancingTo) })}
      </p>
      <p class="month">{monthName(at.now)}</p>
      <div class="days" aria-hidden="true">
        {monthAround(at.now).map((day, index) => (
          <span
            key={day ?? index}
            class={[day === at.now && 'now', day !== undefined && maturities.value.includes(day) && 'matures']
              .filter(Boolean)
              .join(' ')}
          >
            {day === undefined ? '' : Number(day.slice(8))}
          </span>
        ))}
      </div>
      {maturities.value.length === 0 ? null : (
        <p class="note">{translate('matures', { days: maturities.value.map(date).join(', ') })}</p>
      )}
      <div class="line">
        <button
          type="button"
          class="main"
          disabled={isWalking || next === undefined}
          onClick={() => next && go(next)}
        >
          {translate('maturity')}
        </button>
        <button type="button" disabled={isWalking} onClick={() => go(plus(at.now, 1))}>
          {translate('day')}
        </button>
        <button type="button" disabled={isWalking} onClick={() => go(plus(at.now, 2))}>
          {translate('twoDays')}
        </button>
        <button type="button" disabled={isWalking} onClick={() => go(plus(at.now, 30))}>
          {translate('month')}
        </button>
      </div>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault()
          if (to !== '') go(to)
        }}
      >
        <label class="field">
          {translate('to')}
          <input
            type="date"
            min={at.now}
            value={to}
            required
            onInput={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isWalking}>
          {translate('go')}
        </button>
      </form>
    </section>
  )
}

/** The library that reads mails is loaded with the first mail. */
const read = async (index: number, message: string): Promise<void> => {
  const { default: PostalMime } = await import('postal-mime')
  const { subject = '', from, text = '', attachments } = await PostalMime.parse(message)
  const [file] = attachments
  const content = file && typeof file.content !== 'string' ? file.content : undefined
  opened.value = {
    ...opened.value,
    [index]: {
      subject,
      from: from?.address ?? '',
      text,
      file: content && {
        name: file?.filename ?? '',
        address: URL.createObjectURL(new Blob([content as ArrayBuffer], { type: 'application/pdf' })),
      },
    },
  }
}

export const Mails = () => (
  <section class="card" aria-labelledby="mails">
    <h2 id="mails">{translate('mails')}</h2>
    {mails.value.length === 0 ? <p class="note">{translate('noMails')}</p> : null}
    {mails.value.map(({ to, message }, index) => {
      const mail = opened.value[index]
      return (
        <article key={index}>
          <p>
            <strong>{to}</strong>{' '}
            {mail ? (
              mail.subject
            ) : (
              <button type="button" onClick={() => void read(index, message)}>
                {translate('open')}
              </button>
            )}
          </p>
          {mail ? <pre class="mail">{mail.text}</pre> : null}
          {mail?.file ? (
            <a href={mail.file.address} download={mail.file.name}>
              {translate('pdf', { name: mail.file.name })}
            </a>
          ) : null}
        </article>
      )
    })}
  </section>
)
