import { parseArgs } from 'node:util'
import { ConfigError, readKeyPepper } from '../config.js'
import { developmentPepper } from './development-keys.js'
import { hashKey, newKey } from './keys.js'
import { isRole, roles, type Role } from './roles.js'

const usage = `Usage: npm run api-key -- --name "Awa Ngo" --roles BACK_OFFICE[,APPROVER]

Prints a fresh API key and the entry that goes into the file named by API_CLIENTS_FILE.
The entry is hashed with KEY_PEPPER, so set it to the pepper of the deployment.

  --name   the person or gateway that will hold the key, at most 64 characters
  --roles  one or more of ${roles.join(', ')}, separated by commas
  --help   this text`

/** The command line as a name and roles, or the sentence that says what is wrong with it. */
const parseCommandLine = (args: string[]): { name: string; roles: Role[] } | 'help' | { problem: string } => {
  try {
    const { values } = parseArgs({
      args,
      options: { name: { type: 'string' }, roles: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) return 'help'
    const name = values.name?.trim() ?? ''
    if (name === '' || name.length > 64) return { problem: '--name must have 1 to 64 characters' }
    const wanted = (values.roles ?? '').split(',').map((role) => role.trim())
    if (wanted.every(isRole)) return { name, roles: [...new Set(wanted)] }
    return { problem: `--roles must be of ${roles.join(', ')}, got '${values.roles ?? ''}'` }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const main = (): number => {
  const command = parseCommandLine(process.argv.slice(2))
  if (command === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if ('problem' in command) {
    process.stderr.write(`${command.problem}\n\n${usage}\n`)
    return 2
  }
  try {
    const pepper = readKeyPepper()
    const key = newKey()
    const entry = { name: command.name, roles: command.roles, keyHash: hashKey(pepper, key) }
    if (pepper === developmentPepper) {
      process.stderr.write(
        'KEY_PEPPER is not set: this entry is for development, production will not know it.\n',
      )
    }
    process.stdout.write(
      `key (shown once, give it to ${command.name}): ${key}\nentry: ${JSON.stringify(entry)}\n`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = main()
