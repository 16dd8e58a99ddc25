import { execFile } from 'node:child_process'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getuid } from 'node:process'
import { promisify } from 'node:util'
import { endsWithParent } from './exit-with-parent.js'
import { filterByPerl, syscallFilter } from './syscall-filter.js'
import { inputFolder, outputFolder } from './tasks.js'

/** The layers of a reader's sandbox. A machine may lack any of them. */
const layers = ['permissions', 'limits', 'privileges', 'network', 'user', 'syscalls'] as const
export type Layer = (typeof layers)[number]

export interface Sandbox {
  /** The layers that work on this machine. */
  readonly holds: readonly Layer[]
  /** All other layers: readers run without them. */
  readonly lacks: readonly Layer[]
  /** The program and its arguments before the entry file, for a reader with this directory. */
  command(directory: string, user: number): { readonly file: string; readonly args: readonly string[] }
  /** The arguments after the entry file. */
  readonly entryArgs: readonly string[]
  /** The user id for a new reader; undefined if readers run as our own user. */
  newUser(): number | undefined
}

export interface SandboxSettings {
  /** The file that a reader runs. */
  readonly entry: string
  readonly memoryBytes: number
  /** The `nice` value of a reader's threads: 0 to 19. */
  readonly niceness: number
  /** A directory that no reader can access; the file of the system call filter is stored in it. */
  readonly directory: string
}

const mebibyte = 1024 * 1024
/** Added to the memory limit, for the address space that the runtime reserves and for its own code. */
const runtimeBytes = 2048 * mebibyte
const fileBytesMax = 128 * mebibyte
const handlesMax = 64
const processesMax = 512
/** For all documents of one reader together; each document is monitored by itself too. */
const processorSecondsMax = 3600
/** User ids that no distribution assigns, one for each reader. */
const usersFrom = 64_900
const userCount = 64

const run = promisify(execFile)
const works = async (command: readonly string[], cwd?: string): Promise<boolean> => {
  const [file = '', ...args] = command
  return run(file, args, { env: {}, timeout: 20_000, cwd }).then(
    () => true,
    () => false,
  )
}

const programFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const programAt = (name: string): string | undefined =>
  programFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))

/** The program with the first of these argument lists that works on this machine. */
const firstThatWorks = async (
  name: string,
  candidates: readonly (readonly string[])[],
): Promise<string[] | undefined> => {
  const program = programAt(name)
  if (program === undefined) return undefined
  for (const candidate of candidates) {
    const prefix = [program, ...candidate, '--']
    if (await works([...prefix, programAt('true') ?? 'true'])) return prefix
  }
  return undefined
}

/**
 * The command that sets the niceness of all threads of a reader from the start (docs/decisions/0007). It does not end
 * with `--`, which `nice` would take for the program.
 */
const withNiceness = async (niceness: number): Promise<string[]> => {
  const program = programAt('nice')
  const prefix = [program ?? '', '-n', `${niceness}`]
  return program !== undefined && (await works([...prefix, programAt('true') ?? 'true'])) ? prefix : []
}

const limitArguments = (
  { memoryBytes }: SandboxSettings,
  hasOwnUser: boolean,
): readonly (readonly string[])[] => [
  [
    '--core=0',
    `--data=${memoryBytes + runtimeBytes}`,
    `--cpu=${processorSecondsMax}`,
    `--fsize=${fileBytesMax}`,
    `--nofile=${handlesMax}`,
    // The kernel counts processes by user, so a limit is set only if the reader has a user of its own.
    ...(hasOwnUser ? [`--nproc=${processesMax}`] : []),
  ],
]

/**
 * A reader may read its modules and its input and write its output; it may use no network, no other program, no thread
 * and no addon.
 */
const permissionArguments = (modules: readonly string[], directory: string): string[] => [
  '--permission',
  ...modules.map((path) => `--allow-fs-read=${path}`),
  // Without the `*`, Node.js would have to check that the path is a directory. It cannot do so where the reader's user
  // may not search the directories above.
  `--allow-fs-read=${join(directory, inputFolder, '*')}`,
  `--allow-fs-write=${join(directory, outputFolder, '*')}`,
]

const modulesOf = (entry: string): string[] => {
  const paths: string[] = [dirname(realpathSync(entry))]
  for (let folder = dirname(realpathSync(entry)); ; folder = dirname(folder)) {
    // The runtime reads the type of a module from the `package.json` of its package.
    if (existsSync(join(folder, 'package.json'))) paths.push(join(folder, 'package.json'))
    const library = join(folder, 'node_modules', 'pdfjs-dist')
    if (existsSync(library)) return [...paths, library]
    if (folder === dirname(folder)) return paths
  }
}

