import '../design/page.css'
import './simulator.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Head } from '../shared/head.js'
import { catalogue } from '../shared/language.js'
import { trouble, refresh } from './customer.js'
import { Handset } from './handset.js'
import { Scenarios } from './scenarios.js'
import { isRefused, key, loadFacts, numberEndings } from './service.js'
import { Calendar, Mails, Wallet } from './surroundings.js'
import { Trace } from './trace-view.js'

const translate = catalogue({
  title: ['Simulateur', 'Simulator'],
  heading: ['Le téléphone d’un client', 'The phone of a customer'],
  about: [
    'Le parcours tel qu’une passerelle USSD le montre, et ce que chaque étape change. La page ne montre que les clients qu’elle crée, chacun sur sa propre horloge de test.',
    'The journey as a USSD gateway shows it, and what each step changes. The page shows only customers that it creates, each on a test clock of their own.',
  ],
  key: ['Clé de la passerelle (rôles GATEWAY et TESTER)', 'Key of the gateway (roles GATEWAY and TESTER)'],
  keyWhy: ['Elle reste dans cette page et nulle part ailleurs.', 'It stays in this page and nowhere else.'],
  use: ['Utiliser', 'Use'],
  refused: ['Cette clé n’ouvre pas le simulateur.', 'This key does not open the simulator.'],
})

const refreshMs = 1000

const Key = () => {
  const [typed, setTyped] = useState('')
  return (
    <form
      class="card key"
      onSubmit={(event) => {
        event.preventDefault()
        key.value = typed.trim()
        void loadFacts()
      }}
    >
      <label class="field">
        {translate('key')}
        <input
          type="password"
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        {translate('use')}
      </button>
      <p class="note">{translate('keyWhy')}</p>
      {key.value !== '' && isRefused.value ? <p class="trouble">{translate('refused')}</p> : null}
    </form>
  )
}

const Simulator = () => {
  useEffect(() => {
    if (key.value === '') isRefused.value = true
    else void loadFacts()
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <Head title={translate('title')} home="/simulator" />
      <main id="main" class="simulator">
        <div class="intro">
          <h1>{translate('heading')}</h1>
          <p class="note">{translate('about')}</p>
          {isRefused.value ? <Key /> : null}
          {trouble.value === undefined ? null : (
            <p class="trouble" role="alert">
              {trouble.value}
            </p>
          )}
        </div>
        {numberEndings.value.length === 0 ? null : (
          <>
            <Handset />
            <div class="around">
              <Wallet />
              <Calendar />
              <Mails />
              <Scenarios />
            </div>
            <Trace />
          </>
        )}
      </main>
    </>
  )
}

render(<Simulator />, document.getElementById('page')!)
