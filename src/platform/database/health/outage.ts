import { fileOutageCodes } from '../../log/file-outages.js'
import { withCauses } from '../../log/logged-as-state.js'

/** Error codes of the drivers and the system for a database that cannot be reached or does not answer. */
const codes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'PROTOCOL_SEQUENCE_TIMEOUT',
])

/**
 * What a MySQL or MariaDB server answers when it cannot serve now. By number, since the two families and their versions
 * do not share all names, and mysql2 knows only some of them.
 */
const serverErrors: ReadonlySet<number> = new Set([
  1021, // the disk is full
  1026, // a file could not be written
  1030, // the storage engine failed, as with a full disk
  1037, // out of memory
  1040, // too many connections
  1041, // out of memory
  1045, // the user is refused, as while passwords are rotated
  1047, // a node that is not part of its cluster
  1053, // shutting down
  1077, // shutting down
  1114, // a table is full, or the disk
  1129, // the host is blocked after too many errors
  1135, // no thread for a connection
  1152, // the connection was aborted
  1158, // the connection broke while it was read, or written
  1159,
  1160,
  1161,
  1180, // a COMMIT failed
  1184, // the connection was aborted
  1203, // too many connections of this user
  1205, // the wait for a lock was too long
  1206, // no room for more locks
  1213, // a deadlock, or a conflict with another node, at every try
  1223, // everything is locked for a backup
  1226, // a limit of this user
  1290, // read-only
  1317, // the statement was killed
  1412, // a table was changed meanwhile
  1461, // no more prepared statements
  1615, // a statement has to be prepared again
  1792, // the transaction is read-only
  1836, // read-only
  1927, // the connection was killed
  1969, // the statement exceeded its time limit
  3024, // the statement exceeded its time limit
  3100, // the group of servers rejected the transaction
  3101, // the group of servers rolled the transaction back
  3168, // the server is not available
  3169, // the session was killed
  4031, // the server has closed an idle connection
  9001, // a proxy before the server got no connection to it in time
])

/** SQLite's primary result codes BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL and CANTOPEN. */
const sqliteResults: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 13, 14])

/** The errors that only writers get, such as a full disk or a read-only database. */
const writeErrors: ReadonlySet<unknown> = new Set([1021, 1026, 1030, 1114, 1290, 1792, 1836, 3100])
const sqliteWriteErrors: ReadonlySet<number> = new Set([8, 10, 13])

interface Facts {
  readonly name?: unknown
  readonly code?: unknown
  readonly errno?: unknown
  readonly errcode?: unknown
  readonly fatal?: unknown
}

const isOutageItself = ({ name, code, errno, errcode, fatal }: Facts): boolean => {
  if (typeof errcode === 'number') return sqliteResults.has(errcode & 0xff)
  if (typeof errno === 'number' && serverErrors.has(errno)) return true
  if (typeof code === 'string') return codes.has(code) || fileOutageCodes.has(code)
  // The error of mysql2 for a statement on a connection that has just died.
  return fatal === true && name === 'Error'
}

/**
 * Whether an error means that the database cannot serve now, as opposed to a fault in the request: the caller may
 * repeat it with the same reference, and nothing is counted against it. Looks through the causes of an error.
 */
export const isOutage = (error: unknown): boolean => withCauses(error).some(isOutageItself)

/** Whether reads may still work in the same outage. */
export const isWriteOutage = (error: unknown): boolean =>
  withCauses(error).some(
    ({ errno, errcode }: Facts) =>
      writeErrors.has(errno) || (typeof errcode === 'number' && sqliteWriteErrors.has(errcode & 0xff)),
  )
