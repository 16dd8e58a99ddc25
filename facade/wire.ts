/** The two addresses of the gateway: one record, or a list of records. */
export type Endpoint = 'getdynamicarguments' | 'getdynamicoptions'

/** What a call says about itself besides its arguments. It travels in the context, never in GraphQL variables. */
export interface FacadeCall {
  operationName: string
  languageCode: 'fr' | 'en'
  sessionIdentifier: string
  journeyIdentifier: string
}

/** An answer: the HTTP status and the JSON text of the body. */
export interface FacadeReply {
  status: number
  body: string
}

/** The result of a step: its value, or the reply that ends the call; always exactly one of them. */
export type Step<T> = { value: T; refusal?: never } | { refusal: FacadeReply; value?: never }

/** The error body (docs/wire-contract.md#errors): both fields, and nothing else that could carry a stack. */
export const refuse = (status: number, code: string, message: string): FacadeReply => ({
  status,
  body: JSON.stringify({ error: { code, message } }),
})

/** A call that the contract answers with 400: the caller has to change it before it can succeed. */
export const refuseCall = (code: string, message: string): { refusal: FacadeReply } => ({
  refusal: refuse(400, code, message),
})
