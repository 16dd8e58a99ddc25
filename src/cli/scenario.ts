import { parseArgs } from 'node:util'
import { playScenarios } from './play-scenarios.js'

const usage = `Usage: npm run scenario -- [--url http://127.0.0.1:4000] [--key dev-gateway-key] file.yaml ...

  Plays scenario files (docs/scenarios.md), or all those of a folder, against a service that runs, with a key of the roles
  GATEWAY and TESTER. A line for each step; ends with 1 when something was not as a file says.`

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      key: { type: 'string', default: 'dev-gateway-key' },
      help: { type: 'boolean', default: false },
    },
  })
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  if (values.help || positionals.length === 0) {
    print(usage)
    return values.help ? 0 : 2
  }
  const { url, key } = values
  return (await playScenarios(positionals, { url: url.replace(/\/$/, ''), key, print })) === 0 ? 0 : 1
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  return 2
})
