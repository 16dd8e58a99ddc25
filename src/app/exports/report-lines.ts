import type { Call } from '../../kernel/call.js'
import type { Database, Sql } from '../../platform/database/database.js'
import type { Report, ReportPage } from '../../platform/files/report.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { audit } from '../../platform/identity/audit.js'
import { byteOrderMark, csvLine } from './csv.js'

interface Parts {
  readonly database: Database
  readonly contextFor: (call: Call) => RequestContext
}

export const auditExport = (
  parts: Pick<Parts, 'database'>,
  call: Call,
  subject: string,
  after: object,
): Promise<void> =>
  parts.database.inOneStatement((tx) =>
    audit(tx, call, { action: 'EXPORT', customerId: null, subject, after }),
  )

export const withHeader = async function* (
  columns: readonly string[],
  lines: AsyncGenerator<string, void> | undefined,
): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(columns)
  if (lines) yield* lines
}

const reportLines = async function* (
  parts: Parts,
  call: Call,
  name: string,
  pages: AsyncIterable<ReportPage>,
): AsyncGenerator<string, void> {
  const { watch } = parts.contextFor(call)
  for await (const { rows, customerIds = [] } of pages) {
    if (customerIds.length > 0) await watch.recordShown(call, `export: ${name}`, customerIds)
    yield rows.map(csvLine).join('')
  }
}

export const beginReport = async (
  parts: Parts,
  call: Call,
  { report, filter }: { readonly report: Report; readonly filter: unknown },
  sql: Sql,
): Promise<AsyncGenerator<string, void>> => {
  const { name } = report
  const { columns, pages } = await report.open(sql, filter)
  await auditExport(parts, call, name, { filter })
  return withHeader(columns, reportLines(parts, call, name, pages))
}
