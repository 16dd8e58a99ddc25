import { connect } from 'node:net'
import type { Connection, ConnectionOptions, Pool, PoolConnection, PoolOptions } from 'mysql2'

/** How long to wait for a connection at most: as long as a request has. */
const waitMsMax = 4_000
/** Idle connections are closed after this time, so that few are idle when a server vanishes. */
const idleMsMax = 4_000
/** TCP keep-alive, so that the system finds dead sockets on idle connections. */
const keepAliveMs = 2_000
/**
 * How long the server keeps the connection of a silent client, and with it the locks of an open transaction. Longer
 * than our own idle time: we close first.
 */
const serverWaitSeconds = 10
/**
 * How many prepared statements a connection caches, of some 170 texts; beyond that the least recently used is dropped.
 * There is a limit because each one also takes memory in the server.
 */
export const statementsMax = 100

/** An error like mysql2's own for a timeout. */
const timeoutError = (message: string): Error =>
  Object.assign(new Error(message), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' })

/**
 * Opens sockets that close when nothing is sent for a time. Without that, a statement to a vanished server would wait for
 * ever.
 */
const openSocket =
  (silenceMsMax: number) =>
  ({ config: { host, port } }: { config: ConnectionOptions }) => {
    const socket = connect({
      host: host ?? '127.0.0.1',
      port: port ?? 3306,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    })
    return socket.setTimeout(silenceMsMax, () =>
      // No error where we are closing the connection ourselves.
      socket.destroy(
        socket.writableEnded ? undefined : timeoutError(`the server sent nothing for ${silenceMsMax} ms`),
      ),
    )
  }

/** Waits for a connection of the pool, with a timeout; a connection that arrives later is released. */
const boundWait = (pool: Pool): void => {
  const getConnection = pool.getConnection.bind(pool)
  pool.getConnection = (done) => {
    let isTooLate = false
    const timer = setTimeout(() => {
      isTooLate = true
      done(timeoutError(`no connection was free for ${waitMsMax} ms`), undefined as never)
    }, waitMsMax)
    getConnection((error, connection) => {
      if (isTooLate) return connection?.release()
      clearTimeout(timer)
      done(error, connection)
    })
  }
}

/**
 * Makes a new connection of the pool strict and READ COMMITTED: with MySQL's default isolation, a plain read after a lock
 * could be stale (docs/design/databases.md#mysql). Set once, since setting it in each transaction would cost a round trip.
 */
const prepare = (connection: Connection): void => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  // Lock waits are so short that three tries end, and release the connection, before their request times out.
  connection.query(
    `SET SESSION innodb_lock_wait_timeout = 1, SESSION wait_timeout = ${serverWaitSeconds},
       SESSION group_concat_max_len = 1024, SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'`,
  )
  // A running query reports the error. A connection that dies while idle is only removed from the pool.
  connection.on('error', () => undefined)
}

/**
 * mysql2 for TypeORM, whose `createPool` makes pools with our timeouts and session settings.
 *
 * @param silenceMsMax how long the server may send nothing; 0 for ever
 */
export const mysqlDriver = async (silenceMsMax: number) => {
  // A process on SQLite does not load mysql2.
  const { default: mysql2 } = await import('mysql2')
  const createPool = (options: PoolOptions): Pool => {
    const size = options.connectionLimit ?? 1
    const pool = mysql2.createPool({
      ...options,
      stream: openSocket(silenceMsMax),
      maxPreparedStatements: statementsMax,
      // mysql2 closes idle connections only if `maxIdle` is below the size of the pool.
      maxIdle: Math.max(1, size - 1),
      idleTimeout: idleMsMax,
      gracefulEnd: true,
    })
    pool.on('connection', (connection: PoolConnection) => prepare(connection))
    boundWait(pool)
    return pool
  }
  return { ...mysql2, createPool }
}
