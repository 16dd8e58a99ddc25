import { afterAll, beforeAll } from '@jest/globals'
import { guideWorld } from '../docs/graphql-world.js'
import { onSqlite } from '../support/services.js'
import { openWorld, type World } from '../support/world.js'
import { serve } from './tasks-world.js'

type Server = Awaited<ReturnType<typeof serve>>

/** Starts, for one suite, the server over a bank in which every list has rows. */
export const guideServer = (): (() => Server) => {
  let world: World | undefined
  let server: Server | undefined
  beforeAll(async () => {
    world = await openWorld(onSqlite)
    server = await serve(world)
    await guideWorld(world, server)
  })
  afterAll(async () => {
    await server?.stop()
    await world?.close()
  })
  return () => {
    if (!server) throw new Error('there is a server while tests run')
    return server
  }
}
