import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { catalogue } from '../shared/language.js'
import { money, msisdn } from '../shared/format.js'
import {
  answerWallet,
  unansweredEnding,
  customer,
  orders,
  phoneLanguage,
  texts,
  type Text,
} from './customer.js'
import { answer, dial, ending, hangUp, isInSession, screen } from './phone.js'
import { recordLanguage } from './record.js'

const translate = catalogue({
  phone: ['Téléphone', 'Phone'],
  idle: ['Appuyez sur la touche verte pour appeler *237*7#', 'Press the green key to dial *237*7#'],
  noCustomer: ['Créez d’abord un client.', 'Create a customer first.'],
  hungUp: ['Vous avez raccroché.', 'You hung up.'],
  timedOut: ['Session expirée : vous avez mis trop de temps.', 'The session timed out: you took too long.'],
  reply: ['Réponse', 'Reply'],
  send: ['Envoyer', 'Send'],
  call: ['Appeler', 'Dial'],
  hangUp: ['Raccrocher', 'Hang up'],
  erase: ['Effacer', 'Erase'],
  pinTitle: ['Mobile Money', 'Mobile Money'],
  pinText: ['Payer {amount} à Cauri ?', 'Pay {amount} to Cauri?'],
  pin: ['Code PIN (quatre chiffres au choix)', 'PIN (any four digits)'],
  approve: ['Approuver', 'Approve'],
  decline: ['Refuser', 'Decline'],
  later: ['Ne rien faire', 'Do nothing'],
  texts: ['Messages', 'Messages'],
  noTexts: ['Aucun message.', 'No messages yet.'],
  seconds: ['Session fermée dans {seconds} s', 'Session closes in {seconds} s'],
  language: ['Langue du téléphone', 'Language of the phone'],
})

/** How long the gateway waits for a reply; real networks wait between 20 and 180 seconds. */
export const replySecondsMax = 90

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** Counts the seconds while a reply is awaited; ends the session when they are over. */
const useReplyTimer = (): number | undefined => {
  const [left, setLeft] = useState(replySecondsMax)
  const shown = screen.value
  const isWaiting = isInSession.value && shown?.takesReply === true
  useEffect(() => {
    setLeft(replySecondsMax)
    if (!isWaiting) return undefined
    const begun = performance.now()
    const timer = setInterval(() => {
      const seconds = replySecondsMax - Math.floor((performance.now() - begun) / 1000)
      setLeft(seconds)
      if (seconds <= 0) hangUp('timed out')
    }, 1000)
    return () => clearInterval(timer)
  }, [isWaiting, shown])
  return isWaiting ? left : undefined
}

const Prompt = () => {
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const [pin, setPin] = useState('')
  const waiting =
    customer.value?.number === unansweredEnding
      ? orders.value.find(
          ({ kind, accepted, status, reference }) =>
            kind === 'COLLECT' && accepted && status === 'PENDING' && !ignored.includes(reference),
        )
      : undefined
  if (!waiting) return null
  return (
    <form
      class="pin"
      aria-label={translate('pinTitle')}
      onSubmit={(event) => {
        event.preventDefault()
        setPin('')
        void answerWallet(waiting, 'approve')
      }}
    >
      <strong>{translate('pinTitle')}</strong>
      <p>{translate('pinText', { amount: money(waiting.amount, waiting.currency) })}</p>
      <label>
        {translate('pin')}
        <input
          type="password"
          inputMode="numeric"
          pattern="\d{4}"
          required
          autocomplete="off"
          value={pin}
          onInput={({ currentTarget }) => setPin(currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="main">
          {translate('approve')}
        </button>
        <button type="button" onClick={() => void answerWallet(waiting, 'decline')}>
          {translate('decline')}
        </button>
        <button type="button" onClick={() => setIgnored([...ignored, waiting.reference])}>
          {translate('later')}
        </button>
      </div>
    </form>
  )
}

const TextRow = ({ from, text }: Text) => (
  <li>
    <strong>{from}</strong> {text}
  </li>
)

const idleText = (): string => {
  if (!customer.value) return translate('noCustomer')
  if (ending.value === 'hung up') return translate('hungUp')
  return ending.value === 'timed out' ? translate('timedOut') : translate('idle')
}

export const Handset = () => {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const seconds = useReplyTimer()
  const shown = screen.value
  const testCustomer = customer.value
  // In a layout effect: after the paint, clearing the input would remove what the person typed as soon as the screen
  // appeared.
  useLayoutEffect(() => {
    setTyped('')
    if (shown?.takesReply) input.current?.focus({ preventScroll: true })
  }, [shown])
  const send = (): void => {
    if (shown?.takesReply) answer(typed)
    else if (testCustomer && !isInSession.value) void dial(testCustomer.clockId)
  }
  return (
    <section class="phone" aria-label={translate('phone')}>
      <div class="glass">
        <p class="bar">
          <span>{testCustomer ? msisdn(testCustomer.msisdn) : '—'}</span>
          <select
            aria-label={translate('language')}
            value={phoneLanguage.value}
            disabled={isInSession.value}
            onChange={({ currentTarget }) => {
              phoneLanguage.value = currentTarget.value === 'en' ? 'en' : 'fr'
              recordLanguage(phoneLanguage.value)
            }}
          >
            <option value="fr">FR</option>
            <option value="en">EN</option>
          </select>
        </p>
        <p class="ussd" role="status" lang={shown ? phoneLanguage.value : undefined}>
          {shown?.text ?? idleText()}
        </p>
        <form
          class="reply"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <input
            ref={input}
            aria-label={translate('reply')}
            value={typed}
            inputMode={shown?.isText ? 'email' : 'numeric'}
            autocomplete="off"
            disabled={!shown?.takesReply}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <button type="submit" disabled={!shown?.takesReply}>
            {translate('send')}
          </button>
        </form>
        <p class="patience">{seconds === undefined ? '\u00a0' : translate('seconds', { seconds })}</p>
        <Prompt />
      </div>
      <div class="calls">
        <button
          type="button"
          class="green"
          aria-label={translate('call')}
          disabled={!testCustomer || isInSession.value}
          onClick={send}
        >
          ✆
        </button>
        <button type="button" aria-label={translate('erase')} onClick={() => setTyped(typed.slice(0, -1))}>
          ⌫
        </button>
        <button
          type="button"
          class="red"
          aria-label={translate('hangUp')}
          disabled={!shown}
          onClick={() => hangUp()}
        >
          ✕
        </button>
      </div>
      <div class="keys">
        {keys.map((key) => (
          <button key={key} type="button" disabled={!shown?.takesReply} onClick={() => setTyped(typed + key)}>
            {key}
          </button>
        ))}
      </div>
      <h2>{translate('texts')}</h2>
      <ul class="texts" aria-live="polite" aria-label={translate('texts')}>
        {texts.value.length === 0 ? (
          <li class="note">{translate('noTexts')}</li>
        ) : (
          texts.value.map((text) => <TextRow key={text.id} {...text} />)
        )}
      </ul>
    </section>
  )
}
