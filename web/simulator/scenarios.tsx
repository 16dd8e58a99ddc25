import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { playScenario, type Played } from '../../src/simulator/scenario/play-scenario.js'
import type { Scenario, Step } from '../../src/simulator/scenario/scenario.js'
import { catalogue } from '../shared/language.js'
import { customer, traceOfCustomer, orders, takeCustomer, refresh } from './customer.js'
import { hangUp, showAnswer } from './phone.js'
import { isEmpty, scenarioText } from './record.js'
import { readScenario, world, type Problem } from './service.js'

const translate = catalogue({
  title: ['Scénarios', 'Scenarios'],
  about: [
    'Ce que vous avez fait peut être enregistré en YAML, puis rejoué ici ou par npm run scenario.',
    'What you did can be saved as a YAML file, and replayed here or by npm run scenario.',
  ],
  name: ['Titre', 'Title'],
  unnamed: ['Un parcours', 'A journey'],
  save: ['Enregistrer', 'Save'],
  nothing: ['Il n’y a encore rien à enregistrer.', 'There is nothing to save yet.'],
  file: ['Fichier à rejouer', 'File to replay'],
  playing: ['Scénario : {title}', 'Scenario: {title}'],
  line: ['Ligne {line} : {message}', 'Line {line}: {message}'],
  good: ['Tout correspond au fichier.', 'Everything is as the file says.'],
  bad: ['Une réponse diffère du fichier.', 'An answer differs from the file.'],
})

const problems = signal<readonly Problem[]>([])
const played = signal<readonly Played[]>([])
const title = signal<string | undefined>(undefined)
const state = signal<'playing' | 'good' | 'bad' | undefined>(undefined)

const nameOf = (step: Step): string => (step.does === 'call' ? step.operation : step.does)

/** What a phone would show for an answer: its text for the customer; empty without one. */
const shown = (answer: string): string => {
  const found = /"key":\{"value":"\w+_message"\},"value":\{"value":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1]
  return found === undefined ? '' : (JSON.parse(found) as string)
}

const play = async (scenario: Scenario): Promise<void> => {
  hangUp()
  played.value = []
  problems.value = []
  title.value = scenario.title
  state.value = 'playing'
  // Envelopes are recorded one after the other, while the scenario may already continue.
  let noted: Promise<void> = Promise.resolve()
  try {
    for await (const step of playScenario(scenario, world(), {
      onCustomer: ({ msisdn = '', clockId = '' }) => {
        if (clockId !== '') takeCustomer({ msisdn, clockId }, scenario.clock ?? '')
      },
    })) {
      const { exchange } = step
      if (exchange) {
        const text = shown(exchange.answer)
        if (text !== '') showAnswer(text)
        noted = noted.then(() => traceOfCustomer(customer.value, exchange))
      }
      played.value = [...played.value, step]
      if (step.problem !== undefined) state.value = 'bad'
    }
    if (state.value === 'playing') state.value = 'good'
  } catch (error) {
    problems.value = [{ line: 1, message: (error as Error).message }]
    state.value = 'bad'
  }
  await noted
  orders.value = []
  await refresh()
}

const open = async (file: File): Promise<void> => {
  const read = await readScenario<Scenario>(await file.text()).catch((error: Error) => ({
    scenario: undefined,
    problems: [{ line: 1, message: error.message }],
  }))
  if (read.scenario) return play(read.scenario)
  title.value = file.name
  played.value = []
  state.value = 'bad'
  problems.value = read.problems ?? []
}

const download = (name: string, text: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

const fileNameOf = (text: string): string =>
  `${text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.yaml`

export const Scenarios = () => {
  const [name, setName] = useState('')
  const [hint, setHint] = useState('')
  return (
    <section class="card" aria-labelledby="scenarios">
      <h2 id="scenarios">{translate('title')}</h2>
      <p class="note">{translate('about')}</p>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault()
          const text = name.trim() || translate('unnamed')
          setHint(isEmpty() || !customer.value ? translate('nothing') : '')
          if (!isEmpty() && customer.value) download(fileNameOf(text), scenarioText(text))
        }}
      >
        <label class="field">
          {translate('name')}
          <input
            value={name}
            maxLength={80}
            placeholder={translate('unnamed')}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit">{translate('save')}</button>
      </form>
      <p class="note" role="status">
        {hint}
      </p>
      <label class="field">
        {translate('file')}
        <input
          type="file"
          accept=".yaml,.yml"
          disabled={state.value === 'playing'}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) void open(file)
            currentTarget.value = ''
          }}
        />
      </label>
      {title.value === undefined ? null : (
        <div role="status">
          <p>
            <strong>{translate('playing', { title: title.value })}</strong>
          </p>
          <ol class="steps">
            {played.value.map(({ step, ms, summary, problem }, index) => (
              <li key={index} class={problem === undefined ? '' : 'wrong'}>
                <code>{nameOf(step)}</code> <span class="note">{Math.round(ms)} ms</span> {summary}
                {problem === undefined ? null : (
                  <p class="trouble">{translate('line', { line: step.line, message: problem })}</p>
                )}
              </li>
            ))}
          </ol>
          {problems.value.map(({ line, message }) => (
            <p key={`${line} ${message}`} class="trouble">
              {translate('line', { line, message })}
            </p>
          ))}
          {state.value === 'good' ? <p class="tag good">{translate('good')}</p> : null}
          {state.value === 'bad' ? <p class="tag poor">{translate('bad')}</p> : null}
        </div>
      )}
    </section>
  )
}
