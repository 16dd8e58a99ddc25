import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/**
 * Refuses a certificate and key that a server cannot use together. Node's own check takes an empty text for one that is
 * not given, and any key of another kind than the certificate's: its server would then fail every handshake.
 *
 * @throws the error of OpenSSL, or one that says that the key is another certificate's
 */
export const assertTlsPair = ({ cert, key }: { readonly cert: string; readonly key: string }): void => {
  const certificate = new X509Certificate(cert)
  const privateKey = createPrivateKey(key)
  createSecureContext({ cert, key })
  if (!certificate.checkPrivateKey(privateKey)) throw new Error("the key is not the certificate's")
}
