import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import * as z from 'zod'
import type { Config } from '../../app/config/config.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { parseJson } from '../../kernel/json.js'
import { Mistake } from '../mistake.js'

/** Which keys the backup needs: fingerprints of the peppers, and the ids of the keys in the signing ring and in the sealing ring. */
const keys = z.object({
  pepper: z.string(),
  /** Only while the pepper is rotated. */
  pepperBefore: z.string().optional(),
  signing: z.array(z.string()),
  sealing: z.array(z.string()),
})

const manifest = z.object({
  format: z.literal(1),
  /** The version of the program that made the backup. */
  version: z.string(),
  takenAt: z.string(),
  database: z.enum(['sqlite', 'mysql']),
  /** Where the documents are: in the backup, or in a bucket, which needs its own backup. */
  documents: z.enum(['files', 's3']),
  keys,
  /** By path in the backup. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})

export type Manifest = z.output<typeof manifest>

const fileName = 'manifest.json'

export const manifestPath = (folder: string): string => join(folder, fileName)

/** A fingerprint of a secret, by which it is recognised but cannot be guessed. */
const fingerprint = (secret: string): string =>
  createHash('sha256').update(`cauri backup ${secret}`).digest('hex').slice(0, 16)

export const keysOf = ({ keyPepper, keyPepperBefore, scoring }: Config): Manifest['keys'] => ({
  pepper: fingerprint(keyPepper),
  ...(keyPepperBefore !== undefined && { pepperBefore: fingerprint(keyPepperBefore) }),
  signing: [...scoring.signingKeys.byId.keys()],
  sealing: [...scoring.sealingKeys.byId.keys()],
})

/** What these keys cannot read in the backup; empty when they can read everything. */
export const keyProblems = (needed: Manifest['keys'], config: Config): string[] => {
  const available = keysOf(config)
  const missing = (name: 'signing' | 'sealing') => needed[name].filter((id) => !available[name].includes(id))
  const accepted = [available.pepper, available.pepperBefore]
  const ring = (name: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`${name} lacks ${ids.join(', ')}`]
  return [
    ...(accepted.includes(needed.pepper)
      ? []
      : [
          'KEY_PEPPER is not the one of the backup: none of its API keys and scoring clients would be accepted',
        ]),
    ...(needed.pepperBefore === undefined || accepted.includes(needed.pepperBefore)
      ? []
      : [
          'KEY_PEPPER_BEFORE is not the one of the backup: its API keys and scoring clients from before would not be accepted',
        ]),
    ...ring('SCORING_SIGNING_KEYS', missing('signing')),
    ...ring('SCORING_SEALING_KEYS', missing('sealing')),
  ]
}

const sumOf = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** All files below, by their path in the folder. */
export const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

export const sumsOf = async (
  folder: string,
  onFile: (done: number, total: number) => void,
): Promise<Manifest['files']> => {
  const paths = (await filesIn(folder)).filter((path) => path !== fileName)
  const files: Manifest['files'] = {}
  for (const [index, path] of paths.entries()) {
    files[path] = await sumOf(join(folder, path))
    onFile(index + 1, paths.length)
  }
  return files
}

/** Throws Mistake where the folder is not a complete backup: a file is missing, changed, or extra. */
export const readManifest = async (
  folder: string,
  onFile: (done: number, total: number) => void,
): Promise<Manifest> => {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: unknown) => {
    throw new Mistake(`${folder} is not a backup: ${fileName} cannot be read (${errorCodeOf(error)})`)
  })
  const { data } = manifest.safeParse(parseJson(text))
  if (!data) throw new Mistake(`${folder}: this version cannot read its ${fileName}`)
  const sums = await sumsOf(folder, onFile)
  const differing = [...new Set([...Object.keys(data.files), ...Object.keys(sums)])].filter(
    (path) => data.files[path]?.sha256 !== sums[path]?.sha256,
  )
  if (differing.length > 0)
    throw new Mistake(`${folder} was changed since the backup was made: ${differing.slice(0, 5).join(', ')}`)
  return data
}
