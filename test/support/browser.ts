import { describe } from '@jest/globals'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
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
  // Its network ends at this machine: no other name has an address, and none is asked for one.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** A suite for a browser: shown as skipped where the machine has none, which the setup of the run has said aloud. */
export const describeInBrowser = (name: string, suite: () => void): void =>
  (chromiumPath() ? describe : describe.skip)(name, suite)

/** Each context in it is a new and empty profile. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath() ?? '', args: quiet, headless: true })

const desk = { width: 1280, height: 720 }

/**
 * Loads an address as a new page would. One page is loaded again and again, since for a new one the browser starts a
 * process.
 */
export const load = async (page: Page, url: string): Promise<void> => {
  await page.setViewportSize(desk)
  await page.emulateMedia({ media: null, colorScheme: 'light' })
  await page.goto(url)
}

/** What runs in the page is text, since the types of this project are those of a server. */
export const run = <T>(page: Page, script: string): Promise<T> => page.evaluate(script)

/** The rules that look at colours; to all others a page is the same in the dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it is, each by its rule and first place; `of` its colours, or of everything. */
export const violationsOf = async (
  page: Page,
  of: 'all' | 'colours' = 'all',
  /** What is made by others, and looked at by them. */
  except: readonly string[] = [],
): Promise<string[]> => {
  if (!(await run<boolean>(page, `'axe' in window`))) await run(page, axe.source)
  // In the middle of a transition a colour is none of ours.
  await run(
    page,
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
  // Style sheets are loaded ahead for a rule that is experimental, and off.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(of === 'all' ? {} : { runOnly: colourRules }),
  }
  const found = await run<{ violations: { id: string; nodes: { target: string[] }[] }[] }>(
    page,
    `axe.run({ include: ['html'], exclude: ${JSON.stringify(except)} }, ${JSON.stringify(options)})`,
  )
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}
