import 'reflect-metadata'
import { ConfigError } from '../../app/config/config.js'
import { StartError } from '../../app/data-directory.js'
import { DatabaseNotOpened } from '../../app/open-database.js'
import { Refusal } from '../../kernel/refusal.js'
import { FileMistake } from '../../scoring-service/calibration/outcome-file.js'
import { ClientMistake } from '../../scoring-service/clients/manage-clients.js'
import { isOutage } from '../../platform/database/health/outage.js'
import { messageOf } from '../message-of.js'
import { Mistake } from '../mistake.js'

const known = [ConfigError, StartError, DatabaseNotOpened, Refusal, FileMistake, ClientMistake, Mistake]

/**
 * The message of a fault that the operator can fix, such as a full disk or a server that is away; undefined for anything else, which keeps
 * its stack.
 */
export const mistakeOf = (error: unknown): string | undefined => {
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return isOutage(error) ? messageOf(error) : undefined
}
