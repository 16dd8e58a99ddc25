/** The part of the package that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    readonly path: string
    readonly req: IncomingMessage
    readonly res: ServerResponse
    readonly body: { id_token?: string }
    redirect(address: string): void
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (facts: { readonly clientId: string; readonly accountId: string }) => Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>
    on(event: string, listener: (...facts: readonly unknown[]) => void): void
  }
}
