import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { addressOf } from '../support/typed.js'

export interface SeverableProxy {
  /** The address given at the start, led through this proxy. */
  readonly url: string
  /** From now on nobody gets through, and who was connected is cut off. */
  sever(): void
  /** From now on connections stay, and nothing comes through them. */
  stall(): void
  /**
   * As when the server's host is gone and another has its address: whoever is connected hears nothing more, and not even
   * that the connection is over; who connects from now on gets through.
   */
  swallow(): void
  mend(): void
  close(): Promise<void>
}

/** Stands between a client and its server, so that the server is away without being stopped. */
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
