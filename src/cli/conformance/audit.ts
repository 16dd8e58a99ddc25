import type { Endpoint } from '../../../facade/facade.js'
import { valuesOf } from './call.js'
import { bodyProblems } from './conformance.js'

/** Sends one body to one endpoint of the service that is audited. */
export type Post = (
  endpoint: Endpoint,
  body: string | Uint8Array,
) => Promise<{ status: number; body: string }>

/** One rule of the wire. Its id never changes, and the id of a removed rule is not used again. */
export interface Audit {
  id: string
  must: string
  /** What is wrong; empty when the rule is kept. */
  run: (post: Post) => Promise<string[]>
}

export interface AuditResult {
  id: string
  must: string
  problems: string[]
}

const recordEndpoint: Endpoint = 'getdynamicarguments'
export const listEndpoint: Endpoint = 'getdynamicoptions'

const errorProblems = ({ status, body }: { status: number; body: string }, code: string): string[] => {
  const problems = status === 400 ? [] : [`status ${status}`]
  if (/\n\s+at |node_modules|\.[jt]s:\d/.test(body)) problems.push('the body shows a stack')
  let error: unknown
  try {
    const json = JSON.parse(body) as Record<string, unknown>
    if (Object.keys(json).join() !== 'error') problems.push('the body is not { error }')
    error = json['error']
  } catch {
    return [...problems, 'the body is not JSON']
  }
  const { code: answeredCode, message, ...rest } = (error ?? {}) as Record<string, unknown>
  if (answeredCode !== code) problems.push(`code ${String(answeredCode)} instead of ${code}`)
  if (typeof message !== 'string' || message === '') problems.push('no message')
  if (Object.keys(rest).length > 0) problems.push(`more than code and message: ${Object.keys(rest).join()}`)
  return problems
}

export const bodyOf = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

/** The rule that the call is answered 400 with this code, and the message contains each of these words. */
export const refused = (
  id: string,
  must: string,
  code: string,
  ...[body, { endpoint = recordEndpoint, names = [] } = {}]: [
    body: unknown,
    options?: { readonly endpoint?: Endpoint; readonly names?: readonly string[] },
  ]
): Audit => ({
  id,
  must,
  run: async (post) => {
    const reply = await post(endpoint, bodyOf(body))
    const unnamed = names.filter((name) => !reply.body.includes(name))
    return [...errorProblems(reply, code), ...unnamed.map((name) => `the message doesn't name ${name}`)]
  },
})

/** The rule that all these calls are answered 200, in the contract's shape, and all with the same body. */
export const answered = (id: string, must: string, operation: string, ...bodies: unknown[]): Audit => ({
  id,
  must,
  run: async (post) => {
    const endpoint = operation.startsWith('list_') ? listEndpoint : recordEndpoint
    const seen = new Set<string>()
    for (const body of bodies) {
      const reply = await post(endpoint, bodyOf(body))
      if (reply.status !== 200) return [`status ${reply.status}: ${reply.body}`]
      const problems = bodyProblems(operation, JSON.parse(reply.body))
      if (problems.length > 0) return problems
      seen.add(reply.body)
    }
    return seen.size === 1 ? [] : [`${seen.size} different answers`]
  },
})

/** The rule that all these confirmations of a deposit are answered with the same text, which has this word. */
export const answeredWithWord = (id: string, must: string, word: RegExp, ...bodies: unknown[]): Audit => {
  const same = answered(id, must, 'confirm_deposit', ...bodies)
  return {
    ...same,
    run: async (post) => {
      const problems = await same.run(post)
      if (problems.length > 0) return problems
      const { body } = await post(recordEndpoint, bodyOf(bodies[0]))
      const { payment_message: text = '' } = valuesOf(body)
      return word.test(text) ? [] : [`'${text}' has no ${String(word)}`]
    },
  }
}
