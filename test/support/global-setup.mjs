// Jest reads this file by itself, without the loader that our sources need.
import './ts-loader.mjs'

const { startServices } = await import('./run-services.ts')

// oxlint-disable-next-line import/no-default-export -- Jest takes the setup of a run in no other way.
export default (_global, { rootDir }) => startServices(rootDir)
