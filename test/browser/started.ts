import { afterAll, beforeAll } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openDesk, type Desk } from '../console/desk.js'
import { startService, type Env, type Service } from '../end-to-end/service.js'
import { describeInBrowser, openBrowser } from '../support/browser.js'
import { sqliteUnless } from '../support/services.js'

/** The language, the colour scheme and the width in which a page is looked at. */
export type Look = readonly [locale: string, scheme: 'light' | 'dark', width: number]

export interface Started {
  readonly browser: () => Browser
  readonly service: () => Service
}

/**
 * A suite that shares one browser and one service, because starting them takes longer than most of its tests. `PAGES_ON=mysql` puts the
 * service on MariaDB, as `.ci/long` does.
 */
export const describeStarted = (
  name: string,
  suite: (started: Started) => void,
  moreEnv: () => Promise<Env> = async () => ({}),
): void =>
  describeInBrowser(name, () => {
    let browser: Browser
    let service: Service
    beforeAll(async () => {
      browser = await openBrowser()
      service = await startService(sqliteUnless('PAGES_ON'), {
        EMULATOR_DELAY_MS: '300',
        PAYMENT_TIME_SCALE: '100',
        ...(await moreEnv()),
      })
    })
    afterAll(async () => {
      await browser?.close()
      await service?.close()
    })
    suite({ browser: () => browser, service: () => service })
  })

/** The desk that the tests of a suite share, one after the other. */
export const deskOf = ({ browser, service }: Started): (() => Desk) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(browser(), service())
  })
  afterAll(() => desk?.context.close())
  return () => desk
}
