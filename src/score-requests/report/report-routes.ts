import { keyOfId } from '../../kernel/ids.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guardAccess, routeOf } from '../../platform/http/access.js'
import { refuse } from '../../platform/http/errors.js'
import { languageFor } from '../../platform/http/language.js'
import type { KeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import type { Authenticate } from '../../platform/identity/keys/authenticator.js'
import type { Sessions } from '../../platform/identity/sessions/sessions.js'
import type { Actor } from '../../kernel/call.js'
import type { Role } from '../../platform/identity/roles.js'
import { basicChallenge, withBasicKey } from './basic-key.js'
import type { ReadScore } from './facts.js'
import { noticePage, pagePolicy, reportPage } from './page/page.js'
import { renderReport } from './pdf/render-report.js'
import { reportViewOf } from './read-report.js'

/** Roles that decide about customers; analysts and auditors get the same report without names. */
const rolesWithNames: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']

const isMaskedFor = ({ roles }: Actor): boolean => !rolesWithNames.some((role) => roles.has(role))

const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

const notices: Readonly<Record<number, readonly [title: string, text: string]>> = {
  401: [
    'A key is needed',
    'Load the page again and give your key as the password; the user name is ignored.',
  ],
  403: [
    'Not with this key',
    'Reports are for the back office, approvers, administrators, analysts and auditors.',
  ],
  404: [
    'No such report',
    'There is no score request with this reference. Perhaps only a part of the reference was copied.',
  ],
  429: ['Too many requests', 'Wait a second, then load the page again.'],
}

const asPage = (reply: FastifyReply, text: string): string => {
  reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8')
  return text
}

const pdfEnding = '.pdf'

/** The id is ours, but a header may only contain harmless characters. */
const fileName = (id: string): string => `score-${id.replace(/[^\w-]/g, '')}.pdf`

interface ReportDeps {
  readonly authenticate: Authenticate
  readonly rateLimitPerSecond: number | undefined
  readonly keyGuesses: KeyGuessLimit
  readonly readScore: ReadScore
  readonly sessions?: Pick<Sessions, 'find'> | undefined
  readonly accessAudit?:
    | {
        readonly recordRead: (caller: Actor, address: string, what: string, id: string) => Promise<void>
        readonly recordRefusal: (caller: Actor, address: string, what: string) => void
      }
    | undefined
}

const answerReport =
  ({ readScore, accessAudit }: ReportDeps) =>
  async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const { id: fileOrId } = request.params
    const isPdf = fileOrId.endsWith(pdfEnding)
    const id = keyOfId('ScoreRequest', isPdf ? fileOrId.slice(0, -pdfEnding.length) : fileOrId)
    const language = languageFor(request)
    const facts = await readScore(id, language)
    if (!facts || !request.caller) return refuse(reply, 'NOT_FOUND')
    await accessAudit?.recordRead(request.caller, request.ip, isPdf ? 'report.pdf' : 'report', id)
    reply.headers({ 'referrer-policy': 'no-referrer', vary: 'accept-language' })
    const view = reportViewOf(facts, isMaskedFor(request.caller), language)
    if (!isPdf) {
      const address = `/reports/scores/${encodeURIComponent(id)}${pdfEnding}`
      return reply.send(asPage(reply, reportPage(view, address)))
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${fileName(id)}"`)
      .send(await renderReport(view, facts.askedAt))
  }

/**
 * The report of a score request as a page, or as PDF if its id is followed by `.pdf`, in French or English. For
 * BACK_OFFICE, APPROVER, ADMIN, and for ANALYST and AUDITOR, who see no names; a person who is not signed in is asked by
 * the browser for a key, as the password of HTTP Basic. An unknown id is answered 404.
 */
export const reportRoutes =
  (deps: ReportDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onSend', async (request, reply, payload: unknown) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', basicChallenge)
      const notice = notices[reply.statusCode]
      return notice && wantsPage(request)
        ? asPage(reply, noticePage(...notice, languageFor(request)))
        : payload
    })
    await guardAccess(app, {
      authenticate: withBasicKey(deps.authenticate),
      rateLimitPerSecond: deps.rateLimitPerSecond,
      keyGuesses: deps.keyGuesses,
      sessions: deps.sessions,
      anyOf: [...rolesWithNames, 'ANALYST', 'AUDITOR'],
      onRefused: (caller, request) => deps.accessAudit?.recordRefusal(caller, request.ip, routeOf(request)),
    })

    app.get('/reports/scores/:id', answerReport(deps))
  }
