import { signal } from '@preact/signals'
import { catalogue } from './language.js'

export type Role = 'BACK_OFFICE' | 'APPROVER' | 'ANALYST' | 'AUDITOR' | 'ADMIN' | 'TESTER'

/** Whether people with these roles see who customers are. */
export const knowsCustomers = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'BACK_OFFICE' || role === 'APPROVER' || role === 'ADMIN')

/** Whether people with these roles may read notes and proposals of staff; an auditor reads all of them, masked. */
export const readsRecords = (roles: readonly Role[]): boolean =>
  knowsCustomers(roles) || roles.includes('AUDITOR')

interface Session {
  /** The person's id, which does not change with the name. */
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}

/** Undefined until the session is known; null when nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined)

/** A header by which the service refuses what this page does once another person has signed in in another tab. */
export const ofPerson = (): Record<string, string> =>
  session.value ? { 'x-cauri-person': encodeURIComponent(session.value.id) } : {}

/** The session has ended; the page and its input are kept, hidden. */
export const isOver = signal(false)

export const endSession = (): void => {
  if (session.value) isOver.value = true
  else session.value = null
}

/** If the same person signs in again, they can continue; another person does not see the page. */
export const resumeSession = async (): Promise<void> => {
  const answer = await fetch('/session', { mode: 'same-origin' }).catch(() => undefined)
  if (answer?.status === 401) endSession()
  if (!answer?.ok) return
  if (JSON.stringify(await answer.json()) === JSON.stringify(session.value)) isOver.value = false
  else location.reload()
}

const retryMs = 3000

export const loadSession = async (): Promise<void> => {
  const answer = await fetch('/session', { mode: 'same-origin' }).catch(() => undefined)
  if (answer?.ok) session.value = (await answer.json()) as Session
  else if (!answer || answer.status === 401 || answer.status === 404) session.value = null
  // The service is busy or cannot read its database: nobody knows yet who is signed in.
  else setTimeout(() => void loadSession(), retryMs)
}

const translate = catalogue({
  signIn: ['Se connecter', 'Sign in'],
  signOut: ['Se déconnecter', 'Sign out'],
  BACK_OFFICE: ['Back-office', 'Back office'],
  APPROVER: ['Approbation', 'Approver'],
  ANALYST: ['Analyse', 'Analyst'],
  AUDITOR: ['Audit', 'Auditor'],
  ADMIN: ['Administration', 'Administrator'],
  TESTER: ['Horloges de test', 'Test clocks'],
})

export const signInAddress = (): string =>
  `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`

/** The signed-in person, with their roles. */
export const Account = () => {
  if (session.value === undefined) return null
  if (session.value === null)
    return (
      <a class="button push" href={signInAddress()}>
        {translate('signIn')}
      </a>
    )
  const { name, roles } = session.value
  return (
    <form class="account push" method="post" action="/sign-out">
      <span>
        <b>{name}</b> {roles.map((role) => translate(role)).join(', ')}
      </span>
      <button>{translate('signOut')}</button>
    </form>
  )
}
