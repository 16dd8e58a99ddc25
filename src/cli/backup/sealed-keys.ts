import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCodeOf } from '../../kernel/error-code.js'
import { Mistake } from '../mistake.js'

const passwordLengthMin = 16
const saltBytes = 16
const ivBytes = 12
const tagBytes = 16

const keyOf = (passwordFile: string, salt: Buffer): Buffer => {
  let password: string
  try {
    password = readFileSync(passwordFile, 'utf8').trim()
  } catch (error) {
    throw new Mistake(`${passwordFile} cannot be read (${errorCodeOf(error)})`)
  }
  if (password.length < passwordLengthMin)
    throw new Mistake(`${passwordFile} must have at least ${passwordLengthMin} characters`)
  return scryptSync(password, salt, 32, { N: 2 ** 15, maxmem: 64 * 1024 * 1024 })
}

/** Settings that nobody could make again, under a password that lies elsewhere. */
export const sealKeys = (settings: Readonly<Record<string, string>>, passwordFile: string): Buffer => {
  const salt = randomBytes(saltBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passwordFile, salt), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(settings)), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), text])
}

export const openKeys = (sealed: Buffer, passwordFile: string): Readonly<Record<string, string>> => {
  const [salt, iv, tag, text] = [
    sealed.subarray(0, saltBytes),
    sealed.subarray(saltBytes, saltBytes + ivBytes),
    sealed.subarray(saltBytes + ivBytes, saltBytes + ivBytes + tagBytes),
    sealed.subarray(saltBytes + ivBytes + tagBytes),
  ]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passwordFile, salt), iv).setAuthTag(tag)
  try {
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString()) as Record<
      string,
      string
    >
  } catch {
    throw new Mistake('the keys cannot be opened: it is another password, or the file was changed')
  }
}
