import { useEffect, useRef, useState } from 'preact/hooks'
import { request, Trouble } from '../shared/client.js'
import { refusalText } from './words.js'
import { endSession, isOver } from '../shared/session.js'

export interface Answer<Result> {
  readonly data?: Result | undefined
  readonly trouble?: Trouble | undefined
  readonly again: () => void
}

/** The error of a request; an ended session is reported to the page, which shows the sign-in. */
export const troubleOf = (error: unknown): Trouble => {
  const trouble = error instanceof Trouble ? error : new Trouble('INTERNAL', String(error), 0)
  if (trouble.status === 401) endSession()
  return trouble
}

interface AnswerOptions<Result> {
  readonly everyMs?: number
  /** When this value changes, the data is requested again; until the answer the old data is shown. */
  readonly refreshKey?: unknown
  /** The data to show while nothing is requested. */
  readonly given?: Result | undefined
}

/**
 * The server's answer to a document. It is requested again when document or variables change; an answer to earlier ones
 * is dropped. With `everyMs` it is also requested at that interval while the page is visible, which does not keep the
 * session alive; until the answer the old data is shown.
 */
export const useAnswer = <Result, Variables>(
  document: TrustedDocument<Result, Variables> | undefined,
  variables: Variables,
  { everyMs, refreshKey, given }: AnswerOptions<Result> = {},
): Answer<Result> => {
  const [answer, setAnswer] = useState<{ data?: Result; trouble?: Trouble }>({})
  const [times, setTimes] = useState(0)
  const pollNow = useRef<(() => void) | undefined>(undefined)
  const known = useRef(refreshKey)
  useEffect(() => {
    if (!document) return undefined
    const controller = new AbortController()
    setAnswer({})
    request(document, variables, { signal: controller.signal }).then(
      (data) => setAnswer({ data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setAnswer({ trouble: troubleOf(error) })
      },
    )
    const poll = (): void => {
      if (window.document.visibilityState !== 'visible') return
      request(document, variables, { signal: controller.signal, isPoll: true }).then(
        (data) => setAnswer({ data }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setAnswer(({ data }) => ({ ...(data && { data }), trouble: troubleOf(error) }))
        },
      )
    }
    pollNow.current = poll
    const timer = everyMs === undefined ? undefined : setInterval(poll, everyMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [document?.id, JSON.stringify(variables), times])
  useEffect(() => {
    if (known.current !== undefined && known.current !== refreshKey) pollNow.current?.()
    known.current = refreshKey
  }, [refreshKey])
  const again = (): void => setTimes(times + 1)
  // A request that failed because the session had ended is repeated after signing in again.
  useEffect(() => {
    if (!isOver.value && answer.trouble?.status === 401 && !answer.data) again()
  }, [isOver.value])
  return document ? { ...answer, again } : { data: given, again }
}

interface ActionAnswer {
  readonly done: { readonly refusal: { readonly code: string; readonly message: string } | null }
}

/** Sends a mutation. Returns its result, or why it was refused. */
export const perform = async <Result extends ActionAnswer, Variables>(
  document: TrustedDocument<Result, Variables>,
  variables: Variables,
): Promise<{ readonly done?: Result['done']; readonly refusal?: string }> => {
  try {
    const { done } = await request(document, variables)
    return done.refusal ? { refusal: refusalText(done.refusal) } : { done }
  } catch (error) {
    return { refusal: refusalText(troubleOf(error)) }
  }
}

/** Sends a mutation. Returns why it was refused; undefined when it was done. */
export const act = async <Variables>(
  document: TrustedDocument<ActionAnswer, Variables>,
  variables: Variables,
): Promise<string | undefined> => (await perform(document, variables)).refusal

/** The idempotency keys of one form: the same key for the same input, a new one when the input changes. */
export const newKeys = (): ((input: object) => string) => {
  let [last, key] = ['', '']
  return (input) => {
    const text = JSON.stringify(input)
    if (text !== last) [last, key] = [text, crypto.randomUUID()]
    return key
  }
}
