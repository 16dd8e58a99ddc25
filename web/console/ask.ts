import { useEffect, useState } from 'preact/hooks'
import { ask, Trouble } from '../shared/client.js'
import { session } from '../shared/session.js'

export interface Answer<Result> {
  readonly data: Result | undefined
  readonly trouble: Trouble | undefined
  readonly again: () => void
}

const troubleOf = (error: unknown): Trouble =>
  error instanceof Trouble ? error : new Trouble('INTERNAL', String(error), 0)

/** What the server says, anew for each change of what is asked; an answer to what is not asked any more is dropped. */
export const useAnswer = <Result, Variables>(
  document: TrustedDocument<Result, Variables>,
  variables: Variables,
): Answer<Result> => {
  const [answer, setAnswer] = useState<{ data?: Result; trouble?: Trouble }>({})
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setAnswer({})
    ask(document, variables, { signal: controller.signal }).then(
      (data) => setAnswer({ data }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        const trouble = troubleOf(error)
        if (trouble.status === 401) session.value = null
        setAnswer({ trouble })
      },
    )
    return () => controller.abort()
  }, [document.id, JSON.stringify(variables), times])
  return { data: answer.data, trouble: answer.trouble, again: () => setTimes(times + 1) }
}

/** Does something once however often it is sent: who tries again after a silence says the same key. */
export const act = async <Variables>(
  document: TrustedDocument<
    { readonly done: { readonly refusal: { readonly message: string } | null } },
    Variables
  >,
  variables: Variables,
): Promise<string | undefined> => {
  try {
    return (await ask(document, variables)).done.refusal?.message
  } catch (error) {
    return troubleOf(error).message
  }
}
