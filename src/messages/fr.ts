import type { Minor } from '../shared/money.js'
import { groupedMoney, shortDate } from './format.js'
import type { Messages } from './catalogue.js'

// GSM 03.38 has é è à ù but not ê ô î â ç: hence `versement` for a deposit, `gains` for interest, `fermeture` for closing.

const money = (amount: Minor, currency: string): string => groupedMoney(amount, currency, ',')
const percent = (rate: string): string => `${rate.replace('.', ',')} %`
const afterHours = (hours: number): string => (hours === 0 ? 'tout de suite' : `après ${hours} h`)

const notRegistered =
  "Vous n'avez pas encore de compte épargne. Inscrivez-vous d'abord, puis revenez épargner."
const accountClosing =
  "Votre compte est en cours de fermeture. Une fois l'opération terminée, vous pourrez vous réinscrire."
const clockAdvancing = 'Votre compte est en cours de mise à jour. Merci de réessayer dans un instant.'

/** French as it is written to customers in Cameroon. */
export const fr: Messages = {
  depositSummary: {
    NEW: ({ amount, currency, rate, termMonths, maturityOn, earnings, total }) =>
      `Vous épargnez ${money(amount, currency)} pendant ${termMonths} mois à ${percent(rate)} par an. ` +
      `Le ${shortDate(maturityOn)}, vous aurez ${money(total, currency)}, dont ${money(earnings, currency)} de gains.`,
    TOP_UP: ({ amount, currency, balanceAfter, maturityOn, earnings, totalOfSavings }) =>
      `Vous ajoutez ${money(amount, currency)} (gain ${money(earnings, currency)}). ` +
      `Votre épargne passe à ${money(balanceAfter, currency)}. ` +
      `Le ${shortDate(maturityOn)}, vous aurez ${money(totalOfSavings, currency)}.`,
  },
  summaryRefusal: {
    invalidAmount: "Ce montant n'est pas valable. Tapez des chiffres seulement, par exemple 5000.",
    belowMinimum: ({ minimum, currency }) =>
      `Ce montant est trop petit. Vous pouvez épargner à partir de ${money(minimum, currency)}.`,
    aboveMaximum: ({ roomLeft, maxBalance, currency }) =>
      `Ce montant est trop grand. Vous pouvez verser ${money(roomLeft, currency)} au plus ` +
      `(plafond de cette épargne : ${money(maxBalance, currency)}).`,
    savingsFull: ({ maxBalance, currency }) =>
      `Bravo, cette épargne est pleine : son plafond est de ${money(maxBalance, currency)}. ` +
      'Pour épargner plus, choisissez une autre durée.',
    notRegistered,
    productNotAvailable: "Cette épargne n'est pas disponible. Merci d'en choisir une autre dans la liste.",
    accountClosing,
    clockAdvancing,
  },
  payment: {
    pendingApproval: ({ amount, currency }) =>
      `Validez le paiement de ${money(amount, currency)} sur votre téléphone avec votre code PIN. ` +
      'Ne donnez ce code à personne.',
    succeeded: ({ amount, currency }) =>
      `Merci ! Votre versement de ${money(amount, currency)} est bien arrivé.`,
    failed: {
      INSUFFICIENT_FUNDS:
        "Votre solde Mobile Money ne suffit pas. Rien n'a été prélevé. Rechargez votre compte, puis recommencez.",
      PAYER_DECLINED:
        "Le paiement a été refusé sur votre téléphone. Rien n'a été prélevé. Vous pouvez recommencer quand vous voulez.",
      PAYER_TIMEOUT:
        "Le paiement n'a pas été validé à temps. Rien n'a été prélevé. Recommencez et tapez votre code PIN.",
      PAYER_NOT_FOUND:
        "Ce numéro n'a pas de compte Mobile Money actif. Voyez votre opérateur, puis recommencez.",
      PAYER_LIMIT_REACHED:
        "Ce paiement dépasse la limite de votre compte Mobile Money. Rien n'a été prélevé. Essayez un montant plus petit.",
      PROVIDER_ERROR:
        "Désolé, le paiement n'a pas abouti. Rien n'a été prélevé. Merci de réessayer plus tard.",
    },
  },
  confirmRefusal: {
    INVALID_REFERENCE: "Nous ne trouvons pas cette demande. Rien n'a été prélevé. Merci de recommencer.",
    REFERENCE_EXPIRED: "Le délai pour confirmer est dépassé. Rien n'a été prélevé. Merci de recommencer.",
    TERMS_CHANGED:
      "Votre épargne a changé depuis votre demande. Rien n'a été prélevé. Recommencez pour voir les nouveaux montants.",
    ABOVE_MAXIMUM:
      "Ce versement dépasse le plafond de cette épargne. Rien n'a été prélevé. Essayez un montant plus petit.",
    PRODUCT_NOT_AVAILABLE:
      "Cette épargne n'est plus disponible. Rien n'a été prélevé. Merci d'en choisir une autre.",
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_ADVANCING: clockAdvancing,
  },
  withdrawalSummary: {
    EARLY_EXIT: ({ total, currency, holdHours, forfeited, maturityOn, totalIfKept }) =>
      `Retrait : vous recevrez ${money(total, currency)}, versés ${afterHours(holdHours)}, ` +
      `et perdrez ${money(forfeited, currency)} de gains. ` +
      `Le ${shortDate(maturityOn)}, vous auriez ${money(totalIfKept, currency)}.`,
    MATURITY: ({ total, currency, earnings }) =>
      `Votre épargne est à terme. Vous recevrez ${money(total, currency)}, dont ${money(earnings, currency)} ` +
      "de gains. L'argent est envoyé tout de suite.",
  },
  payout: {
    onHold: ({ amount, currency, sentOn }) =>
      `Votre retrait de ${money(amount, currency)} est confirmé. ` +
      `Il sera envoyé sur votre compte Mobile Money le ${shortDate(sentOn)}.`,
    processing: ({ amount, currency }) =>
      `Votre retrait de ${money(amount, currency)} est en route vers votre compte Mobile Money.`,
    paid: ({ amount, currency }) =>
      `Votre retrait de ${money(amount, currency)} a été versé sur votre compte Mobile Money.`,
    givenBack: ({ amount, currency }) =>
      `Votre retrait de ${money(amount, currency)} n'a pas abouti. ` +
      'Votre épargne est de nouveau comme avant. Vérifiez votre compte Mobile Money.',
    failed: ({ amount, currency }) =>
      `Votre retrait de ${money(amount, currency)} n'a pas abouti. ` +
      "Votre argent est en sécurité et notre équipe s'en occupe.",
  },
  withdrawalRefusal: {
    INVALID_REFERENCE:
      "Nous ne trouvons pas cette demande. Votre épargne n'a pas changé. Merci de recommencer.",
    REFERENCE_EXPIRED:
      "Le délai pour confirmer est dépassé. Votre épargne n'a pas changé. Merci de recommencer.",
    TERMS_CHANGED:
      "Les montants de ce retrait ont changé. Rien n'a été retiré. Recommencez pour voir les nouveaux montants.",
    POSITION_NOT_OPEN: "Cette épargne a déjà été versée. Il n'y a plus rien à retirer.",
    ALREADY_PAYING_OUT: 'Cette épargne est déjà en route vers votre compte Mobile Money.',
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_ADVANCING: clockAdvancing,
  },
  label: ({ termMonths, maturityOn }) => `Épargne ${termMonths} mois - ${shortDate(maturityOn)}`,
  payerNote: ({ termMonths }) => `Versement epargne ${termMonths} mois`,
}
