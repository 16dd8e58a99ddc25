import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SeverableProxy {
  /** The address given at the start, led through this proxy. */
  readonly url: string
  /** From now on nobody gets through, and who was connected is cut off. */
  sever(): void
  /** From now on connections stay, and nothing comes through them. */
  stall(): void
  mend(): void
  close(): Promise<void>
}

/** Stands between a client and its server, so that the server is away without being stopped. */
export const startSeverableProxy = async (target: string): Promise<SeverableProxy> => {
  const server = new URL(target)
  const sockets = new Set<Socket>()
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
  const proxy = createServer((near) => {
    keep(near)
    if (isSevered) return void near.destroy()
    const far = connect(Number(server.port), server.hostname)
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => isStalled || to.write(chunk)).on('close', () => to.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  url.searchParams.set('directConnection', 'true')
  return {
    url: url.href,
    sever,
    stall: () => {
      isStalled = true
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
