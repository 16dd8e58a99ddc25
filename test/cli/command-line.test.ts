import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { CommanderError, type Command } from 'commander'
import { packageRoot } from '../../src/app/config/config.js'
import { mistakeOf } from '../../src/cli/develop/mistakes.js'
import { program, throughout } from '../../src/cli/program.js'
import { run } from '../../src/cli/run.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { runProgram, startProgram } from '../running/processes.js'
import { find } from '../support/find-program.js'
import { freePort } from '../support/free-port.js'
import { at, first, present } from '../support/present.js'
import { addressOf } from '../support/typed.js'
import { eventually } from '../support/wait.js'

const directory = mkdtempSync(join(tmpdir(), 'cauri-command-line-'))
const cauri = (line: string, env: Record<string, string> = {}) =>
  runProgram('cauri', line.split(' ').filter(Boolean), { DATA_DIR: join(directory, 'data'), ...env })
const json = async (line: string, env?: Record<string, string>) => {
  const { stdout, stderr, code } = await cauri(`${line} --json`, env)
  if (stdout === '') throw new Error(stderr)
  return { code, ...JSON.parse(stdout) }
}
afterAll(() => rmSync(directory, { recursive: true }))

const page = readFileSync(join(packageRoot, 'docs', 'command-line.md'), 'utf8')

// This describe must be the first: a test below replaces the actions of the program's commands.
describe('what cannot be done is answered with one sentence and exit code 2:', () => {
  const missing = join(directory, 'missing')
  const folder = join(directory, 'a-folder')
  const file = join(directory, 'a-file')
  const published = join(packageRoot, 'src/bank/products/products.json')
  const ran = { ...process.env }
  beforeAll(() => {
    mkdirSync(folder)
    writeFileSync(file, 'nothing of worth\n')
  })
  afterEach(() => {
    jest.restoreAllMocks()
    process.env = { ...ran }
    process.exitCode = undefined
  })

  const refused = async (line: string, env: Record<string, string>): Promise<string> => {
    let said = ''
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
    process.env = { PATH: ran.PATH, DATA_DIR: join(directory, 'data'), ...env }
    await program.parseAsync(line.split(' '), { from: 'user' })
    expect([line, said, process.exitCode]).toEqual([
      line,
      expect.stringMatching(/^(?:The configuration is wrong:\n {2}- )?[^\n]+\n$/),
      2,
    ])
    return said
  }

  const nameOf = (command: Command): string[] =>
    command.parent ? [...nameOf(command.parent), command.name()] : []

  /** Arguments that a command must refuse: one example of each kind of mistake. */
  const wrongArguments = (command: Command): string[][] => {
    const { commands, options, registeredArguments } = command
    if (commands.length > 0) return [[], ['no-such-command'], ['--no-such-option']]
    const needed = [
      ...registeredArguments.filter(({ required }) => required).map((): string[] => ['a']),
      ...options
        .filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined)
        .map(({ long }): string[] => [present(long), 'a']),
    ]
    const takesAll = registeredArguments.some(({ variadic }) => variadic)
    return [
      ...(command.name() === 'simulate' ? [] : [['--no-such-option']]),
      ...(takesAll ? [] : [[...needed.flat(), ...registeredArguments.map(() => 'b'), 'one-too-many']]),
      ...needed.map((one) => needed.filter((other) => other !== one).flat()),
      ...options.flatMap(({ long, required, parseArg }) => [
        ...(required ? [[present(long)]] : []),
        ...(parseArg && long !== '--name' ? [[present(long), 'no such value']] : []),
        ...(long === '--name' ? [[long, ' ']] : []),
      ]),
    ]
  }

  test('each command with --json answers wrong arguments and options as JSON', async () => {
    let [said, shown] = ['', '']
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      shown += String(text)
      return true
    })
    const tried = throughout(program).flatMap((command) =>
      wrongArguments(command).map((words) => [...nameOf(command), ...words, '--json']),
    )
    tried.push(
      ['clients', 'set', '--id', 'abc', '--json'],
      ['keys', 'create', '--name', 'a', '--system', '--roles', 'ADMIN', '--json'],
    )
    expect(tried.length).toBeGreaterThan(100)
    for (const words of tried) {
      ;[said, shown, process.exitCode] = ['', '', undefined]
      await run(words)
      const { error, ...others } = JSON.parse(said)
      expect([words, error, others, shown, process.exitCode]).toEqual([
        words,
        expect.stringMatching(/^(?!error: ).+/),
        {},
        '',
        2,
      ])
    }
  })

  const withFile = (path: string): string[] => [
    `settlement ${path}`,
    `lost-payments ${path}`,
    `calibration report ${path}`,
    `calibration fit ${path}`,
    `calibration shift ${path} ${path}`,
    `calibration groups ${path}`,
    `scenario ${path}`,
    `products diff ${path}`,
    `products publish ${path} --key k --reason r`,
    `restore ${path}`,
    `backup ${join(directory, 'backup')} --password-file ${path}`,
    `release patch --clone ${path}`,
  ]

  test.each(withFile(missing))('a file that is missing: cauri %s', async (line) => {
    expect(await refused(line, {})).toContain(missing)
  })

  test.each([...withFile(folder), `backup ${file}`])(
    'a folder instead of a file, or a file instead of a folder: cauri %s',
    async (line) => {
      expect(await refused(line, {})).toMatch(/a-folder|a-file/)
    },
  )

  const onDatabase = [
    'migrate status',
    'migrate up',
    'migrate down --yes',
    'keys list',
    'clients list',
    `products diff ${published}`,
    'evidence',
    `settlement ${file}`,
    'insights rebuild',
  ]

  test.each([...onDatabase, `backup ${join(directory, 'no-backup')}`])(
    'a database that cannot be reached: cauri %s',
    async (line) => {
      const said = await refused(line, { DATABASE_URL: 'mysql://u:p@127.0.0.1:9/d' })
      expect(said).toMatch(
        /the database at 127\.0\.0\.1:9 cannot be opened: .*ECONNREFUSED|cannot query the database/,
      )
    },
  )

  test.each(onDatabase)('a DATA_DIR that is a file: cauri %s', async (line) => {
    expect(await refused(line, { DATA_DIR: file })).toContain(file)
  })

  test('a full disk, or an emulator that is away', async () => {
    expect(mistakeOf(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))).toBe(
      'ENOSPC: no space left',
    )
    const away = { EMULATOR_URL: `http://127.0.0.1:${await freePort()}` }
    expect(await refused('lost-payments', away)).toContain('fetch failed')
    expect(mistakeOf(new TypeError('a bug'))).toBeUndefined()
  })

  test('a first date after the last date', async () => {
    const said = await refused('insights rebuild --from 2026-02-01 --to 2026-01-01', {})
    expect(said).toContain('is after --to')
  })
})

