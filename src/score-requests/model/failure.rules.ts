import { withFrenchSpaces } from '../../kernel/french-spaces.js'
import type { Language } from '../../kernel/call.js'
import { unprocessableCodes } from '../../scoring-contract/words.js'

/** Why a score request ended without a result, or a document could not be read, each with a text about what a person can do. */
const reasons = {
  DOCUMENTS_NOT_RECEIVED: [
    'Not every document was uploaded within a day. Submit a new request.',
    "Tous les documents n'ont pas été envoyés dans la journée. Faites une nouvelle demande.",
  ],
  ERASED: [
    'The person asked for erasure while the request was in progress. Nothing is kept.',
    "La personne a demandé d'être oubliée pendant le traitement. Rien n'est conservé.",
  ],
  INVALID_REQUEST: [
    'The scoring service found fields that are not valid; they are named in the detail. Correct them and submit a new request.',
    'Le service de score refuse des champs, nommés dans le détail. Corrigez-les et faites une nouvelle demande.',
  ],
  NOT_ALLOWED: [
    'Our account at the scoring service may not order this product. Ask an administrator to look at the plan and the API key.',
    "Notre compte auprès du service de score ne permet pas ce produit. Demandez à un administrateur de vérifier l'abonnement et la clé.",
  ],
  CREDENTIALS_REFUSED: [
    'The scoring service does not accept our credentials. Ask an administrator to correct them, then resubmit.',
    'Le service de score refuse nos identifiants. Demandez à un administrateur de les corriger, puis soumettez à nouveau.',
  ],
  SERVICE_UNAVAILABLE: [
    'The scoring service gave no usable answer for a day. Resubmit when it works again.',
    "Le service de score n'a donné aucune réponse utilisable pendant une journée. Soumettez à nouveau quand il fonctionne.",
  ],
  INTERNAL_FAULT: [
    'A fault of our own program kept the request back for a day. Tell an administrator, then resubmit.',
    'Une erreur de notre propre programme a retenu la demande pendant une journée. Prévenez un administrateur, puis soumettez à nouveau.',
  ],
  QUOTA_EXCEEDED: [
    'Our quota at the scoring service was used up for a day. Resubmit later, or ask an administrator for a larger quota.',
    'Notre quota auprès du service de score a été épuisé pendant une journée. Soumettez plus tard, ou demandez un quota plus grand.',
  ],
  NO_UPLOAD_ADDRESS: [
    'The scoring service named no upload address for a document. Resubmit; if it happens again, tell the service.',
    "Le service de score n'a pas donné d'adresse pour un document. Soumettez à nouveau ; si cela se répète, prévenez le service.",
  ],
  DOCUMENT_REFUSED: [
    'The scoring service refused a document, named in the detail. Resubmit with the original file as it was issued.',
    "Le service de score a refusé un document, nommé dans le détail. Soumettez à nouveau avec le fichier d'origine.",
  ],
  UPLOADS_FAILED: [
    'The documents could not be sent before their addresses expired, several times over. Resubmit when the line is better.',
    "Les documents n'ont pas pu être envoyés à temps, plusieurs fois de suite. Soumettez à nouveau avec une meilleure connexion.",
  ],
  RESULT_NOT_FOUND: [
    'The scoring service no longer has this request. Submit a new one.',
    "Le service de score n'a plus cette demande. Faites-en une nouvelle.",
  ],
  RESULT_TOO_LARGE: [
    'The result is larger than can be kept. Resubmit with statements of fewer months.',
    'Le résultat est trop grand pour être gardé. Soumettez à nouveau avec des relevés de moins de mois.',
  ],
  WRONG_PASSWORD: [
    'The password does not open the document. Ask the customer for it and resubmit with the right one.',
    "Le mot de passe n'ouvre pas le document. Demandez le bon au client et soumettez à nouveau.",
  ],
  PASSWORD_REQUIRED: [
    'The document is protected by a password. Ask the customer for it and resubmit with it.',
    'Le document est protégé par un mot de passe. Demandez-le au client et soumettez à nouveau.',
  ],
  ENCRYPTED_UNSUPPORTED: [
    'The document is encrypted in a way that cannot be read. Ask the customer for the file as the issuer sent it.',
    "Le document est chiffré d'une manière illisible. Demandez au client le fichier tel que l'émetteur l'a envoyé.",
  ],
  NOT_A_PDF: [
    'The document is not what its name says. Ask the customer for the PDF or CSV as the issuer sent it.',
    "Le document n'est pas ce que dit son nom. Demandez au client le PDF ou le CSV envoyé par l'émetteur.",
  ],
  CORRUPT_PDF: [
    'The document is damaged or incomplete. Ask the customer to download it again.',
    'Le document est abîmé ou incomplet. Demandez au client de le télécharger à nouveau.',
  ],
  IMAGE_ONLY: [
    'The document is a scan or photograph. Ask the customer for the electronic statement.',
    'Le document est une image. Demandez au client le relevé électronique.',
  ],
  NO_TRANSACTIONS: [
    'The document has no transactions. Ask the customer for a statement of a period in which the account was used.',
    "Le document n'a aucune opération. Demandez un relevé d'une période où le compte a servi.",
  ],
  UNSUPPORTED_LAYOUT: [
    'The document could not be read as a statement of this type; the detail says why and what to ask for.',
    "Le document n'a pas pu être lu comme un relevé de ce type ; le détail dit pourquoi et quoi demander.",
  ],
  WRONG_BANK: [
    'The document is not of the bank that was named. Resubmit with the right bank.',
    "Le document n'est pas de la banque nommée. Soumettez à nouveau avec la bonne banque.",
  ],
  TOO_MANY_PAGES: [
    'The document has too many pages. Resubmit with a shorter period, or one document a month.',
    'Le document a trop de pages. Soumettez une période plus courte, ou un document par mois.',
  ],
  TOO_MANY_ROWS: [
    'The document has too many transactions. Resubmit with a shorter period, or one document a month.',
    "Le document a trop d'opérations. Soumettez une période plus courte, ou un document par mois.",
  ],
  PROCESSING_CRASHED: [
    'The document twice ended the program that reads it. Ask the customer for the original file, and submit a new request.',
    "Le document a deux fois arrêté le programme qui le lit. Demandez le fichier d'origine et faites une nouvelle demande.",
  ],
  RESOURCE_LIMIT: [
    'The document takes too long to read. Resubmit with a shorter period, or one document a month.',
    'Le document est trop long à lire. Soumettez une période plus courte, ou un document par mois.',
  ],
  BUREAU_UNAVAILABLE: [
    'The credit bureau did not answer. Resubmit later.',
    "Le bureau de crédit n'a pas répondu. Soumettez à nouveau plus tard.",
  ],
  DOCUMENTS_NOT_UPLOADED: [
    'The scoring service did not get every document in time. Resubmit.',
    "Le service de score n'a pas reçu tous les documents à temps. Soumettez à nouveau.",
  ],
  UNPROCESSABLE: [
    'The scoring service could not process the request; the detail says why. Correct it and resubmit.',
    "Le service de score n'a pas pu traiter la demande ; le détail dit pourquoi. Corrigez et soumettez à nouveau.",
  ],
} as const

export type ScoreFailure = keyof typeof reasons

export const isScoreFailure = (code: string): code is ScoreFailure => Object.hasOwn(reasons, code)

export const failureText = (code: ScoreFailure, language: Language): string =>
  language === 'en' ? reasons[code][0] : withFrenchSpaces(reasons[code][1])

export const scoreFailures = Object.fromEntries(
  Object.entries(reasons).map(([code, [text]]) => [code, text]),
) as Readonly<Record<ScoreFailure, string>>

/**
 * The failure for the `details` of a 422. Details that do not begin with a code of the contract give UNPROCESSABLE, also
 * if they begin with one of our own codes, such as `erased`.
 */
export const failureOfDetails = (details: string): ScoreFailure => {
  const word = /^[a-z_]+/.exec(details.trim())?.[0]
  const code = unprocessableCodes.find((one) => one === word)?.toUpperCase() ?? ''
  return isScoreFailure(code) ? code : 'UNPROCESSABLE'
}
