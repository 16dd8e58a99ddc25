import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/**
 * Refuses a certificate and key that a server cannot use together. Node itself ignores an empty text, as if none were given, and does not
 * notice a key of another type than the certificate's (EC with an RSA certificate): its server would then fail every handshake.
 *
 * @throws the error of OpenSSL, or one that says that the key is another certificate's
 */
export const assertTlsPair = ({ cert, key }: { readonly cert: string; readonly key: string }): void => {
  const certificate = new X509Certificate(cert)
  const privateKey = createPrivateKey(key)
  createSecureContext({ cert, key })
  if (!certificate.checkPrivateKey(privateKey)) throw new Error("the key is not the certificate's")
}
