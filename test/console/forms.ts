import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Service } from '../end-to-end/service.js'
import { markup, type Desk } from './desk.js'

/** The input of a form by the names of its fields. */
export type Given = Readonly<Record<string, string | readonly string[]>>

export const reasonAndEvidence = { reason: `asked at the counter ${markup}`, evidence: `letter ${markup}` }

export const openApprovals = '/console/approvals?status=OPEN'

/** Opens dialogs of actions and fills them in as a person does. */
export const formsAt = (desk: () => Desk, service: () => Service) => {
  const fill = async (view: Page, given: Given): Promise<void> => {
    for (const [name, values] of Object.entries(given))
      for (const [at, value] of [values].flat().entries()) {
        const field = view.locator(`dialog [name=${name}]`).nth(at)
        const isChosen = await field.evaluate((one: { tagName: string }) => one.tagName === 'SELECT')
        await (isChosen ? field.selectOption(value) : field.fill(value))
      }
  }
  const open = async (view: Page, button: string, given: Given): Promise<void> => {
    await view.locator('main').getByRole('button', { name: button, exact: true }).click()
    await fill(view, given)
    await view
      .locator('dialog')
      .getByRole('button', { name: /^(Proposer|Valider)$/ })
      .click()
  }
  const shut = async (view: Page): Promise<void> => {
    await view.locator('dialog').getByRole('button', { name: 'Fermer', exact: true }).click()
    await view.locator('dialog').waitFor({ state: 'detached' })
    await desk().settled(view)
  }
  const propose = async (view: Page, button: string, given: Given): Promise<void> => {
    await open(view, button, given)
    const said = view.locator('dialog [role=status], dialog [role=alert]')
    await said.waitFor()
    expect([button, await said.textContent()]).toEqual([
      button,
      expect.stringMatching(/^Proposé\. Une autre/),
    ])
    await shut(view)
  }
  const perform = async (view: Page, button: string, given: Given = {}): Promise<void> => {
    await open(view, button, given)
    const said = view.locator('dialog [role=alert], body:not(:has(dialog))')
    await said.waitFor()
    expect([button, await view.locator('dialog [role=alert]').allTextContents()]).toEqual([button, []])
    await desk().settled(view)
  }
  /** The other person decides the newest proposal of this kind. */
  const decide = async (second: Page, kind: string, button: 'Approuver' | 'Rejeter'): Promise<void> => {
    await second.goto(service().url() + openApprovals)
    const card = second.locator('.approval', { has: second.locator('h2', { hasText: kind }) }).last()
    await card.getByText(reasonAndEvidence.reason).waitFor()
    await card.getByText(reasonAndEvidence.evidence).waitFor()
    if (button === 'Rejeter') await card.getByLabel('Motif').fill('not so')
    const before = await second.locator('.approval').count()
    await card.getByRole('button', { name: button }).click()
    await second
      .locator('.approval')
      .nth(before - 1)
      .waitFor({ state: 'detached' })
  }
  return { fill, open, shut, propose, perform, decide }
}
