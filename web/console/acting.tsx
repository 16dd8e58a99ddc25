import { useEffect, useRef, useState } from 'preact/hooks'
import { date, instantOf } from '../shared/format.js'
import { isOver, session } from '../shared/session.js'
import { actions, type Action, type Done, type Field, type Preview } from './actions.js'
import { newKeys, perform, useAnswer } from './requests.js'
import { textOf } from './cell.js'
import { ConsolePeople } from './console-people.graphql'
import { Deciding } from './deciding.js'
import { Table } from './table.js'
import { nameOf, translate } from './words.js'

/**
 * The name of a changed field. `customer.msisdn` is named as `msisdn`. A status is named by its object (`order.status` as `order`),
 * since "status" would not say of what. Of several words, as in `position POS-1`, each is translated on its own.
 */
const fieldOf = (field: string): string =>
  field
    .replace(/^[a-z]\w*\.(?!stat(us|e)$)|\.stat(us|e)$/, '')
    .split(' ')
    .map((word) => nameOf(word))
    .join(' ')

const wordsOfChange = (_: string, first: string, second?: string): string =>
  [first, second]
    .map((word) => word && nameOf(word))
    .filter(Boolean)
    .join(' · ')

/** One part of a changed value as text, such as `BOTH for COURT` (words of the schema) or `until 2026-11-30`. */
const partOfChange = (text: string): string => {
  const [, word = '', day] = /^(from|until) (\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  return day
    ? `${nameOf(word === 'from' ? 'fromDate' : word).toLowerCase()} ${date(day)}`
    : nameOf(text.replace(/^([A-Z_]+)(?: for ([A-Z_]+))?$/, wordsOfChange))
}

const valueOfChange = (field: string, value: string | null): string => {
  if (value === null) return '–'
  const column = field.replace(/^.*[. ]/, '')
  const text = textOf(column, { [column]: value })
  return text === value ? value.split(', ').map(partOfChange).join(', ') : text
}

/** The preview: what the action would change and post, and what the customer would read. */
export const PreviewOf = ({ preview, isOpen = true }: { preview: Preview; isOpen?: boolean }) => {
  // The preview of an ended proposal is empty if it contained personal data.
  if (Object.values(preview).every((part) => part.length === 0)) return null
  return (
    <>
      <h3>{translate(isOpen ? 'preview' : 'wasProposed')}</h3>
      <ul>
        {preview.changes.map(({ field, before, after }) => (
          <li key={field}>
            {translate('colon', { name: fieldOf(field) })} <del>{valueOfChange(field, before)}</del> →{' '}
            <ins>{valueOfChange(field, after)}</ins>
          </li>
        ))}
        {preview.texts.map(({ language, text }) => (
          <li key={language} lang={language}>
            {text}
          </li>
        ))}
      </ul>
      {preview.journals.map((journal) => (
        <Table
          key={journal.reference}
          columns={['account', 'dimension', 'amount']}
          rows={journal.lines}
          label={journal.reference}
        />
      ))}
    </>
  )
}

/** The number of lines that a manual journal may have; a line without an amount is not sent. */
const linesMax = 4

const Lines = ({ words, id }: { words: readonly string[]; id: string }) => (
  <>
    {Array.from({ length: linesMax }, (_, at) => (
      <div class="line" key={at}>
        <select id={at === 0 ? id : undefined} name="account" aria-label={nameOf('account')}>
          {words.map((word) => (
            <option key={word} value={word}>
              {nameOf(word)}
            </option>
          ))}
        </select>
        <input name="amount" aria-label={nameOf('amount')} required={at < 2} autocomplete="off" />
      </div>
    ))}
  </>
)

/** Suggests people who signed in recently; others can be typed. */
const People = ({ id }: { id: string }) => {
  const answer = useAnswer(ConsolePeople, {})
  const found = new Map(
    (answer.data?.auditEntries.nodes ?? []).map(({ actor, actorId }) => [actorId ?? actor, actor] as const),
  )
  return (
    <datalist id={id}>
      {[...found].map(([person, name]) => (
        <option key={person} value={person}>
          {name}
        </option>
      ))}
    </datalist>
  )
}

const Input = ({
  field: { name, kind, words = [], isOptional = false },
  id,
}: {
  field: Field
  id: string
}) => {
  if (kind === 'lines') return <Lines words={words} id={id} />
  if (kind === 'one of' || kind === 'yes or no')
    return (
      <select id={id} name={name} required={!isOptional}>
        {isOptional ? <option value="">–</option> : null}
        {kind === 'yes or no' ? (
          <>
            <option value="true">{translate('yes')}</option>
            <option value="false">{translate('no')}</option>
          </>
        ) : null}
        {words.map((word) => (
          <option key={word} value={word}>
            {nameOf(word)}
          </option>
        ))}
      </select>
    )
  if (kind === 'long')
    return <textarea id={id} name={name} rows={3} maxLength={2000} required={!isOptional} />
  if (kind === 'date') return <input id={id} name={name} type="date" required={!isOptional} />
  if (kind === 'month') return <input id={id} name={name} type="month" required={!isOptional} />
  if (kind === 'moment') return <input id={id} name={name} type="datetime-local" required={!isOptional} />
  const given = { id, name, maxLength: 500, required: !isOptional, autocomplete: 'off' } as const
  if (kind === 'number') return <input {...given} inputMode="numeric" pattern="[0-9]*" />
  if (kind === 'person')
    return (
      <>
        <input {...given} type="text" list={`${id}-known`} />
        <People id={`${id}-known`} />
      </>
    )
  return <input {...given} />
}

const valueOf = ({ name, kind }: Field, given: FormData): unknown => {
  if (kind === 'lines') {
    const amounts = given.getAll('amount').map((amount) => String(amount).trim())
    return given
      .getAll('account')
      .map((account, at) => ({ account, amount: amounts[at] }))
      .filter(({ amount }) => amount !== '')
  }
  const text = String(given.get(name) ?? '').trim()
  if (text === '') return undefined
  if (kind === 'number') return Number(text)
  if (kind === 'moment') return instantOf(text)
  return kind === 'yes or no' ? text === 'true' : text
}

/** The input of the form, without empty fields. */
const typed = (fields: readonly Field[], form: HTMLFormElement): object => {
  const given = new FormData(form)
  return Object.fromEntries(
    fields
      .map((field) => [field.as ?? field.name, valueOf(field, given)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

interface Given {
  readonly action: Action
  /** The inputs that the open page knows. */
  readonly of: object
  /** Called when the action is done and its dialog is closed. */
  readonly then: () => void
  readonly onClose: () => void
}

const ActionWindow = ({ action, of, then, onClose }: Given) => {
  const place = useRef<HTMLDialogElement>(null)
  const isDone = useRef(false)
  const [keyOf] = useState(newKeys)
  const [refusal, setRefusal] = useState<string | undefined>()
  const [done, setDone] = useState<Done | undefined>()
  const [isBusy, setBusy] = useState(false)
  // When the session ends, the dialog is hidden with its input, so that it does not cover the sign-in.
  useEffect(() => {
    if (isOver.value) place.current?.close()
    else place.current?.showModal()
  }, [isOver.value])
  const send = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true)
    setRefusal(undefined)
    const input = { ...of, ...typed(action.fields, form) }
    const asked = action.isKeyless ? input : { ...input, idempotencyKey: keyOf(input) }
    const { done: what, refusal: why } = await perform(action.document, { input: asked } as never)
    setBusy(false)
    setRefusal(why)
    if (!what) return
    isDone.current = true
    if (what.approval ?? action.showResult?.(what)) setDone(what)
    else place.current?.close()
  }
  return (
    <dialog
      ref={place}
      class="action"
      aria-labelledby="action-title"
      onClose={() => {
        if (isOver.value) return
        onClose()
        if (isDone.current) then()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!done) void send(event.currentTarget)
        }}
      >
        <h2 id="action-title">{translate(action.title)}</h2>
        <p class="note">{translate(action.what)}</p>
        {done ? (
          done.approval ? (
            <>
              <PreviewOf preview={done.approval.preview} />
              <p role="status">{translate('waitsForAnother')}</p>
              <Deciding id={done.approval.id} isMine then={() => place.current?.close()} />
            </>
          ) : (
            <p role="status">{action.showResult?.(done)}</p>
          )
        ) : (
          action.fields.map((field) => (
            <div class="field" key={field.name}>
              <label for={`action-${field.name}`}>
                {nameOf(field.name)}
                {field.isOptional ? ` (${translate('optional')})` : ''}
              </label>
              <Input field={field} id={`action-${field.name}`} />
            </div>
          ))
        )}
        {refusal === undefined ? null : (
          <p class="trouble" role="alert">
            {refusal}
          </p>
        )}
        <div class="acts">
          {done ? null : (
            <button class="main" disabled={isBusy}>
              {translate(action.document.id.startsWith('ConsolePropose') ? 'propose' : 'doIt')}
            </button>
          )}
          <button type="button" onClick={() => place.current?.close()}>
            {translate(done ? 'close' : 'leaveIt')}
          </button>
        </div>
      </form>
    </dialog>
  )
}

export type Offered = readonly [name: keyof typeof actions, of: object, suffix?: string]

/** A button for each action that the person's roles allow; `of` has the inputs that the page knows. */
export const Actions = ({ list, then }: { list: readonly Offered[]; then: () => void }) => {
  // Kept as it was when its button was pressed, since the page may reload its rows meanwhile.
  const [chosen, setChosen] = useState<Pick<Given, 'action' | 'of'> | undefined>()
  const roles = session.value?.roles ?? []
  const mine = list
    .map(([name, of, suffix = '']): { action: Action; of: object; suffix: string } => ({
      // An input that the page knows has no field in the form.
      action: {
        ...actions[name],
        fields: actions[name].fields.filter((field) => !((field.as ?? field.name) in of)),
      },
      of,
      suffix,
    }))
    .filter(({ action }) => action.roles.some((role) => roles.includes(role)))
  if (mine.length === 0) return null
  return (
    <div class="acts">
      {mine.map((one) => (
        <button type="button" key={one.action.title + one.suffix} onClick={() => setChosen(one)}>
          {translate(one.action.title)}
          {one.suffix === '' ? '' : ` (${one.suffix})`}
        </button>
      ))}
      {chosen ? <ActionWindow {...chosen} then={then} onClose={() => setChosen(undefined)} /> : null}
    </div>
  )
}
