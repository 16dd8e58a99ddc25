type Translation = Readonly<Record<'fr' | 'en', string>>

const clockAdvancing: Translation = {
  fr: 'Votre compte est en cours de mise à jour. Merci de réessayer dans un instant.',
  en: 'Your account is being updated. Please try again in a moment.',
}
const invalidEmail: Translation = {
  fr: "Cette adresse e-mail n'est pas valide. Tapez par exemple awa@exemple.cm.",
  en: 'This e-mail address is not valid. Please enter one like awa@example.com.',
}
const invalidReference: Translation = {
  fr: "Votre relevé n'a pas été demandé. Merci de recommencer.",
  en: 'Your statement has not been requested. Please start again.',
}

/**
 * The gateway's texts for answers with a reason and no text, as on the page *Answers without a text*
 * (docs/gateway-texts.md); a test compares the two. For `INVALID_EMAIL` it is the text for a typed address, since the
 * phone never sends an empty one.
 */
export const refusals: Readonly<Record<string, Readonly<Record<string, Translation>>>> = {
  create_withdrawal_summary: {
    NOT_FOUND: {
      fr: 'Nous ne trouvons pas cette épargne. Merci de la choisir dans la liste.',
      en: 'We cannot find these savings. Please choose from the list again.',
    },
  },
  confirm_opt_out: {
    NOT_REGISTERED: {
      fr: "Vous n'avez pas de compte épargne : il n'y a rien à fermer.",
      en: 'You do not have a savings account, so there is nothing to close.',
    },
    ACCOUNT_BLOCKED: {
      fr: "Votre compte est bloqué pour l'instant. Votre argent est en sécurité. Présentez-vous avec votre pièce d'identité.",
      en: 'Your account is blocked for now. Your money is safe. Please see us with your identity document.',
    },
    CLOCK_ADVANCING: clockAdvancing,
  },
  register_savings_account: {
    INVALID_EMAIL: invalidEmail,
    ACCOUNT_CLOSING: {
      fr: "Votre compte est en cours de fermeture. Une fois l'opération terminée, vous pourrez vous réinscrire.",
      en: 'Your account is being closed. Once that is done, you can register again.',
    },
    CLOCK_NOT_FOUND: {
      fr: 'Ce numéro ne peut pas utiliser cette horloge de test.',
      en: 'This number cannot be used with this test clock.',
    },
    CLOCK_ADVANCING: clockAdvancing,
  },
  request_full_statement: {
    NOT_REGISTERED: {
      fr: "Vous n'avez pas de compte épargne. Inscrivez-vous d'abord, puis revenez épargner.",
      en: 'You do not have a savings account. Please register first, then come back to save.',
    },
    INVALID_REFERENCE: invalidReference,
    REFERENCE_EXPIRED: invalidReference,
    CLOCK_ADVANCING: clockAdvancing,
    INVALID_EMAIL: invalidEmail,
    INVALID_PERIOD: {
      fr: "Cette période n'est pas valide. Tapez par exemple 3 pour trois mois, ou un mois comme 2026-05 ; 24 mois au plus.",
      en: 'This period is not valid. Choose for example 3 for three months, or a month such as 2026-05; 24 months at most.',
    },
  },
}
