import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { addressOf } from '../support/typed.js'

export interface SeverableProxy {
  /** The target address, by way of this proxy. */
  readonly url: string
  /** From now on no connection is accepted, and open ones are cut. */
  sever(): void
  /** From now on connections stay open, and nothing passes through them. */
  stall(): void
  /**
   * As when another host takes over the address of the server: open connections get nothing more, not even their end, and new connections
   * work.
   */
  swallow(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy between a client and its server, to make the server unreachable without stopping it. */
export const startSeverableProxy = async (target: string): Promise<SeverableProxy> => {
  const server = new URL(target)
  const sockets = new Set<Socket>()
  const swallowed = new WeakSet<Socket>()
  let isSevered = false
  let isStalled = false

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const sever = (): void => {
    isSevered = true
    for (const socket of sockets) socket.destroy()
  }
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (isSevered) return void near.destroy()
    const far = connect({ port: Number(server.port), host: server.hostname, allowHalfOpen: true })
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from
        .on('data', (chunk) => isStalled || swallowed.has(from) || to.write(chunk))
        .on('end', () => swallowed.has(from) || to.end())
        .on('close', () => swallowed.has(from) || to.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${addressOf(proxy).port}`
  if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true')
  return {
    url: url.href,
    sever,
    stall: () => {
      isStalled = true
    },
    swallow: () => {
      for (const socket of sockets) swallowed.add(socket)
    },
    mend: () => {
      isSevered = false
      isStalled = false
    },
    close: async () => {
      sever()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
