import 'reflect-metadata'
import { readCommandConfig } from '../../app/config/config.js'
import { openServiceDatabase } from '../../app/open-database.js'
import { formatInstant, systemClock } from '../../kernel/clock.js'
import type { ClientOptions } from './clients-command.js'
import type { Performed, Perform } from '../outcome.js'
import {
  createClient,
  listClients,
  revokeClient,
  rotateClient,
  setClientOptions,
  type ManageDeps,
  type NewCredentials,
} from '../../scoring-service/clients/manage-clients.js'

const hourMs = 3_600_000

const credentialsOnce = (clientId: string, { secret, apiKey }: NewCredentials): Performed => ({
  data: { clientId, secret, apiKey },
  text: `shown once, give them to the client:\nsecret:    ${secret}\nx-api-key: ${apiKey}`,
})

const done = (text: string): Performed => ({ data: { done: text }, text })

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off')

const runCommand = async (deps: ManageDeps, options: ClientOptions): Promise<Performed> => {
  switch (options.act) {
    case 'create':
      return credentialsOnce(options.clientId, await createClient(deps, options))
    case 'rotate': {
      const { clientId, overlapHours } = options
      return credentialsOnce(
        clientId,
        await rotateClient(deps, { clientId, overlapMs: overlapHours * hourMs }),
      )
    }
    case 'set':
      await setClientOptions(deps, options)
      return done(`set ${options.clientId}`)
    case 'revoke':
      await revokeClient(deps, options.clientId)
      return done(`revoked ${options.clientId}`)
    case 'list': {
      const data = (await listClients(deps)).map((client) => ({
        clientId: client.clientId,
        name: client.name,
        environment: client.environment,
        products: client.products.split(','),
        masking: client.masksContacts,
        checks: client.withChecks,
        acceptCsv: client.acceptsCsv,
        revokedAt: client.revokedAt === null ? null : formatInstant(client.revokedAt),
      }))
      const lines = data.map((client) =>
        [
          client.environment,
          client.clientId,
          client.products.join(','),
          `masking ${onOff(client.masking)}`,
          `checks ${onOff(client.checks)}`,
          `accept-csv ${onOff(client.acceptCsv)}`,
          client.revokedAt === null ? 'valid' : `revoked ${client.revokedAt}`,
          client.name,
        ].join('\t'),
      )
      return { data, text: lines.length === 0 ? 'there are no clients' : lines.join('\n') }
    }
  }
}

export const perform: Perform<ClientOptions> = async (options) => {
  const config = readCommandConfig()
  const database = await openServiceDatabase(config)
  try {
    return await runCommand({ database, pepper: config.keyPepper, now: systemClock.now() }, options)
  } finally {
    await database.close()
  }
}
