import type { EngineDocument } from '../model/engine.js'
import type { Cells } from './rows/columns.js'
import type { RawDocument } from './raw-document.js'
import { readCsv, readRecords } from './rows/csv.js'
import { noColumnsRefusal } from './pdf/explain-refusal.js'
import { periodLineIn } from './rows/head.js'
import { rawRowsOf } from './rows/raw-rows.js'
import { candidatesFor, isRecognised, refuseOtherBank } from './rows/recognise.js'
import type { TableLine } from './rows/table.js'

type RequestedDocument = Pick<EngineDocument, 'documentType' | 'bankName'>

const noLine = { page: 1, y: 0, items: [] }

const lineOf = (cells: Cells): TableLine => ({
  line: { ...noLine, text: Object.values(cells).join(' ') },
  cells,
  gap: null,
})

/**
 * Reads a statement from a CSV file. Once its cells are known, it is processed like a PDF. Refuses:
 * unsupported_layout, wrong_bank, too_many_rows.
 */
export const readCsvDocument = (requested: RequestedDocument, bytes: Buffer): RawDocument => {
  const records = readRecords(bytes)
  for (const layout of candidatesFor(requested)) {
    const table = readCsv(records, layout)
    if (!table) continue
    refuseOtherBank(requested, table.above)
    if (requested.documentType === 'WALLET_STATEMENT' && layout.documentType !== requested.documentType) {
      if (!isRecognised(layout, table.above)) continue
    }
    const rawRows = rawRowsOf(table.records.map(lineOf), layout)
    const period = periodLineIn(table.above.split('\n'))
    return {
      layout,
      labels: period === '' ? table.labels : { statementPeriod: period, ...table.labels },
      holders: [],
      summary: null,
      verificationCode: '',
      rawRows,
      pdf: null,
      namesIssuer: false,
      above: `${table.above}\n${table.heading}`,
    }
  }
  throw noColumnsRefusal(requested, bytes)
}
