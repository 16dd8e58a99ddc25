/**
 * A seccomp filter in the kernel's own format. It is made here, so that no compiler and no library is needed, only a
 * program that installs the filter before it runs another one. A reader that a document has taken control of can open
 * no socket, start no process and access no other process; the runtime may still make all other calls. The reader may
 * still replace itself by another program, which then has the same filter.
 */
interface Machine {
  /** The kernel's number for the architecture. */
  readonly architecture: number
  readonly clone: number
  /**
   * The filter answers that there is no such call, so that callers use `clone`: the flags of `clone3` are in memory,
   * where a filter cannot read them.
   */
  readonly clone3: number
  readonly denied: readonly number[]
  /** The call by which a program installs a filter for itself. */
  readonly prctl: number
}

const machines: Partial<Readonly<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    architecture: 0xc000003e,
    clone: 56,
    clone3: 435,
    // socket, fork, vfork, ptrace, process_vm_readv and writev, unshare, setns, mount, umount2, pivot_root, chroot, bpf, add_key,
    // request_key, keyctl, perf_event_open, kexec_load, init_module, finit_module, delete_module, io_uring_setup,
    // userfaultfd, open_by_handle_at, pidfd_open, pidfd_getfd, execveat
    denied: [
      41, 57, 58, 101, 310, 311, 272, 308, 165, 166, 155, 161, 321, 248, 249, 250, 298, 246, 175, 313, 176,
      425, 323, 304, 434, 438, 322,
    ],
    prctl: 157,
  },
  arm64: {
    architecture: 0xc00000b7,
    clone: 220,
    clone3: 435,
    denied: [
      198, 117, 270, 271, 97, 268, 40, 39, 41, 51, 280, 217, 218, 219, 241, 104, 105, 273, 106, 425, 282, 265,
      434, 438, 281,
    ],
    prctl: 167,
  },
}

const loadWord = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfBits = 0x45
const returnAction = 0x06

const allow = 0x7fff0000
const endProcess = 0x80000000
const refuseWith = (errno: number): number => 0x00050000 | errno
const EPERM = 1
const ENOSYS = 38

/** Offsets at which the kernel puts the call: its number, the architecture, and the low half of the first argument. */
const numberAt = 0
const architectureAt = 4
const firstArgumentAt = 16

/** Call numbers of x32, a second way to call a 64-bit kernel, which the numbers in `denied` do not cover. */
const otherNumbersFrom = 0x40000000
const cloneThread = 0x00010000

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const programOf = ({ architecture, clone, clone3, denied }: Machine): readonly Step[] => [
  [loadWord, 0, 0, architectureAt],
  [jumpIfEqual, 1, 0, architecture],
  [returnAction, 0, 0, endProcess],
  [loadWord, 0, 0, numberAt],
  [jumpIfAtLeast, 0, 1, otherNumbersFrom],
  [returnAction, 0, 0, refuseWith(EPERM)],
  ...denied.flatMap((number): Step[] => [
    [jumpIfEqual, 0, 1, number],
    [returnAction, 0, 0, refuseWith(EPERM)],
  ]),
  [jumpIfEqual, 0, 1, clone3],
  [returnAction, 0, 0, refuseWith(ENOSYS)],
  [jumpIfEqual, 0, 3, clone],
  [loadWord, 0, 0, firstArgumentAt],
  // The runtime needs threads; any other `clone` would be a new process.
  [jumpIfBits, 1, 0, cloneThread],
  [returnAction, 0, 0, refuseWith(EPERM)],
  [returnAction, 0, 0, allow],
]

/**
 * A perl program (every Debian has perl) that installs the filter given as an argument and then runs the program given
 * after it, for machines whose `setpriv` has no `--seccomp-filter`. It passes the address of the filter's eight-byte
 * steps and their number to the kernel.
 */
const perlInstaller = `
my ($prctl, $hex, @command) = @ARGV;
my $filter = pack 'H*', $hex;
my $program = pack 'S x![Q] P', length($filter) / 8, $filter;
my ($noNewPrivileges, $seccomp, $mode) = (38, 22, 2);
syscall($prctl, $noNewPrivileges, 1, 0, 0, 0) == 0 or die;
syscall($prctl, $seccomp, $mode, $program, 0, 0) == 0 or die;
exec { $command[0] } @command;
die;
`

/**
 * The command to put before a program, which installs the filter with the perl at this path; undefined for an unknown
 * architecture.
 */
export const filterByPerl = (
  perl: string,
  architecture: NodeJS.Architecture = process.arch,
): string[] | undefined => {
  const machine = machines[architecture]
  const filter = syscallFilter(architecture)
  return machine && filter && [perl, '-e', perlInstaller, '--', String(machine.prctl), filter.toString('hex')]
}

/** The filter for this machine, as `setpriv --seccomp-filter` reads it; undefined for an unknown architecture. */
export const syscallFilter = (architecture: NodeJS.Architecture = process.arch): Buffer | undefined => {
  const machine = machines[architecture]
  if (!machine) return undefined
  return Buffer.concat(
    programOf(machine).map(([code, ifTrue, ifFalse, value]) => {
      const step = Buffer.alloc(8)
      step.writeUInt16LE(code, 0)
      step.writeUInt8(ifTrue, 2)
      step.writeUInt8(ifFalse, 3)
      step.writeUInt32LE(value, 4)
      return step
    }),
  )
}
