import '../design/page.css'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { catalogue } from '../shared/language.js'
import { Head } from '../shared/head.js'

const translate = catalogue({
  title: ['Apollo Sandbox', 'Apollo Sandbox'],
  what: [
    'Apollo Sandbox est une page d’un autre hôte, {host}. Elle interroge ce service depuis votre navigateur ; collez-y une clé. Le lien ci-dessous n’en contient pas.',
    'Apollo Sandbox is a page of another host, {host}. It sends queries to this service from your browser. Paste a key there. The link below contains none.',
  ],
  looking: ['Essai de joindre {host}…', 'Trying to reach {host}…'],
  found: ['Ouvrir Apollo Sandbox', 'Open Apollo Sandbox'],
  none: [
    '{host} n’est pas joignable d’ici. L’explorateur de ce service fait la même chose sans autre hôte.',
    '{host} cannot be reached from here. The explorer of this service does the same without another host.',
  ],
  explorer: ['Ouvrir l’explorateur d’ici', 'Open the explorer here'],
  refused: [
    'Ce service n’accepte pas les requêtes de {host} : EXPLORER_ORIGINS ne nomme pas https://{host}. L’explorateur d’ici fait la même chose.',
    'This service accepts no queries from {host}: EXPLORER_ORIGINS does not name https://{host}. The explorer here does the same.',
  ],
})

const host = 'studio.apollographql.com'
const first =
  'query Nights {\n  clockDays(first: 7) {\n    nodes {\n      day\n      completedAt\n    }\n  }\n}\n'

/**
 * The address of Apollo Sandbox with our endpoint, a first document and the names of the headers; it never contains a
 * key.
 */
const sandboxAddress = (): string => {
  const given = new URLSearchParams({
    endpoint: `${location.origin}/graphql`,
    document: first,
    headers: JSON.stringify({ 'x-api-key': '', 'accept-language': document.documentElement.lang }),
  })
  return `https://${host}/sandbox/explorer?${given}`
}

/**
 * Whether this service accepts requests from Apollo's origin: otherwise the browser would block each one without an
 * explanation.
 */
const isAccepted = document.getElementById('page')?.dataset['sandbox'] === 'allowed'

const state = signal<'looking' | 'found' | 'none'>('looking')

const findSandbox = async (): Promise<void> => {
  const waitMsMax = 5000
  try {
    await fetch(`https://${host}/`, { mode: 'no-cors', signal: AbortSignal.timeout(waitMsMax) })
    state.value = 'found'
  } catch {
    state.value = 'none'
  }
}

const Sandbox = () => {
  useEffect(() => void findSandbox(), [])
  return (
    <>
      <Head title={translate('title')} home="/graphql" />
      <main id="main" class="narrow">
        <h1>{translate('title')}</h1>
        <p>{translate('what', { host })}</p>
        {isAccepted ? null : <p class="trouble">{translate('refused', { host })}</p>}
        <p role="status">
          {state.value === 'looking' ? translate('looking', { host }) : null}
          {state.value === 'none' ? translate('none', { host }) : null}
        </p>
        <p class="choices">
          {state.value === 'found' ? (
            <a class={isAccepted ? 'button main' : 'button'} href={sandboxAddress()} rel="noreferrer">
              {translate('found')}
            </a>
          ) : null}
          <a class={state.value === 'none' || !isAccepted ? 'button main' : 'button'} href="/graphql">
            {translate('explorer')}
          </a>
        </p>
      </main>
    </>
  )
}

render(<Sandbox />, document.getElementById('page')!)
