import type { MomoAccount, MomoCredentials } from '../../bank/payments/momo/http.js'
import type { VariableName, Variables } from './variables.js'

/** The wallet provider: the emulator in this process, an emulator that runs elsewhere, or the real one. */
export type Provider =
  | { readonly kind: 'embedded-emulator'; readonly account: MomoAccount }
  | { readonly kind: 'emulator'; readonly baseUrl: string; readonly account: MomoAccount }
  | { readonly kind: 'momo'; readonly baseUrl: string; readonly account: MomoAccount }

const emulatorCredentials: MomoCredentials = {
  subscriptionKey: 'emulator',
  apiUser: 'emulator',
  apiKey: 'emulator',
}

/** Credentials for the emulator, which accepts any. */
export const emulatorAccount: MomoAccount = {
  targetEnvironment: 'sandbox',
  callbackUrl: undefined,
  collection: emulatorCredentials,
  disbursement: emulatorCredentials,
}

/** The settings that the real provider requires. The callback address is optional, as it only saves polling. */
export const momoVariables = [
  'MOMO_BASE_URL',
  'MOMO_TARGET_ENVIRONMENT',
  'MOMO_COLLECTION_SUBSCRIPTION_KEY',
  'MOMO_COLLECTION_API_USER',
  'MOMO_COLLECTION_API_KEY',
  'MOMO_DISBURSEMENT_SUBSCRIPTION_KEY',
  'MOMO_DISBURSEMENT_API_USER',
  'MOMO_DISBURSEMENT_API_KEY',
] as const satisfies readonly VariableName[]

const sameServer = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin

/** True when MOMO_BASE_URL has the address of the emulator. */
export const momoIsEmulator = ({ MOMO_BASE_URL, EMULATOR_URL }: Variables): boolean =>
  MOMO_BASE_URL !== undefined && EMULATOR_URL !== undefined && sameServer(MOMO_BASE_URL, EMULATOR_URL)

const momoAccount = (values: Variables): MomoAccount => ({
  targetEnvironment: values.MOMO_TARGET_ENVIRONMENT ?? '',
  callbackUrl: values.MOMO_CALLBACK_URL,
  collection: {
    subscriptionKey: values.MOMO_COLLECTION_SUBSCRIPTION_KEY ?? '',
    apiUser: values.MOMO_COLLECTION_API_USER ?? '',
    apiKey: values.MOMO_COLLECTION_API_KEY ?? '',
  },
  disbursement: {
    subscriptionKey: values.MOMO_DISBURSEMENT_SUBSCRIPTION_KEY ?? '',
    apiUser: values.MOMO_DISBURSEMENT_API_USER ?? '',
    apiKey: values.MOMO_DISBURSEMENT_API_KEY ?? '',
  },
})

/** The guards have already refused incomplete settings, so an empty credential never leaves this process. */
export const providerOf = (values: Variables): Provider => {
  const { MOMO_BASE_URL, MOMO_CALLBACK_URL: callbackUrl, EMULATOR_URL } = values
  if (MOMO_BASE_URL !== undefined && !momoIsEmulator(values)) {
    return { kind: 'momo', baseUrl: MOMO_BASE_URL, account: momoAccount(values) }
  }
  const account = { ...emulatorAccount, callbackUrl }
  return EMULATOR_URL === undefined
    ? { kind: 'embedded-emulator', account }
    : { kind: 'emulator', baseUrl: EMULATOR_URL, account }
}