describe('help', () => {
  /** The names in the help of a command with subcommands. */
  const namesIn = (help: string): string[] =>
    [...at(present(/\nCommands:\n([^]*)/.exec(help)), 1).matchAll(/^ {2}(\S+)/gm)]
      .map(([, name]) => present(name))
      .filter((name) => name !== 'help')

  test('cauri without a command starts nothing, and docs/command-line.md has a row for each command', async () => {
    const nothing = await cauri('')
    expect([nothing.code, nothing.stdout]).toEqual([2, ''])
    const { code, stdout } = await cauri('--help')
    expect(code).toBe(0)
    const names = namesIn(stdout)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !page.includes(`\`cauri ${name}`))).toEqual([])
    const rows = page.split('\n').filter((line) => line.startsWith('| `cauri '))
    const told = rows.flatMap((row) =>
      [...first(row.split(' | ', 1)).matchAll(/`cauri ([\w-]+)/g)].map(([, name]) => present(name)),
    )
    expect(told.toSorted()).toEqual(names.toSorted())
  })

  test('each command has help with its options, and refuses an option that it does not know', async () => {
    const all = throughout(program).filter(({ commands }) => commands.length === 0)
    const nameOf = (command: Command): string =>
      command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
    expect(all.map(nameOf)).toEqual(
      expect.arrayContaining([
        'cauri start',
        'cauri migrate up',
        'cauri keys create',
        'cauri insights rebuild',
      ]),
    )
    for (const command of all) {
      const name = nameOf(command)
      const help = command.helpInformation()
      expect([name, help]).toEqual([name, expect.stringContaining(`Usage: ${name}`)])
      expect([name, help]).toEqual([name, expect.stringContaining('--json')])
      expect([name, command.description()]).toEqual([name, expect.stringMatching(/\w/)])
      // `simulate` passes options that it does not know to the simulation.
      if (command.name() === 'simulate') continue
      let said = ''
      command.configureOutput({ writeErr: (text) => void (said += text) })
      const words = [...name.split(' ').slice(1), '--no-such-option']
      await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(CommanderError)
      expect([name, said]).toEqual([name, expect.stringContaining('(see --help)')])
    }
  })

  test('each command in the documentation exists, and takes the options given there', async () => {
    const blocks = globSync(['*.md', 'docs/**/*.md'], { cwd: packageRoot }).flatMap((path) =>
      [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/```sh\n([^]*?)```/g)].map(([, text]) =>
        present(text),
      ),
    )
    const commands = blocks
      .flatMap((text) => text.replaceAll('\\\n', ' ').split(/\n|&&|\|/))
      .map((line) => /^\s*(?:[A-Z_]+=\S+ )*(?:npx cauri|cauri|node dist\/cauri\.js) (.*)/.exec(line)?.[1])
      .filter((words) => words !== undefined)
      .map((words) =>
        words
          .replace(/ #.*$/, '')
          .replace(/[<>] ?[\w./-]+\s*$/, '')
          .trim(),
      )
    expect(commands.length).toBeGreaterThan(20)
    for (const words of commands) {
      const asked: string[] = []
      for (const command of throughout(program)) {
        command.configureOutput({ writeErr: (text) => void asked.push(text) })
        if (command.commands.length === 0) command.action(() => void asked.push('done'))
      }
      const split = [...words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((found) => found.slice(1).join(''))
      await program.parseAsync(split, { from: 'user' }).catch((error: unknown) => asked.push(String(error)))
      expect([words, ...asked]).toEqual([words, 'done'])
    }
  })

  test('cauri start --help says how it is used, and starts no service', async () => {
    const { code, stdout } = await cauri('start --help')
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: cauri start')])
  })

  test('a word that is no command is answered with the command that was probably meant', async () => {
    const { code, stderr } = await cauri('evidense')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean evidence?')])
  })
})

describe('check-config', () => {
  test('names every problem at once, and for a misspelt setting the one that was probably meant', async () => {
    const env = {
      PORT: 'many',
      RATE_LIMT_PER_SECOND: '5',
      MOMO_BASE_URL: 'https://momo.example',
      PRODUCTS_FILE: '/no',
    }
    const { code, problems } = await json('check-config', env)
    expect(code).toBe(1)
    expect(problems).toEqual(
      expect.arrayContaining([
        "PORT must be a number from 0 to 65535, got 'many'",
        'RATE_LIMT_PER_SECOND is not a setting; did you mean RATE_LIMIT_PER_SECOND?',
        expect.stringContaining('MOMO_COLLECTION_API_KEY must be set'),
        expect.stringContaining('PRODUCTS_FILE must be a readable file'),
      ]),
    )
  })

  test('reports a configured service whose clock differs from ours, and when our certificate expires', async () => {
    const late = new Date(Date.now() - 60_000).toUTCString()
    const server = createServer((_request, response) => response.setHeader('date', late).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const fixtures = join(packageRoot, 'test', 'running', 'fixtures')
    try {
      const { code, found } = await json('check-config', {
        EMULATOR_URL: `http://127.0.0.1:${addressOf(server).port}`,
        TLS_CERT_FILE: join(fixtures, 'localhost.cert.pem'),
        TLS_KEY_FILE: join(fixtures, 'localhost.key.pem'),
      })
      expect(code).toBe(1)
      const details = found.map(
        ({ what, fine, detail }: Record<string, unknown>) => `${what} ${fine} ${detail}`,
      )
      expect(details).toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            /^EMULATOR_URL \S+ false its clock differs by -(?:59|6\d)\.\d s from that of this machine$/,
          ),
          expect.stringMatching(/^TLS_CERT_FILE \S+ true ends in \d+ days$/),
        ]),
      )
    } finally {
      server.close()
    }
  })

  test('tries to connect to each service that is configured', async () => {
    const nowhere = '127.0.0.1:9'
    const { code, found } = await json('check-config', {
      DATABASE_URL: `mysql://u:p@${nowhere}/d`,
      MIGRATION_DATABASE_URL: `mysql://m:p@${nowhere}/d`,
      OIDC_ISSUER: `http://${nowhere}`,
      OIDC_CLIENT_ID: 'cauri',
      OIDC_CLIENT_SECRET: 'secret-of-the-provider',
      STAFF_PUBLIC_URL: 'http://127.0.0.1:4000',
      MOMO_BASE_URL: `http://${nowhere}`,
      EMULATOR_URL: `http://${nowhere}`,
      SMTP_URL: `smtp://${nowhere}`,
      S3_BUCKET: 'b',
      S3_ENDPOINT: `http://${nowhere}`,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
    })
    expect(code).toBe(1)
    const wrong = found.filter(({ fine }: { fine: boolean }) => !fine)
    expect(wrong.map(({ what }: { what: string }) => what)).toEqual([
      `database ${nowhere}`,
      `MIGRATION_DATABASE_URL ${nowhere}`,
      `provider ${nowhere}`,
      `EMULATOR_URL ${nowhere}`,
      `OIDC_ISSUER ${nowhere}`,
      `mail ${nowhere}`,
      'bucket b',
    ])
    expect(JSON.stringify(found)).not.toContain('secret-of-the-bucket')
  })
})

