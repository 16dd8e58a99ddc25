import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildTests } from './build-tests.mjs'

// All processes of a run inherit it. The readers of documents stand behind everyone, at 19: beside a busy run with an
// ordinary priority they would hardly ever have their turn.
setPriority(Math.max(18, getPriority()))

const setup = async (_global, { rootDir }) => {
  const folder = await buildTests()
  const { startServices } = await import(pathToFileURL(join(folder, 'test/support/run-services.js')))
  await startServices(rootDir)
}

// oxlint-disable-next-line import/no-default-export -- Jest takes the setup of a run in no other way.
export default setup
