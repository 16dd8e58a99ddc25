import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { systemClock } from '../../src/kernel/clock.js'
import { instruction, ordersAt, providerAt } from '../payments-provider/support.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually } from '../support/wait.js'
import { startProgram } from './processes.js'
import { at, present } from '../support/present.js'

let folder: string
let running: ChildProcess | undefined
beforeEach(async () => {
  folder = await scratchFolder('cauri-emulator-')
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts an emulator by its script; returns the address that it prints. */
const start = async (program: string): Promise<string> => {
  const anyPort = { EMULATOR_PORT: '0', BUREAU_EMULATOR_PORT: '0' }
  const child = (running = startProgram('cauri', [program], { ...anyPort, DATA_DIR: folder }))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const address = /^[a-z ]+ emulator listens on (http:\/\/127\.0\.0\.1:\d+)$/m
  await eventually('the emulator listens', () => address.test(said))
  return at(present(address.exec(said)), 1)
}

const expectToEnd = async (): Promise<void> => {
  running?.kill('SIGTERM')
  expect(await once(present(running), 'exit')).toEqual([0, null])
}

test('the wallet emulator as a process takes orders of our adapter, and ends on a signal', async () => {
  const order = instruction('COLLECT', '010')
  const url = await start('emulator')
  expect(await providerAt(url, systemClock).collect(order)).toEqual({ outcome: 'ACCEPTED' })
  expect(await ordersAt(url)).toMatchObject([{ reference: order.reference, accepted: true }])
  await expectToEnd()
})

test('the credit bureau emulator as a process answers, and ends on a signal', async () => {
  const url = await start('bureau-emulator')
  expect((await fetch(`${url}/v1/reports`, { method: 'POST' })).status).toBe(401)
  await expectToEnd()
})
