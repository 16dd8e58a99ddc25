import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The first of the ephemeral ports, which Linux assigns to connections and to servers on port 0. */
const firstEphemeral = 32_768

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A free port below the ephemeral ones, so that it is not assigned to others and can be opened again and again. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(firstEphemeral / 2, firstEphemeral)
    if (await isFree(port)) return port
  }
}