describe('on a database', () => {
  beforeAll(async () => {
    const none = await json('migrate status')
    expect(none).toMatchObject({
      code: 1,
      done: [],
      pending: expect.arrayContaining(['WalkClocks1763800000000']),
    })
    expect(existsSync(join(directory, 'data', 'cauri.sqlite'))).toBe(false)
    expect(await json('migrate up')).toMatchObject({ code: 0, done: none.pending })
  })

  test('evidence answers as JSON, and so does restore, which ends with the check of evidence', async () => {
    const walked = { sealed: 0, archived: 0, problem: null }
    expect(await json('evidence')).toMatchObject({ code: 0, ...walked })
    const folder = join(directory, 'backup-as-json')
    expect((await cauri(`backup ${folder}`)).code).toBe(0)
    const elsewhere = { DATA_DIR: join(directory, 'restored-as-json') }
    expect(await json(`restore ${folder}`, elsewhere)).toMatchObject({ code: 0, books: walked })
  })

  test('backup and restore take a folder with a slash at its end, as a shell completes it', async () => {
    const folder = `${directory}/./backup-with-slash/`
    expect(await json(`backup ${folder}`)).toMatchObject({ code: 0 })
    const elsewhere = { DATA_DIR: join(directory, 'restored-with-slash') }
    expect(await json(`restore ${folder}`, elsewhere)).toMatchObject({ code: 0 })
  })

  test('backup refuses a DATA_DIR without a database, and can then be run again into the same folder', async () => {
    const folder = join(directory, 'backup-of-nothing')
    const { code, stderr } = await cauri(`backup ${folder}`, { DATA_DIR: join(directory, 'no-data') })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^there is no \S+cauri\.sqlite: [^\n]+\n$/)])
    expect((await cauri(`backup ${folder}`)).code).toBe(0)
  })

  test('restore refuses a DATA_DIR with the write-ahead log of a removed database, which SQLite would apply to the restored one', async () => {
    const folder = join(directory, 'backup-before-log')
    expect((await cauri(`backup ${folder}`)).code).toBe(0)
    const place = join(directory, 'place-with-log')
    mkdirSync(place)
    writeFileSync(join(place, 'cauri.sqlite-wal'), 'the log of another database')
    const { code, stderr } = await cauri(`restore ${folder}`, { DATA_DIR: place })
    expect([code, stderr]).toEqual([2, 'the database is not empty: restore into a new one\n'])
  })

  test('a backup while the pepper is rotated has both peppers, and both are needed to restore it', async () => {
    const folder = join(directory, 'rotated')
    const password = join(directory, 'password')
    const keysTo = join(directory, 'keys.env')
    writeFileSync(password, 'a password that lies elsewhere')
    const pepper = (word: string): string => `the pepper ${word}, of thirty-two letters`
    const [before, now] = [pepper('before'), pepper('now')] as const
    const rotated = { KEY_PEPPER: now, KEY_PEPPER_BEFORE: before }
    expect((await cauri(`backup ${folder} --password-file ${password}`, rotated)).code).toBe(0)

    const restore = (name: string, env: Record<string, string>, words = '') =>
      cauri(`restore ${folder}${words}`, { DATA_DIR: join(directory, name), ...env })
    const words = ` --password-file ${password} --keys-to ${keysTo}`
    const refused = await restore('rotated-1', { KEY_PEPPER: now }, words)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^KEY_PEPPER_BEFORE is not .*\n$/),
    ])
    expect(readFileSync(keysTo, 'utf8')).toBe(`KEY_PEPPER=${now}\nKEY_PEPPER_BEFORE=${before}\n`)
    const repeated = await restore('rotated-1', rotated, words)
    expect([repeated.code, repeated.stderr]).toEqual([2, `${keysTo} cannot be written (EEXIST)\n`])
    expect((await restore('rotated-1', rotated)).code).toBe(0)

    const plain = join(directory, 'not-rotated')
    expect((await cauri(`backup ${plain}`, { KEY_PEPPER: now })).code).toBe(0)
    const later = {
      DATA_DIR: join(directory, 'rotated-2'),
      KEY_PEPPER: pepper('next'),
      KEY_PEPPER_BEFORE: now,
    }
    expect((await cauri(`restore ${plain}`, later)).code).toBe(0)
  })

  test('doctor reports a healthy service as fine, with everything that it checked', async () => {
    const well = await json('doctor')
    expect(well).toMatchObject({ code: 0, fine: true })
    expect(well.found.map(({ what }: { what: string }) => what.split(' ')[0])).toEqual(
      expect.arrayContaining(['DATA_DIR', 'database', 'schema', 'queues', 'leases', 'night', 'books']),
    )
  })

  test('migrate down needs --yes, and migrate up repeats what it undid', async () => {
    expect(await json('migrate status')).toMatchObject({ code: 0, pending: [] })
    expect((await cauri('migrate down')).code).toBe(2)
    const { undone } = await json('migrate down --yes')
    expect(undone).toHaveLength(1)
    expect(await json('migrate status')).toMatchObject({ code: 1, pending: undone })
    const sick = await json('doctor --no-books')
    expect(sick).toMatchObject({ code: 1, fine: false })
    expect(await json('migrate up')).toMatchObject({ done: undone })
  })

  test('insights rebuild succeeds if there is no day to rebuild, and refuses a date that does not exist', async () => {
    expect(await json('insights rebuild')).toMatchObject({ code: 0, rebuilt: null })
    const wrong = await cauri('insights rebuild --from 2026-02-30')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must be a date YYYY-MM-DD')])
  })

  test('products diff marks a version that is not published yet as new', async () => {
    const file = join(directory, 'products.json')
    const offered = JSON.parse(readFileSync(join(packageRoot, 'src/bank/products/products.json'), 'utf8'))
    writeFileSync(file, JSON.stringify(offered))
    const { code, stdout } = await cauri(`products diff ${file}`)
    expect([code, stdout]).toEqual([0, expect.stringContaining('NEW        LOCK1M.1')])
  })

  test('settlement reports the lines of a file that match none of our orders, and refuses a file that is not valid', async () => {
    const file = join(directory, 'settlement.csv')
    const head = 'transactionId,reference,kind,amount,currency,fee,completedOn'
    writeFileSync(file, `${head}\nBANK-1,no-order-of-ours,COLLECT,500000,XAF,0,2020-03-15\n`)
    const told = await json(`settlement ${file}`)
    expect(told).toMatchObject({ code: 1, lines: 1, missing: 0, states: { UNKNOWN: 1, MATCHED: 0 } })
    // Reading the file again gives the same result: no line is counted twice.
    expect(await json(`settlement ${file}`)).toEqual(told)
    const { code, stdout } = await cauri(`settlement ${file}`)
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 match none of our orders')])
    const later = `BANK-1,no-order-of-ours,COLLECT,500000,XAF,9,2020-03-15,Successful\nBANK-2,x,COLLECT,1,XAF,0,2020-03-15,FAILED`
    writeFileSync(file, `${head},status\n${later}\n`)
    expect((await cauri(`settlement ${file}`)).stdout).toContain(
      '1 lines have another status than SUCCESSFUL; 1 had another fee or date in an earlier file (the earlier one is kept): BANK-1',
    )
    writeFileSync(file, `${head}\nBANK-1,no-order-of-ours,GIFT,500000,XAF,0,2026-03-15\n`)
    const wrong = await cauri(`settlement ${file}`)
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([2, '', expect.stringContaining('line 2: kind')])
  })

  const testWithClient = find('mariadb') || find('mysql') ? test : test.skip
  testWithClient('a backup of a server that accepts a connection and does not answer ends', async () => {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { code, stderr } = await cauri(`backup ${join(directory, 'backup-of-silence')}`, {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: `mysql://user:password@127.0.0.1:${addressOf(server).port}/silent`,
      })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^(?:mariadb|mysql) cannot query the database: /),
      ])
    } finally {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  })

  test('a backup into a folder in which another has begun is refused, and copies nothing into it', async () => {
    const place = mkdtempSync(join(directory, 'at-once-'))
    const put = (name: string, work: string) =>
      writeFileSync(join(place, name), `#!/bin/sh\n[ "$1" = --version ] && exec echo MariaDB\n${work}\n`, {
        mode: 0o755,
      })
    put('mariadb', `: > '${place}/asked'\nwhile [ ! -e '${place}/go' ]; do sleep 0.1; done\necho 0`)
    put('mariadb-dump', 'echo a dump')
    const url = { DATABASE_URL: 'mysql://user:password@127.0.0.1:9/nowhere' }
    const folder = join(place, 'backup')
    const begun = cauri(`backup ${folder}`, {
      ...url,
      PATH: `${place}:${process.env.PATH ?? ''}`,
      DATA_DIR: join(place, 'data'),
    })
    await eventually('the server is asked', () => existsSync(join(place, 'asked')))
    const others = join(place, 'other')
    mkdirSync(join(others, 'evidence'), { recursive: true })
    writeFileSync(join(others, 'evidence', 'head'), 'of another database')
    const other = await cauri(`backup ${folder}`, { ...url, PATH: others, DATA_DIR: others })
    writeFileSync(join(place, 'go'), '')
    expect([(await begun).code, other.code, other.stderr]).toEqual([0, 2, `${folder} is not empty\n`])
    expect(readdirSync(join(folder, 'evidence'))).toEqual([])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a backup that %s interrupts leaves no file with the password of the database',
    async (signal) => {
      const place = mkdtempSync(join(directory, 'interrupted-'))
      const temporary = join(place, 'tmp')
      mkdirSync(temporary)
      writeFileSync(
        join(place, 'mariadb'),
        `#!/bin/sh\n[ "$1" = --version ] && exec echo MariaDB\n: > '${place}/asked'\nexec sleep 5\n`,
        { mode: 0o755 },
      )
      const backup = startProgram('cauri', ['backup', join(place, 'backup')], {
        PATH: `${place}:${process.env.PATH ?? ''}`,
        DATA_DIR: join(place, 'data'),
        TMPDIR: temporary,
        DATABASE_URL: 'mysql://user:password@127.0.0.1:9/nowhere',
      })
      const ended = once(backup, 'exit')
      await eventually('the server is asked', () => existsSync(join(place, 'asked')))
      expect(readdirSync(temporary)).toHaveLength(1)
      backup.kill(signal)
      expect(await ended).toEqual([null, signal])
      expect(readdirSync(temporary)).toEqual([])
    },
  )

  test('lost-payments refuses a record without its heading or with an unknown status, and finds LOST ones in one that fits', async () => {
    const file = join(directory, 'record.csv')
    const head = 'reference,kind,amount,currency,status'
    const refused = `${file}: must be CSV with a heading of reference, kind, amount, currency, status, and a status of PENDING, SUCCESSFUL or FAILED\n`
    for (const text of [
      '',
      '\n',
      'reference;kind;amount;currency;status\n',
      `${head}\na,COLLECT,5,XAF,Completed\n`,
    ]) {
      writeFileSync(file, text)
      const { code, stdout, stderr } = await cauri(`lost-payments ${file}`)
      expect([text, code, stdout, stderr]).toEqual([text, 2, '', refused])
    }
    writeFileSync(file, `${head}\n`)
    expect(await json(`lost-payments ${file}`)).toEqual({ code: 0, payments: 0, found: [] })
    writeFileSync(file, `${head},note\na,COLLECT,5,XAF,Successful,none\n`)
    expect(await json(`lost-payments ${file}`)).toMatchObject({
      code: 1,
      payments: 1,
      found: [{ reference: 'a', status: 'SUCCESSFUL', found: 'LOST' }],
    })
  })

  test('a result that nobody reads changes no exit code, and one that cannot be written is reported', () => {
    const program = `'${process.execPath}' '${compiledProgram('cauri')}'`
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(directory, 'data') }
    const shell = (line: string) => {
      const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], { env, encoding: 'utf8' })
      return [status, stdout, stderr]
    }
    for (const command of ['keys list', 'doctor --no-books --json', '--help'])
      expect(shell(`${program} ${command} | true; exit \${PIPESTATUS[0]}`)).toEqual([0, '', ''])
    expect(shell(`${program} migrate down 2>&1 | true; exit \${PIPESTATUS[0]}`)).toEqual([2, '', ''])
    const full = 'the result cannot be written (ENOSPC)'
    expect(shell(`${program} keys list > /dev/full`)).toEqual([2, '', `${full}\n`])
    expect(shell(`${program} doctor --no-books --json > /dev/full`)).toEqual([2, '', `{"error":"${full}"}\n`])
  })

  test('a long command draws a progress bar on a terminal, but not as JSON or into a pipe', async () => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(directory, 'data') }
    const doctor = `'${process.execPath}' '${compiledProgram('cauri')}' doctor`
    // `script` gives the command a terminal.
    const onTerminal = (line: string) =>
      execFileSync(present(find('script')), ['--quiet', '--return', '--command', line, '/dev/null'], {
        env,
        encoding: 'utf8',
      })
    const drawn = onTerminal(doctor)
    expect(drawn).toMatch(/\r\[#*\.*\] \d+ %/)
    expect(drawn).toContain('[##############################] 100 %')
    // The bar is cleared before other output.
    expect(drawn).toContain('100 %\r\u001B[K')
    expect(onTerminal(`${doctor} --json`)).not.toContain(' %')
    const apart = await cauri('doctor')
    expect([apart.code, apart.stderr]).toEqual([0, ''])
  })
})

