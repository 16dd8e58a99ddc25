import { describe } from '@jest/globals'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { chromiumPath } from './services.js'

/** Keeps Chromium from calling Google at every start. */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only this machine can be reached: other host names do not resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** A suite that needs a browser. Without one it is skipped, which the setup of the run has reported. */
export const describeInBrowser = (name: string, suite: () => void): void =>
  (chromiumPath() ? describe : describe.skip)(name, suite)

/** Each context of this browser is a new, empty profile. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags, headless: true })

const desktop = { width: 1280, height: 720 }

/** Loads an address as a new page would. The page is reused, since a new one starts a process of the browser. */
export const load = async (page: Page, url: string): Promise<void> => {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ media: null, colorScheme: 'light' })
  await page.goto(url)
}

/** Runs a script in the page. It is given as text, since the types of this project are those of a server. */
export const run = <T>(page: Page, script: string): Promise<T> => page.evaluate(script)

/** The axe rules that depend on colours; only these can differ between light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page, each by its rule and first place; `of` selects the rules of colours, or all. */
export const violationsOf = async (
  page: Page,
  of: 'all' | 'colours' = 'all',
  /** Selectors of parts that come from others and are not checked. */
  except: readonly string[] = [],
): Promise<string[]> => {
  if (!(await run<boolean>(page, `'axe' in window`))) await run(page, axe.source)
  // Waits for transitions, during which colours are not final.
  await run(
    page,
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
  // Axe preloads style sheets only for an experimental rule, which is off.
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
