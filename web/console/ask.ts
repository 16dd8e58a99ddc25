import { useEffect, useRef, useState } from 'preact/hooks'
import { ask, Trouble } from '../shared/client.js'
import { saidOf } from './words.js'
import { endSession, isOver } from '../shared/session.js'

export interface Answer<Result> {
  readonly data?: Result | undefined
  readonly trouble?: Trouble | undefined
  readonly again: () => void
}

/** What went wrong; for an ended session the page shows that itself. */
const troubleOf = (error: unknown): Trouble => {
  const trouble = error instanceof Trouble ? error : new Trouble('INTERNAL', String(error), 0)
  if (trouble.status === 401) endSession()
  return trouble
}

interface Asked<Result> {
  readonly everyMs?: number
  /** Changes when there may be new data: it is read again then, and the old is shown until the answer. */
  readonly news?: unknown
  /** What it shows while nothing is requested. */
  readonly given?: Result | undefined
}

/**
 * What the server says, anew for each change of what is asked; an answer to what is not asked any more is dropped. With
 * `everyMs` it is asked again so often while somebody could see it, which keeps no session alive; what is shown stays till then.
 */
export const useAnswer = <Result, Variables>(
  document: TrustedDocument<Result, Variables> | undefined,
  variables: Variables,
  { everyMs, news, given }: Asked<Result> = {},
): Answer<Result> => {
  const [answer, setAnswer] = useState<{ data?: Result; trouble?: Trouble }>({})
  const [times, setTimes] = useState(0)
  const lookAgain = useRef<(() => void) | undefined>(undefined)
  const known = useRef(news)
  useEffect(() => {
    if (!document) return undefined
    const controller = new AbortController()
    setAnswer({})
    ask(document, variables, { signal: controller.signal }).then(
      (data) => setAnswer({ data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setAnswer({ trouble: troubleOf(error) })
      },
    )
    const look = (): void => {
      if (window.document.visibilityState !== 'visible') return
      ask(document, variables, { signal: controller.signal, isWatch: true }).then(
        (data) => setAnswer({ data }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setAnswer(({ data }) => ({ ...(data && { data }), trouble: troubleOf(error) }))
        },
      )
    }
    lookAgain.current = look
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [document?.id, JSON.stringify(variables), times])
  useEffect(() => {
    if (known.current !== undefined && known.current !== news) lookAgain.current?.()
    known.current = news
  }, [news])
  const again = (): void => setTimes(times + 1)
  // A request that the end of a session left unanswered is repeated in the next one.
  useEffect(() => {
    if (!isOver.value && answer.trouble?.status === 401 && !answer.data) again()
  }, [isOver.value])
  return document ? { ...answer, again } : { data: given, again }
}

interface Doing {
  readonly done: { readonly refusal: { readonly code: string; readonly message: string } | null }
}

/** The result of an act, or its refusal. */
export const perform = async <Result extends Doing, Variables>(
  document: TrustedDocument<Result, Variables>,
  variables: Variables,
): Promise<{ readonly done?: Result['done']; readonly said?: string }> => {
  try {
    const { done } = await ask(document, variables)
    return done.refusal ? { said: saidOf(done.refusal) } : { done }
  } catch (error) {
    return { said: saidOf(troubleOf(error)) }
  }
}

/** Why it was refused; undefined when it was done. */
export const act = async <Variables>(
  document: TrustedDocument<Doing, Variables>,
  variables: Variables,
): Promise<string | undefined> => (await perform(document, variables)).said

/** Idempotency keys of acts: the same for the same input, a new one when any of it has changed. */
export const newKeys = (): ((input: object) => string) => {
  let [last, key] = ['', '']
  return (input) => {
    const text = JSON.stringify(input)
    if (text !== last) [last, key] = [text, crypto.randomUUID()]
    return key
  }
}