describe('npx cauri in a clone', () => {
  test('builds once after a change of the sources, and runs what was built', () => {
    const clone = join(directory, 'built-clone')
    for (const path of ['bin/cauri.mjs', 'node-version.mjs'])
      cpSync(join(packageRoot, path), join(clone, path))
    for (const folder of ['src/cli', 'node_modules/esbuild'])
      mkdirSync(join(clone, folder), { recursive: true })
    writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(clone, 'src/cli/cauri.ts'), 'the program')
    // A build that copies the text of the program, and adds a line to `builds` for each time that it runs.
    writeFileSync(
      join(clone, 'build.mjs'),
      `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
       const program = readFileSync('${clone}/src/cli/cauri.ts', 'utf8')
       mkdirSync('${clone}/dist', { recursive: true })
       appendFileSync('${clone}/builds', 'built\\n')
       writeFileSync('${clone}/dist/cauri.js', 'process.stdout.write(' + JSON.stringify(program + ': ') + ' + process.argv.slice(2))')`,
    )
    const run = () =>
      execFileSync(process.execPath, [join(clone, 'bin/cauri.mjs'), 'keys', 'list'], { encoding: 'utf8' })
    const builds = () => readFileSync(join(clone, 'builds'), 'utf8').split('\n').length - 1
    expect([run(), builds()]).toEqual(['the program: keys,list', 1])
    expect([run(), builds()]).toEqual(['the program: keys,list', 1])
    const [later, earlier] = [new Date(Date.now() + 5_000), new Date(0)]
    // The pages are built from these too.
    for (const [at, path] of ['docs/roles.md', 'schema.graphql', 'package-lock.json'].entries()) {
      mkdirSync(join(clone, 'docs'), { recursive: true })
      writeFileSync(join(clone, path), 'another one')
      utimesSync(join(clone, path), later, later)
      expect([path, run(), builds()]).toEqual([path, 'the program: keys,list', 2 + at])
      utimesSync(join(clone, path), earlier, earlier)
    }
    writeFileSync(join(clone, 'src/cli/cauri.ts'), 'a newer one')
    utimesSync(join(clone, 'src/cli/cauri.ts'), later, later)
    expect([run(), builds()]).toEqual(['a newer one: keys,list', 5])
  })
})

