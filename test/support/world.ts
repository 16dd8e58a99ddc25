import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import { checkBooks, firstDay, openWorld, type World, type WorldOptions } from './open-world.js'
import type { TestDatabase } from './services.js'

export * from './open-world.js'

/**
 * One world for all tests of a suite. Each test begins on the first day with new customers, and the books must close
 * after it.
 */
export const worldFor = (database: TestDatabase, options?: WorldOptions): (() => World) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(database, options)
  })
  beforeEach(() => world.clock.set(firstDay))
  afterEach(() => checkBooks(world.database))
  afterAll(() => world.close())
  return () => world
}

/** A new world for each test of a suite; the books must close after each test. */
export const newWorldFor = (database: TestDatabase, begin: (world: World) => void): void => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    begin(world)
  })
  afterEach(async () => {
    try {
      await checkBooks(world.database)
    } finally {
      await world.close()
    }
  })
}
