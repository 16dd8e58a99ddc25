import 'reflect-metadata'
import { ConfigError, readClientsConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { formatInstant, systemClock } from '../kernel/clock.js'
import { parseCommandLine, usage, type Command } from './client-options.js'
import {
  ClientMistake,
  createClient,
  listClients,
  revokeClient,
  rotateClient,
  setClientOptions,
  type ManageDeps,
  type NewCredentials,
} from '../scoring-service/clients/manage-clients.js'

type Work = Exclude<Command, { act: 'help' | 'wrong' }>

const hourMs = 3_600_000

const shown = ({ secret, apiKey }: NewCredentials): string =>
  `shown once, give them to the client:\nsecret:    ${secret}\nx-api-key: ${apiKey}\n`

const doIt = async (deps: ManageDeps, command: Work): Promise<string> => {
  switch (command.act) {
    case 'create':
      return shown(await createClient(deps, command))
    case 'rotate': {
      const { clientId, overlapHours } = command
      return shown(await rotateClient(deps, { clientId, overlapMs: overlapHours * hourMs }))
    }
    case 'set':
      await setClientOptions(deps, command)
      return `set ${command.clientId}\n`
    case 'revoke':
      await revokeClient(deps, command.clientId)
      return `revoked ${command.clientId}\n`
    case 'list': {
      const lines = (await listClients(deps)).map((client) =>
        [
          client.environment,
          client.clientId,
          client.products,
          `masking ${client.masksContacts ? 'on' : 'off'}`,
          `checks ${client.withChecks ? 'on' : 'off'}`,
          `accept-csv ${client.acceptsCsv ? 'on' : 'off'}`,
          client.revokedAt === null ? 'valid' : `revoked ${formatInstant(client.revokedAt)}`,
          client.name,
        ].join('\t'),
      )
      return lines.length === 0 ? 'there are no clients\n' : `${lines.join('\n')}\n`
    }
  }
}

const run = async (command: Work): Promise<string> => {
  const config = readClientsConfig()
  const database = await openServiceDatabase(config)
  try {
    return await doIt({ database, pepper: config.keyPepper, now: systemClock.now() }, command)
  } finally {
    await database.close()
  }
}

const main = async (): Promise<number> => {
  const command = parseCommandLine(process.argv.slice(2))
  if (command.act === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (command.act === 'wrong') {
    process.stderr.write(`${command.problem}\n\n${usage}\n`)
    return 2
  }
  try {
    process.stdout.write(await run(command))
    return 0
  } catch (error) {
    if (!(error instanceof ClientMistake || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = await main()
