// Jest reads this file by itself, without the loader that our sources need.
import { getPriority, setPriority } from 'node:os'
import './ts-loader.mjs'

// All processes of a run inherit it. The readers of documents stand behind everyone, at 19: beside a busy run with an
// ordinary priority they would hardly ever have their turn.
setPriority(Math.max(18, getPriority()))

const { startServices } = await import('./run-services.ts')

// oxlint-disable-next-line import/no-default-export -- Jest takes the setup of a run in no other way.
export default (_global, { rootDir }) => startServices(rootDir)
