import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { staff } from '../../platform/graphql/access.js'
import { guardAccess, type AccessRules } from '../../platform/http/access.js'
import { refuse } from '../../platform/http/errors.js'
import type { Export } from '../exports/export-slots.js'
import type { OpenExport } from './types.js'

const extension = '.csv'
/** How long a snapshot is kept at most, however slowly its file is downloaded. */
const exportMsMax = 15 * 60_000
/** How long a download may pause. */
const idleMsMax = 30_000

/** Closes the snapshot of a file at its end, also after an error. */
const streamOf = ({ lines, close }: Exclude<Export, { readonly refused: unknown }>): Readable => {
  const tooSlow = () => stream.destroy(new Error('an export was downloaded too slowly'))
  let idle: NodeJS.Timeout | undefined
  const timedLines = async function* (): AsyncGenerator<string, void> {
    for await (const line of lines) {
      idle = setTimeout(tooSlow, idleMsMax)
      yield line
      clearTimeout(idle)
    }
  }
  const stream = Readable.from(timedLines(), { objectMode: false })
  const timer = setTimeout(tooSlow, exportMsMax)
  stream.once('close', () => {
    clearTimeout(timer)
    clearTimeout(idle)
    close().catch(() => undefined)
  })
  return stream
}

/** `/exports/<name>.csv?filter=...&sort=...`: a list of GraphQL, or a report, as a file for staff. */
export const exportRoutes =
  (openExport: OpenExport, rules: Omit<AccessRules, 'anyOf'>) =>
  async (app: FastifyInstance): Promise<void> => {
    await guardAccess(app, { ...rules, anyOf: staff })

    app.get<{ Params: { file: string }; Querystring: { filter?: string; sort?: string } }>(
      '/exports/:file',
      async (request, reply) => {
        const { file } = request.params
        const { caller, ip: address, id: requestId } = request
        if (!file.endsWith(extension) || !caller) return refuse(reply, 'NOT_FOUND')
        // A large file takes minutes, and has its own time limit.
        clearTimeout(request.timer)
        const call = { language: 'en', session: null, journey: null, requestId, address } as const
        const { filter, sort } = request.query
        const download = await openExport(caller, call, {
          name: file.slice(0, -extension.length),
          filter,
          sort,
        })
        if ('refused' in download) return refuse(reply, download.refused, download.message)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${file}"`)
          .send(streamOf(download))
      },
    )
  }
