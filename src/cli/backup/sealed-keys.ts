import { randomBytes, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCodeOf } from '../../kernel/error-code.js'
import { createGcmDecipher, createGcmCipher, nonceBytes, tagBytes } from '../../platform/crypto/aes-gcm.js'
import { Mistake } from '../mistake.js'

const passwordLengthMin = 16
const saltBytes = 16

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

/** The settings that cannot be recreated, sealed under a password that is kept elsewhere. */
export const sealKeys = (settings: Readonly<Record<string, string>>, passwordFile: string): Buffer => {
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const cipher = createGcmCipher({ key: keyOf(passwordFile, salt), nonce })
  const text = Buffer.concat([cipher.update(JSON.stringify(settings)), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), text])
}

export const openKeys = (sealed: Buffer, passwordFile: string): Readonly<Record<string, string>> => {
  const [salt, nonce, tag, text] = [
    sealed.subarray(0, saltBytes),
    sealed.subarray(saltBytes, saltBytes + nonceBytes),
    sealed.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes),
    sealed.subarray(saltBytes + nonceBytes + tagBytes),
  ]
  const key = keyOf(passwordFile, salt)
  try {
    const decipher = createGcmDecipher({ key, nonce }, tag)
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString()) as Record<
      string,
      string
    >
  } catch {
    throw new Mistake('the keys cannot be opened: the password is wrong, or the file was changed')
  }
}
