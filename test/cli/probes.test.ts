import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { reachMongo, runProbes } from '../../src/cli/probes.js'
import { reachBucket } from '../../src/platform/files/s3-store.js'
import { freePort } from '../support/free-port.js'

test('a check that is over is aborted, so that the command can end', async () => {
  const signals: AbortSignal[] = []
  const check = (fails: boolean) => async (signal: AbortSignal) => {
    signals.push(signal)
    if (fails) throw new Error('no')
    return 'yes'
  }
  const found = await runProbes(
    [
      { what: 'a', check: check(false) },
      { what: 'b', check: check(true) },
    ],
    () => undefined,
  )
  expect(found.map(({ fine }) => fine)).toEqual([true, false])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('the check of a bucket that does not answer ends when it is aborted', async () => {
  const sockets: Socket[] = []
  const controller = new AbortController()
  const server = createServer((socket) => {
    sockets.push(socket)
    controller.abort()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  try {
    const bucket = { region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' }
    const endpoint = `http://127.0.0.1:${port}`
    await expect(reachBucket({ ...bucket, endpoint }, controller.signal)).rejects.toThrow()
    expect(sockets).toHaveLength(1)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

test('the check of a MongoDB that does not answer leaves no connection open', async () => {
  const closed: Promise<unknown>[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    closed.push(once(socket, 'close'))
  }).unref()
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await expect(reachMongo(`mongodb://127.0.0.1:${port}/x`)).rejects.toThrow('timed out')
  expect(closed.length).toBeGreaterThan(0)
  await Promise.all(closed)
  server.close()
}, 20_000)
