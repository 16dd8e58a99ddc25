import '../design/page.css'
import './explorer.css'
import { documents } from 'virtual:documents'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { catalogue, language } from '../shared/language.js'
import { Head } from '../shared/head.js'
import { Account, loadSession, ofPerson, session, signInAddress } from '../shared/session.js'
import { examples } from './examples.js'
import { csvOf, tablesOf, type Table } from '../shared/table.js'

const translate = catalogue({
  title: ['Explorateur GraphQL', 'GraphQL explorer'],
  console: ['Console', 'Console'],
  sandbox: ['Apollo Sandbox', 'Apollo Sandbox'],
  key: ['Clé à la place de la session', 'Key instead of the session'],
  keyNote: [
    'Gardée en mémoire seulement, jusqu’à ce que la page se ferme.',
    'Kept only in memory, until the page closes.',
  ],
  nobody: [
    'Ce service ne répond qu’à des personnes connues : connectez-vous, ou collez une clé.',
    'This service answers only known callers: sign in, or paste a key.',
  ],
  signIn: ['Se connecter', 'Sign in'],
  wrongKey: ['Cette clé n’ouvre rien ici.', 'This key is not valid here.'],
  asks: ['Vous demandez en tant que {name} ({roles}).', 'You act as {name} ({roles}).'],
  ofPage: ['De l’explorateur', 'Of the explorer'],
  example: ['Exemples', 'Examples'],
  choose: ['Choisir un exemple…', 'Choose an example…'],
  loading: ['L’explorateur se charge…', 'The explorer is loading…'],
  table: ['Résultat en tableau', 'Result as a table'],
  noTable: ['Le dernier résultat n’a pas de liste.', 'The last result has no list.'],
  csv: ['Télécharger en CSV', 'Download as CSV'],
  rows: ['Lignes de « {path} » : {count}', 'Rows of “{path}”: {count}'],
})

const key = signal('')

/** The holder of the pasted key; null when the key is not valid, undefined without a key or until it is checked. */
const holder = signal<{ readonly name: string; readonly roles: readonly string[] } | null | undefined>(
  undefined,
)

const findHolder = async (): Promise<void> => {
  const pasted = key.value
  if (pasted === '') {
    holder.value = undefined
    return
  }
  const answer = await fetch('/graphql/who', {
    mode: 'same-origin',
    headers: { 'x-api-key': pasted, 'x-cauri-page': '1' },
  }).catch(() => undefined)
  if (key.value !== pasted) return
  holder.value = answer?.ok ? ((await answer.json()) as { name: string; roles: string[] }) : null
}

/** The person as whom the explorer sends its requests. */
const requester = () => (key.value === '' ? session.value : holder.value)

const identityOf = (who: ReturnType<typeof requester>): string =>
  who ? `${key.value} ${who.name} ${who.roles.join()}` : ''
const result = signal<unknown>(undefined)
/** The pause after the last keystroke before the key is checked. */
const keyMs = 400

/** Sends a request of the explorer, with the session or the pasted key. The key is not stored in the browser. */
const fetcher = async (parameters: object): Promise<unknown> => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    mode: 'same-origin',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-cauri-page': '1',
      'accept-language': language.value,
      ...(key.value === '' ? ofPerson() : { 'x-api-key': key.value }),
    },
    body: JSON.stringify(parameters),
  })
  const body: unknown = await answer.json()
  const isOwn = /"__schema"/.test(JSON.stringify(body).slice(0, 60))
  if (!isOwn) result.value = body
  return body
}