const asUser = (user: number): readonly string[] => [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']

/** Finds the commands that can be put before a program on this machine, by trying each. */
const findPrefixes = async ({ niceness, directory }: SandboxSettings, isRoot: boolean) => {
  const filterFile = join(directory, 'reader-syscalls.bpf')
  const filter = syscallFilter()
  if (filter) writeFileSync(filterFile, filter, { mode: 0o644 })
  const trueProgram = programAt('true') ?? 'true'

  const nice = niceness === 0 ? [] : await withNiceness(niceness)
  const unshared = await firstThatWorks('unshare', [
    ...(isRoot ? [['--net', '--ipc']] : []),
    ['--user', '--map-current-user', '--net', '--ipc'],
    ['--user', '--net', '--ipc'],
  ])
  const bare = ['--no-new-privs', '--pdeathsig=KILL', '--inh-caps=-all']
  const unprivileged = await firstThatWorks('setpriv', [[...bare, '--bounding-set=-all'], bare])
  const filtered = filter ? [`--seccomp-filter=${filterFile}`] : []
  const canUseSetpriv =
    unprivileged !== undefined &&
    filter !== undefined &&
    (await works([...unprivileged.slice(0, -1), ...filtered, '--', trueProgram]))
  const perl = programAt('perl')
  const perlCommand = canUseSetpriv || perl === undefined ? undefined : filterByPerl(perl)
  return {
    nice,
    unshared,
    unprivileged,
    /** Arguments of `setpriv`; empty if it cannot install a system call filter. */
    filtered: canUseSetpriv ? filtered : [],
    /** Installs the filter by perl, if `setpriv` cannot. */
    perlCommand:
      perlCommand !== undefined && (await works([...perlCommand, trueProgram])) ? perlCommand : undefined,
    hasPermissions: process.allowedNodeEnvironmentFlags.has('--permission'),
  }
}

type Prefixes = Awaited<ReturnType<typeof findPrefixes>>

const commandOf = ({ entry, memoryBytes }: SandboxSettings, prefixes: Prefixes) => {
  const { nice, unshared, unprivileged, filtered, perlCommand, hasPermissions } = prefixes
  const heap = [
    `--max-old-space-size=${Math.floor((memoryBytes / mebibyte) * 0.75)}`,
    '--max-semi-space-size=16',
    // Without this option V8 collects the whole heap several times while the heap grows to 80 MB: a fifth of the
    // processor time of a long document.
    '--initial-old-space-size=80',
  ]
  const modules = modulesOf(entry)
  return {
    unsandboxed: (): string[] => [process.execPath, ...heap],
    sandboxed:
      (hasOwnUser: boolean, limits: readonly string[] | undefined) =>
      (at: string, user: number): string[] => [
        ...nice,
        ...(unshared ?? []),
        ...(limits ?? []),
        ...(unprivileged
          ? [...unprivileged.slice(0, -1), ...(hasOwnUser ? asUser(user) : []), ...filtered, '--']
          : []),
        // The last layer, since it takes away rights that the other layers need.
        ...(perlCommand ?? []),
        process.execPath,
        ...heap,
        ...(hasPermissions ? permissionArguments(modules, at) : []),
      ],
  }
}

/**
 * Finds out which layers work on this machine, by trying each; never throws. If none works, a reader is still a
 * separate process with an empty environment, and its limits are monitored.
 */
export const openSandbox = async (settings: SandboxSettings): Promise<Sandbox> => {
  const { entry, directory } = settings
  const isRoot = getuid?.() === 0
  const prefixes = await findPrefixes(settings, isRoot)
  const { unshared, unprivileged, filtered, perlCommand, hasPermissions } = prefixes
  const { unsandboxed, sandboxed } = commandOf(settings, prefixes)
  const limitsFor = (hasOwnUser: boolean) => firstThatWorks('prlimit', limitArguments(settings, hasOwnUser))
  const starts = async (hasOwnUser: boolean): Promise<boolean> => {
    const command = sandboxed(hasOwnUser, await limitsFor(hasOwnUser))(directory, usersFrom)
    // Checks the syntax of the program as a reader would load it, without running it.
    return works([...command, '--check', entry], '/')
  }
  const hasOwnUser = isRoot && unprivileged !== undefined && (await starts(true))
  const limits = await limitsFor(hasOwnUser)
  const isUsable = hasOwnUser || (await starts(false))
  const command = isUsable ? sandboxed(hasOwnUser, limits) : unsandboxed

  const activeLayers: Readonly<Record<Layer, boolean>> = {
    permissions: isUsable && hasPermissions,
    limits: isUsable && limits !== undefined,
    privileges: isUsable && unprivileged !== undefined,
    network: isUsable && unshared !== undefined,
    user: hasOwnUser,
    syscalls: isUsable && (filtered.length > 0 || perlCommand !== undefined),
  }
  let users = 0
  return {
    holds: layers.filter((layer) => activeLayers[layer]),
    lacks: layers.filter((layer) => !activeLayers[layer]),
    command: (at, user) => {
      const [file = process.execPath, ...args] = command(at, user)
      return { file, args }
    },
    entryArgs: isUsable && unprivileged ? [endsWithParent] : [],
    newUser: () => (hasOwnUser ? usersFrom + (users++ % userCount) : undefined),
  }
}