describe('demo', () => {
  const made = { DATA_DIR: join(directory, 'demo') }

  test('makes a bank with some days of data, which doctor finds healthy', async () => {
    // On a fast machine the demo sends more requests a minute than this rate limit allows; the limit must not stop it.
    const there = await json('demo --customers 60 --days 12', { ...made, SCORING_TOKENS_PER_MINUTE: '1' })
    expect(there).toMatchObject({ code: 0, customers: 60, scores: 2 })
    expect(there.deposits).toBeGreaterThan(2)
    expect(await json('doctor', made)).toMatchObject({ code: 0, fine: true })
  })

  test('refuses to add to existing data, and to make data outside of development', async () => {
    const again = await cauri('demo', made)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is not empty')])
    const empty = { DATA_DIR: join(directory, 'empty') }
    const elsewhere = await cauri('demo', { ...empty, STAGE: 'sandbox', DEVELOPMENT_SECRET: 'a'.repeat(32) })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('only in development')])
    const server = await cauri('demo', { ...empty, DATABASE_URL: 'mysql://u:p@127.0.0.1:9/d' })
    expect([server.code, server.stderr]).toEqual([2, expect.stringContaining('unset DATABASE_URL')])
  })
})

describe('release', () => {
  const clone = join(directory, 'clone')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: clone, encoding: 'utf8' })
  const files = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'node-version.mjs',
    'sbom.mjs',
    'schema.graphql',
  ]
  const snapshot = 'test/end-to-end/__snapshots__/wire-goldens.test.ts.snap'

  beforeAll(() => {
    for (const path of [...files, snapshot]) cpSync(join(packageRoot, path), join(clone, path))
    writeFileSync(join(clone, '.gitignore'), 'dist\n')
    writeFileSync(
      join(clone, 'CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 (2026-01-31)\n',
    )
    git('init', '--quiet')
    git('config', 'user.name', 'a maintainer')
    git('config', 'user.email', 'maintainer@example.com')
    git('add', '.')
    git('commit', '--quiet', '-m', 'All of it')
  })

  test('without --yes names the version that it would release, and with --yes commits and tags it', async () => {
    const { version: before } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
    const [major, minor] = before.split('.').map(Number)
    const next = `${major}.${minor + 1}.0`
    const line = `release minor --clone ${clone}`
    expect(await json(line)).toMatchObject({
      code: 0,
      version: next,
      done: false,
      licences: { MIT: expect.any(Number) },
    })
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
    const place = relative(process.cwd(), clone)
    expect(await json(`release minor --clone ${place}`)).toMatchObject({ code: 0, version: next })

    writeFileSync(join(clone, 'CHANGELOG.md'), 'changed')
    const dirty = await cauri(line)
    expect([dirty.code, dirty.stderr]).toEqual([2, expect.stringMatching(/Unreleased|CHANGELOG/)])
    git('checkout', '--quiet', 'CHANGELOG.md')
    writeFileSync(join(clone, 'another'), '')
    const more = await cauri(`${line} --yes`)
    expect([more.code, more.stderr]).toEqual([2, expect.stringContaining('?? another')])
    rmSync(join(clone, 'another'))

    expect(await json(`${line} --yes`)).toMatchObject({ code: 0, done: true })
    expect([git('status', '--porcelain'), git('tag').trim()]).toEqual(['', `v${next}`])
    const read = (path: string): string => readFileSync(join(clone, path), 'utf8')
    expect(JSON.parse(read('package.json')).version).toBe(next)
    const lock = JSON.parse(read('package-lock.json'))
    expect([lock.version, lock.packages[''].version]).toEqual([next, next])
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`## Unreleased\\n\\n## ${next} \\([\\d-]+\\)\\n\\n- A change`),
    )
    expect(read(`test/released/${next}/wire.txt`)).toMatch(/^create_test_clock [^]*"\}\}\n$/)
    const list = read(`dist/release/cauri-${next}.cdx.json`)
    const { components, metadata } = JSON.parse(list)
    expect(components.length).toBeGreaterThan(100)
    expect(metadata.component).toMatchObject({ version: next, purl: `pkg:npm/cauri@${next}` })
    expect(list).not.toContain(`cauri@${before}"`)
    const behind = await cauri(`release ${before} --clone ${clone}`)
    expect([behind.code, behind.stderr]).toEqual([2, expect.stringContaining('is not after')])
  })
})