const download = (table: Table): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }))
  link.download = `${table.path.replaceAll('.', '-')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

const ResultTable = () => {
  const [chosen, choose] = useState('')
  const tables = tablesOf((result.value as { data?: unknown } | undefined)?.data)
  const table = tables.find(({ path }) => path === chosen) ?? tables[0]
  if (!table) return <p class="note">{translate('noTable')}</p>
  return (
    <>
      <p class="result-head">
        {tables.length < 2 ? null : (
          <select
            aria-label={translate('table')}
            value={table.path}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {tables.map(({ path }) => (
              <option key={path}>{path}</option>
            ))}
          </select>
        )}
        {translate('rows', { count: table.rows.length, path: table.path })}
        <button type="button" onClick={() => download(table)}>
          {translate('csv')}
        </button>
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={translate('table')}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The operation and its variables from the address, as the console's tables link to them. */
const operationInAddress = (): { query?: string; variables?: string } => {
  const given = new URLSearchParams(location.hash.slice(1))
  const query = documents[given.get('document') ?? ''] ?? given.get('query')
  const variables = given.get('variables')
  return { ...(query !== null && { query }), ...(variables !== null && { variables }) }
}

const Explorer = () => {
  const place = useRef<HTMLDivElement>(null)
  const shownTo = useRef('')
  const [open, setOpen] = useState<((what: { query?: string; variables?: string }) => void) | undefined>()
  useEffect(() => {
    let isGone = false
    void (async () => {
      const [{ mountGraphiql }] = await Promise.all([import('./graphiql.js'), loadSession()])
      if (isGone || !place.current) return
      shownTo.current = identityOf(requester())
      const show = mountGraphiql(place.current, fetcher, operationInAddress())
      setOpen(() => show)
    })()
    return () => {
      isGone = true
    }
  }, [])
  // The schema is loaded once the person is known, since only known people get it.
  const who = requester()
  const whose = identityOf(who)
  useEffect(() => {
    if (!open || !who || shownTo.current === whose) return
    shownTo.current = whose
    open({})
  }, [whose, open])
  useEffect(() => {
    const soon = setTimeout(() => void findHolder(), keyMs)
    return () => clearTimeout(soon)
  }, [key.value])
  const roles: readonly string[] = who?.roles ?? []
  const offered = examples.filter((one) => one.roles.some((role) => roles.includes(role)))
  const pages = [...new Set(offered.map(({ page }) => page))]
  return (
    <div class="explorer">
      <Head title={translate('title')} home="/graphql">
        <nav class="doors">
          {/* These links open another tab, since what was typed here is stored nowhere. */}
          <a href="/console" target="_blank" rel="noreferrer">
            {translate('console')}
          </a>
          <a href="/graphql/sandbox" target="_blank" rel="noreferrer">
            {translate('sandbox')}
          </a>
        </nav>
        <Account key="account" />
      </Head>
      <section class="bar" aria-label={translate('title')}>
        <div class="field">
          <label for="example">{translate('example')}</label>
          <select
            id="example"
            value=""
            onChange={({ currentTarget }) => {
              const chosen = examples.find(({ name }) => name === currentTarget.value)
              if (chosen) open?.({ query: chosen.text, variables: '' })
              currentTarget.value = ''
            }}
          >
            <option value="">{translate('choose')}</option>
            {pages.map((page) => (
              <optgroup key={page ?? ''} label={page ?? translate('ofPage')}>
                {offered
                  .filter((one) => one.page === page)
                  .map(({ name, title, text }) => (
                    <option key={name} value={name} title={text}>
                      {title()}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="key">{translate('key')}</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            title={translate('keyNote')}
            value={key.value}
            onInput={({ currentTarget }) => {
              holder.value = undefined
              key.value = currentTarget.value.trim()
            }}
          />
        </div>
        <p class="asker" role="status">
          {key.value !== '' && holder.value === null ? translate('wrongKey') : null}
          {key.value !== '' && who
            ? translate('asks', { name: who.name, roles: who.roles.join(', ') })
            : null}
          {key.value === '' && session.value === null ? (
            <>
              {translate('nobody')} <a href={signInAddress()}>{translate('signIn')}</a>
            </>
          ) : null}
        </p>
      </section>
      <main id="main">
        <h1 class="hidden">{translate('title')}</h1>
        <div class="graphiql-place" ref={place}>
          {open ? null : <p class="note loading">{translate('loading')}</p>}
        </div>
        <details class="result">
          <summary>{translate('table')}</summary>
          <ResultTable />
        </details>
      </main>
    </div>
  )
}

render(<Explorer />, document.getElementById('page')!)
