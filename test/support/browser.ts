import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from '@jest/globals'
import axe from 'axe-core'
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { chromiumPath } from './services.js'

/** Without them Chromium calls its maker at every start. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A suite for a browser: shown as skipped where the machine has none, which the setup of the run has said aloud. */
export const describeInBrowser = (name: string, suite: () => void): void =>
  (chromiumPath() ? describe : describe.skip)(name, suite)

/** A browser with a new and empty profile of its own. */
export const openBrowser = async (
  options: BrowserContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> => {
  const profile = await mkdtemp(join(tmpdir(), 'cauri-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath() ?? '',
    args: quiet,
    headless: true,
    ...options,
  })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** What runs in the page is text, since the types of this project are those of a server. */
export const run = <T>(page: Page, script: string): Promise<T> => page.evaluate(script) as Promise<T>

/** What axe finds wrong on the page as it is, each by its rule and first place. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  await run(page, axe.source)
  const found = await run<{ violations: { id: string; nodes: { target: string[] }[] }[] }>(
    page,
    `axe.run(document, { resultTypes: ['violations'] })`,
  )
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}
