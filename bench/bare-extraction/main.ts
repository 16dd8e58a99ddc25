import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The baseline for reading a statement: the PDF library only extracts the text. */
const extract = async (path: string, password: string): Promise<number> => {
  const began = performance.now()
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    password,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    await page.getTextContent()
  }
  const took = performance.now() - began
  await task.destroy()
  return took
}

process.on('disconnect', () => process.exit(0))
process.on('message', ({ path, password }: { path: string; password: string }) => {
  void extract(path, password).then((ms) => process.send?.(ms))
})
