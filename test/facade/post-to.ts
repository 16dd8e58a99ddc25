import type { Post } from '../../src/cli/conformance/audit.js'
import { askOverHttp } from '../support/http.js'

/** Posts to the service at this address with these headers, such as the key of the gateway. */
export const postTo =
  (url: string, headers: Readonly<Record<string, string>> = {}): Post =>
  async (endpoint, body) => {
    const { status, text } = await askOverHttp(`${url}/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return { status, body: text }
  }
