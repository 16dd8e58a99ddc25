import { useState } from 'preact/hooks'
import { catalogue } from '../shared/language.js'
import { curlOf, documentOf, entries, variablesOf, type Entry } from './trace.js'

const translate = catalogue({
  title: ['Ce qui se passe derrière', 'What happens inside'],
  none: [
    'Chaque enveloppe apparaîtra ici, avec les lignes qu’elle a changées.',
    'Each envelope will appear here, with the rows that it changed.',
  ],
  meanwhile: ['Entre-temps', 'Meanwhile'],
  walk: ['Les jours ont passé', 'Days have passed'],
  sent: ['Envoyé', 'Sent'],
  answered: ['Reçu', 'Received'],
  graphql: ['Opération GraphQL', 'GraphQL operation'],
  rows: ['Lignes SQL ({count})', 'SQL rows ({count})'],
  journals: ['Écritures du grand livre ({count})', 'Journal lines ({count})'],
  isNew: ['nouvelle', 'new'],
  changed: ['changée', 'changed'],
  journal: ['Écriture', 'Journal'],
  account: ['Compte', 'Account'],
  amount: ['Montant', 'Amount'],
  copy: ['Copier en curl', 'Copy as curl'],
  copied: ['Copié', 'Copied'],
})

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

/** An envelope's answer in readable form: one pair on each line. */
const readable = (answer: string): string => {
  try {
    const json = JSON.parse(answer) as {
      arguments?: readonly { key: { value: string }; value: { value: string } }[]
      argumentsList?: readonly (readonly { key: { value: string }; value: { value: string } }[])[]
      error?: { code: string; message: string }
    }
    if (json.error) return `${json.error.code}: ${json.error.message}`
    const lists = json.argumentsList ?? (json.arguments ? [json.arguments] : [])
    return lists
      .map((pairs) => pairs.map(({ key, value }) => `${key.value} = ${value.value}`).join('\n'))
      .join('\n—\n')
  } catch {
    return answer
  }
}

const Curl = ({ text }: { text: string }) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {translate(isCopied ? 'copied' : 'copy')}
    </button>
  )
}

const Changes = ({ rows, journals }: Pick<Entry, 'rows' | 'journals'>) => (
  <>
    {rows.length === 0 ? null : (
      <details open>
        <summary>{translate('rows', { count: rows.length })}</summary>
        {rows.map(({ table, isNew, values }, index) => (
          <div key={index} class="row-left">
            <p>
              <code>{table}</code>{' '}
              <span class={`tag ${isNew ? 'good' : 'fair'}`}>{translate(isNew ? 'isNew' : 'changed')}</span>
            </p>
            <dl>
              {Object.entries(values).map(([column, value]) => (
                <div key={column}>
                  <dt>{column}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </details>
    )}
    {journals.length === 0 ? null : (
      <details open>
        <summary>{translate('journals', { count: journals.length })}</summary>
        <div
          class="scroll"
          tabIndex={0}
          role="region"
          aria-label={translate('journals', { count: journals.length })}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{translate('journal')}</th>
                <th scope="col">{translate('account')}</th>
                <th scope="col" class="number">
                  {translate('amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {journals.map(({ journal, on, account, amount, currency }, index) => (
                <tr key={index}>
                  <td>
                    {journal} · {on}
                  </td>
                  <td>{account}</td>
                  <td class="number">
                    {amount} {currency}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    )}
  </>
)

const Step = ({ exchange, what, rows, journals }: Entry) => {
  if (!exchange)
    return (
      <>
        <h3>{translate(what === 'walk' ? 'walk' : 'meanwhile')}</h3>
        <Changes rows={rows} journals={journals} />
      </>
    )
  const { path, sent, answer, status, ms } = exchange
  return (
    <details>
      <summary>
        <h3>
          <code>{what}</code>
        </h3>
        <span class={`tag ${status === 200 ? 'good' : 'poor'}`}>{status}</span>{' '}
        <span class="note">{Math.round(ms)} ms</span>
        <span class="note what">{readable(answer).split('\n')[0]}</span>
      </summary>
      <div class="both">
        <div>
          <h4>
            {translate('sent')} <code>POST {path}</code>
          </h4>
          <pre tabIndex={0}>{pretty(sent)}</pre>
        </div>
        <div>
          <h4>{translate('answered')}</h4>
          <pre tabIndex={0}>{readable(answer)}</pre>
        </div>
      </div>
      <details>
        <summary>{translate('graphql')}</summary>
        <pre tabIndex={0}>{`${documentOf(what)}\n\n${JSON.stringify(variablesOf(exchange), null, 1)}`}</pre>
      </details>
      <Changes rows={rows} journals={journals} />
      <p>
        <Curl text={curlOf(exchange)} />
      </p>
    </details>
  )
}

export const Trace = () => (
  <section class="card trace" aria-labelledby="trace">
    <h2 id="trace">{translate('title')}</h2>
    {entries.value.length === 0 ? <p class="note">{translate('none')}</p> : null}
    <ol reversed>
      {entries.value.map((entry) => (
        <li key={entry.id}>
          <Step {...entry} />
        </li>
      ))}
    </ol>
  </section>
)
