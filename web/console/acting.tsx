import { useEffect, useRef, useState } from 'preact/hooks'
import { session } from '../shared/session.js'
import { actions, type Action, type Field, type Preview } from './actions.js'
import { newKeys, perform } from './ask.js'
import { Table } from './table.js'
import { nameOf, say } from './words.js'

/** What would be different, what would be posted, and what the customer would read. */
export const PreviewOf = ({ preview }: { preview: Preview }) => (
  <>
    <h3>{say('preview')}</h3>
    <ul>
      {preview.changes.map(({ field, before, after }) => (
        <li key={field}>
          {nameOf(field)}: <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
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

const Input = ({
  field: { name, kind, words = [], isOptional = false },
  id,
}: {
  field: Field
  id: string
}) => {
  if (kind === 'one of')
    return (
      <select id={id} name={name} required={!isOptional}>
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
  return <input id={id} name={name} maxLength={500} required={!isOptional} autocomplete="off" />
}

/** What was typed, without what was left empty. */
const typed = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)]
      .map(([name, value]) => [name, String(value).trim()])
      .filter(([, value]) => value !== ''),
  )

interface Given {
  readonly action: Action
  /** Of the thing on whose page one is. */
  readonly of: object
  /** Called once something was done and its window is shut. */
  readonly then: () => void
  readonly shut: () => void
}

const ActionWindow = ({ action, of, then, shut }: Given) => {
  const place = useRef<HTMLDialogElement>(null)
  const isDone = useRef(false)
  const [keyOf] = useState(newKeys)
  const [said, setSaid] = useState<string | undefined>()
  const [preview, setPreview] = useState<Preview | undefined>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => place.current?.showModal(), [])
  const send = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true)
    setSaid(undefined)
    const { providerReason, ...fields } = typed(form)
    const input = { ...of, ...fields, ...(providerReason === undefined ? {} : { reason: providerReason }) }
    const asked = action.isKeyless ? input : { ...input, idempotencyKey: keyOf(input) }
    const { done, said: why } = await perform(action.document, { input: asked } as never)
    setBusy(false)
    setSaid(why)
    if (!done) return
    isDone.current = true
    if (done.approval) setPreview(done.approval.preview)
    else place.current?.close()
  }
  return (
    <dialog
      ref={place}
      class="action"
      aria-labelledby="action-title"
      onClose={() => {
        shut()
        if (isDone.current) then()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <h2 id="action-title">{say(action.title)}</h2>
        <p class="note">{say(action.what)}</p>
        {preview ? (
          <>
            <PreviewOf preview={preview} />
            <p role="status">{say('waitsForAnother')}</p>
          </>
        ) : (
          action.fields.map((field) => (
            <div class="field" key={field.name}>
              <label for={`action-${field.name}`}>
                {nameOf(field.name)}
                {field.isOptional ? ` (${say('optional')})` : ''}
              </label>
              <Input field={field} id={`action-${field.name}`} />
            </div>
          ))
        )}
        {said === undefined ? null : (
          <p class="trouble" role="alert">
            {said}
          </p>
        )}
        <div class="acts">
          {preview ? null : (
            <button class="main" disabled={isBusy}>
              {say(action.document.name.includes('Propose') ? 'propose' : 'doIt')}
            </button>
          )}
          <button type="button" onClick={() => place.current?.close()}>
            {say(preview ? 'close' : 'leaveIt')}
          </button>
        </div>
      </form>
    </dialog>
  )
}

export type Offered = readonly [name: keyof typeof actions, of: object, suffix?: string]

/** A button for each action that the roles of the person have; `of` is what the page knows of what it asks for. */
export const Actions = ({ list, then }: { list: readonly Offered[]; then: () => void }) => {
  const [open, setOpen] = useState<number | undefined>()
  const roles = session.value?.roles ?? []
  const mine = list
    .map(([name, of, suffix = '']): { action: Action; of: object; suffix: string } => ({
      action: actions[name],
      of,
      suffix,
    }))
    .filter(({ action }) => action.roles.some((role) => roles.includes(role)))
  const chosen = open === undefined ? undefined : mine[open]
  if (mine.length === 0) return null
  return (
    <div class="acts">
      {mine.map(({ action, suffix }, at) => (
        <button type="button" key={action.title + suffix} onClick={() => setOpen(at)}>
          {say(action.title)}
          {suffix === '' ? '' : ` (${suffix})`}
        </button>
      ))}
      {chosen ? <ActionWindow {...chosen} key={open} then={then} shut={() => setOpen(undefined)} /> : null}
    </div>
  )
}
