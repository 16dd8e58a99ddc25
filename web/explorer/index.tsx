import '../design/page.css'
import './explorer.css'
import { documents } from 'virtual:documents'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { catalogue } from '../shared/language.js'
import { Head } from '../shared/head.js'
import { Account, loadSession, session } from '../shared/session.js'
import { examples } from './examples.js'
import { csvOf, tableOf, type Table } from '../shared/table.js'

const say = catalogue({
  title: { fr: 'Explorateur GraphQL', en: 'GraphQL explorer' },
  console: { fr: 'Console', en: 'Console' },
  sandbox: { fr: 'Apollo Sandbox', en: 'Apollo Sandbox' },
  key: { fr: 'Clé à la place de la session', en: 'Key instead of the session' },
  keyNote: {
    fr: 'Gardée en mémoire seulement, jusqu’à ce que la page se ferme.',
    en: 'Kept in memory alone, until the page closes.',
  },
  example: { fr: 'Exemples', en: 'Examples' },
  choose: { fr: 'Choisir un exemple…', en: 'Choose an example…' },
  loading: { fr: 'L’explorateur se charge…', en: 'The explorer is loading…' },
  table: { fr: 'Résultat en tableau', en: 'Result as a table' },
  noTable: { fr: 'Le dernier résultat n’a pas de liste.', en: 'The last result has no list.' },
  csv: { fr: 'Télécharger en CSV', en: 'Download as CSV' },
  rows: { fr: '{count} lignes de « {path} »', en: '{count} rows of “{path}”' },
})

const key = signal('')
const result = signal<unknown>(undefined)

/** Every request of the explorer, with the session or the pasted key, in no store of the browser. */
const fetcher = async (parameters: object): Promise<unknown> => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    mode: 'same-origin',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-cauri-page': '1',
      ...(key.value === '' ? {} : { 'x-api-key': key.value }),
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
  const table = tableOf((result.value as { data?: unknown } | undefined)?.data)
  if (!table) return <p class="note">{say('noTable')}</p>
  return (
    <>
      <p class="result-head">
        {say('rows', { count: table.rows.length, path: table.path })}
        <button type="button" onClick={() => download(table)}>
          {say('csv')}
        </button>
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('table')}>
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

/** What the address asks for: an operation with its variables, as the console's tables lead here. */
const asked = (): { query?: string; variables?: string } => {
  const given = new URLSearchParams(location.hash.slice(1))
  const query = documents[given.get('document') ?? ''] ?? given.get('query')
  const variables = given.get('variables')
  return { ...(query !== null && { query }), ...(variables !== null && { variables }) }
}

const Explorer = () => {
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<((what: { query?: string; variables?: string }) => void) | undefined>()
  useEffect(() => {
    void loadSession()
    let isGone = false
    void (async () => {
      const { mountGraphiql } = await import('./graphiql.js')
      if (isGone || !place.current) return
      const show = mountGraphiql(place.current, fetcher, asked())
      setOpen(() => show)
    })()
    return () => {
      isGone = true
    }
  }, [])
  const roles = session.value?.roles ?? []
  const offered = examples.filter((one) => key.value !== '' || one.roles.some((role) => roles.includes(role)))
  return (
    <div class="explorer">
      <Head title={say('title')} home="/graphql">
        <nav class="doors">
          <a href="/console">{say('console')}</a>
          <a href="/graphql/sandbox">{say('sandbox')}</a>
        </nav>
        <Account key="account" />
      </Head>
      <div class="bar">
        <div class="field">
          <label for="example">{say('example')}</label>
          <select
            id="example"
            value=""
            onChange={({ currentTarget }) => {
              const chosen = examples.find(({ name }) => name === currentTarget.value)
              if (chosen) open?.({ query: chosen.text, variables: '' })
              currentTarget.value = ''
            }}
          >
            <option value="">{say('choose')}</option>
            {offered.map(({ name, title }) => (
              <option key={name} value={name}>
                {title()}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="key">{say('key')}</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            title={say('keyNote')}
            value={key.value}
            onInput={({ currentTarget }) => (key.value = currentTarget.value.trim())}
          />
        </div>
      </div>
      <main id="main">
        <h1 class="hidden">{say('title')}</h1>
        <div class="graphiql-place" ref={place}>
          {open ? null : <p class="note loading">{say('loading')}</p>}
        </div>
        <details class="result">
          <summary>{say('table')}</summary>
          <ResultTable />
        </details>
      </main>
    </div>
  )
}

render(<Explorer />, document.getElementById('page')!)
