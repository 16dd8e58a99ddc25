import type { CivilMoment } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import { groupedMoney, shortDate } from './format.js'
import type { Messages } from './catalogue.js'

// GSM 03.38 has é è à ù but not ê ô î â ç: hence `versement` for a deposit, `gains` for interest, `fermeture` for closing.

const money = (amount: Minor, currency: string): string => groupedMoney(amount, currency, ',')
const percent = (rate: string): string => `${rate.replace('.', ',')} %`
const time = (at: string): string => at.replace(':', 'h')
const dayAndTime = ({ on, at }: CivilMoment): string => `le ${shortDate(on)} à ${time(at)}`

const notRegistered = "Vous n'avez pas de compte épargne. Inscrivez-vous d'abord, puis revenez épargner."
const accountClosing =
  "Votre compte est en cours de fermeture. Une fois l'opération terminée, vous pourrez vous réinscrire."
const accountBlocked =
  "Votre compte est bloqué pour l'instant. Votre argent est en sécurité. Présentez-vous avec votre pièce d'identité."
const clockAdvancing = 'Votre compte est en cours de mise à jour. Merci de réessayer dans un instant.'
const invalidEmail = "Cette adresse e-mail n'est pas valide. Tapez par exemple awa@exemple.cm."
const statementNotRequested = "Votre relevé n'a pas été demandé. Merci de recommencer."

/** French as it is written to customers in Cameroon. */
export const fr: Messages = {
  depositSummary: {
    NEW: ({ amount, currency, rate, termMonths, maturityOn, earnings, total }) =>
      `Vous épargnez ${money(amount, currency)} pendant ${termMonths} mois à ${percent(rate)} l'an. ` +
      `Le ${shortDate(maturityOn)}, vous aurez ${money(total, currency)}, dont ${money(earnings, currency)} de gains.`,
    TOP_UP: ({ amount, currency, rate, balanceAfter, maturityOn, earnings, totalOfSavings }) =>
      `Ajout : ${money(amount, currency)} à ${percent(rate)} l'an (gains ${money(earnings, currency)}). ` +
      `Votre épargne sera de ${money(balanceAfter, currency)}, ` +
      `puis ${money(totalOfSavings, currency)} le ${shortDate(maturityOn)}.`,
  },
  summaryRefusal: {
    invalidAmount: {
      MISSING: () => 'Tapez le montant, par exemple 5000.',
      NOT_DIGITS: () => "Ce montant n'est pas valide. Tapez des chiffres seulement, par exemple 5000.",
      DECIMALS: ({ currency, decimals }) =>
        decimals === 0
          ? `Les montants en ${currency} n'ont pas de décimales. Tapez un montant entier, par exemple 5000.`
          : `Les montants en ${currency} ont ${decimals} décimales ou aucune. Tapez par exemple 5000.`,
      NOT_POSITIVE: ({ currency }) => `Le montant doit dépasser 0 ${currency}. Merci d'en taper un autre.`,
      TOO_LONG: () => 'Ce montant est trop élevé. Tapez 12 chiffres au plus.',
    },
    belowMinimum: ({ minimum, currency }) =>
      `Ce montant est trop faible. Vous pouvez épargner à partir de ${money(minimum, currency)}.`,
    aboveMaximum: {
      ROOM: ({ roomLeft, maxBalance, currency }) =>
        `Ce montant est trop élevé. Vous pouvez ajouter ${money(roomLeft, currency)} au plus ` +
        `(plafond de cette épargne : ${money(maxBalance, currency)}).`,
      FULL: ({ maxBalance, currency }) =>
        `Cette épargne a atteint son plafond de ${money(maxBalance, currency)}. ` +
        'Pour épargner plus, choisissez une autre durée.',
      COLLECTING: ({ maxBalance, currency }) =>
        `Votre paiement en cours compte dans le plafond de cette épargne : ${money(maxBalance, currency)}. ` +
        'Réessayez quand il sera terminé.',
      LEAVING: ({ maxBalance, currency }) =>
        `Votre retrait, pas encore envoyé, compte dans le plafond de cette épargne : ${money(maxBalance, currency)}. ` +
        'Réessayez après son envoi.',
      WALLET: ({ walletMax, currency }) =>
        `Mobile Money limite chaque paiement à ${money(walletMax, currency)}. Tapez un montant plus faible.`,
    },
    notRegistered,
    productNotAvailable: "Cette épargne n'est pas disponible. Merci d'en choisir une autre dans la liste.",
    accountClosing,
    accountBlocked,
    clockAdvancing,
  },
  payment: {
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
        "Ce paiement dépasse la limite de votre compte Mobile Money. Rien n'a été prélevé. Essayez un montant plus faible.",
      DEPOSIT_VOIDED:
        'Votre opérateur a repris ce paiement : ce versement est annulé. Venez nous voir si vous ne savez pas pourquoi.',
      PROVIDER_ERROR:
        "Désolé, le paiement n'a pas abouti. Rien n'a été prélevé. Merci de réessayer plus tard.",
    },
  },
  underWay: {
    DEPOSIT: {
      REQUESTED: ({ amount, currency }) =>
        `Validez le paiement de ${money(amount, currency)} sur votre téléphone avec votre code PIN. ` +
        'Ne donnez ce code à personne.',
      CLOSING: ({ amount, currency }) =>
        `Votre compte est en cours de fermeture. Si votre paiement de ${money(amount, currency)} aboutit, ` +
        "l'argent vous sera renvoyé.",
      CHECKING: ({ amount, currency }) =>
        `Nous vérifions votre paiement de ${money(amount, currency)} auprès de votre opérateur. ` +
        'Ne payez pas une seconde fois : votre argent est en sécurité.',
    },
    PAYOUT: {
      HELD: ({ amount, currency, until }) =>
        `Votre retrait de ${money(amount, currency)} est confirmé. ` +
        `Il sera envoyé sur votre compte Mobile Money ${dayAndTime(until)}.`,
      FROZEN: ({ amount, currency }) =>
        `Votre retrait de ${money(amount, currency)} est bloqué avec votre compte. ` +
        "Votre argent est en sécurité. Présentez-vous avec votre pièce d'identité.",
      SENDING: ({ amount, currency }) =>
        `Votre retrait de ${money(amount, currency)} est en cours d'envoi sur votre compte Mobile Money.`,
      DELAYED: ({ amount, currency }) =>
        `Votre retrait de ${money(amount, currency)} n'a pas encore abouti. ` +
        "Votre argent est en sécurité et notre équipe s'en occupe.",
      CHECKING: ({ amount, currency }) =>
        `Nous vérifions votre retrait de ${money(amount, currency)} auprès de votre opérateur. ` +
        'Votre argent est en sécurité.',
      SENT: ({ amount, currency }) => `Votre retrait de ${money(amount, currency)} a été payé.`,
      GIVEN_BACK: ({ amount, currency }) =>
        `Votre retrait de ${money(amount, currency)} n'a pas abouti. ` +
        'Votre épargne est rétablie, gains compris. Vérifiez votre compte Mobile Money.',
      CANCELLED: ({ amount, currency }) =>
        `Votre retrait de ${money(amount, currency)} a été annulé. Votre épargne est rétablie, gains compris.`,
    },
    REFUND: {
      FROZEN: ({ amount, currency }) =>
        `Votre remboursement de ${money(amount, currency)} est bloqué avec votre compte. ` +
        "Votre argent est en sécurité. Présentez-vous avec votre pièce d'identité.",
      SENDING: ({ amount, currency }) =>
        `Votre versement de ${money(amount, currency)} est arrivé pendant la fermeture de votre compte. ` +
        'Son remboursement est en cours.',
      DELAYED: ({ amount, currency }) =>
        `Votre remboursement de ${money(amount, currency)} n'a pas encore abouti. ` +
        "Votre argent est en sécurité et notre équipe s'en occupe.",
      CHECKING: ({ amount, currency }) =>
        `Nous vérifions votre remboursement de ${money(amount, currency)} auprès de votre opérateur. ` +
        'Votre argent est en sécurité.',
      REFUNDED: ({ amount, currency }) =>
        `Votre versement de ${money(amount, currency)}, arrivé pendant la fermeture de votre compte, ` +
        'vous a été remboursé.',
    },
  },
  confirmRefusal: {
    INVALID_REFERENCE: "Nous ne trouvons pas cette demande. Rien n'a été prélevé. Merci de recommencer.",
    REFERENCE_EXPIRED: "Le délai pour confirmer est dépassé. Rien n'a été prélevé. Merci de recommencer.",
    TERMS_CHANGED:
      "Votre épargne a changé depuis votre demande. Rien n'a été prélevé. Recommencez pour voir les nouveaux montants.",
    ABOVE_MAXIMUM:
      "Ce versement dépasse désormais le plafond. Rien n'a été prélevé. Recommencez pour voir combien vous pouvez ajouter.",
    PRODUCT_NOT_AVAILABLE:
      "Cette épargne n'est plus disponible. Rien n'a été prélevé. Merci d'en choisir une autre.",
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  withdrawalSummary: {
    EARLY_EXIT: ({ total, currency, until, maturityOn, totalIfKept }) =>
      `Retrait anticipé : ${money(total, currency)}, envoyés ` +
      `${until === null ? 'tout de suite' : `le ${shortDate(until.on)} vers ${time(until.at)}`}. ` +
      `Si vous attendez le ${shortDate(maturityOn)} : ${money(totalIfKept, currency)}.`,
    MATURITY: ({ total, currency, earnings }) =>
      `Votre épargne est arrivée à terme. Vous recevrez ${money(total, currency)}, dont ${money(earnings, currency)} ` +
      "de gains. L'argent est envoyé tout de suite.",
    notFound: 'Nous ne trouvons pas cette épargne. Merci de la choisir dans la liste.',
  },
  withdrawalRefusal: {
    INVALID_REFERENCE:
      "Nous ne trouvons pas cette demande. Votre épargne n'a pas changé. Merci de recommencer.",
    REFERENCE_EXPIRED:
      "Le délai pour confirmer est dépassé. Votre épargne n'a pas changé. Merci de recommencer.",
    TERMS_CHANGED:
      "Les montants de ce retrait ont changé. Rien n'a été retiré. Recommencez pour voir les nouveaux montants.",
    POSITION_NOT_OPEN: "Cette épargne a déjà été payée. Il n'y a plus rien à retirer.",
    ALREADY_PAYING_OUT: "Un retrait de cette épargne est déjà en cours. Vous n'avez rien d'autre à faire.",
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  optOutRefusal: {
    NOT_REGISTERED: "Vous n'avez pas de compte épargne : il n'y a rien à fermer.",
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  registrationRefusal: {
    INVALID_EMAIL: invalidEmail,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_NOT_FOUND: 'Ce numéro ne peut pas utiliser cette horloge de test.',
    CLOCK_ADVANCING: clockAdvancing,
  },
  statementRefusal: {
    NOT_REGISTERED: notRegistered,
    INVALID_REFERENCE: statementNotRequested,
    REFERENCE_EXPIRED: statementNotRequested,
    CLOCK_ADVANCING: clockAdvancing,
    INVALID_EMAIL: {
      NOT_AN_ADDRESS: invalidEmail,
      NONE_ON_FILE: "Nous n'avons pas encore votre adresse e-mail. Tapez-la, par exemple awa@exemple.cm.",
      NOT_OF_CLOSED_ACCOUNT:
        "Votre compte est fermé : son relevé n'est envoyé qu'à l'adresse e-mail enregistrée avec ce compte.",
      CLOSED_WITHOUT_ADDRESS:
        "Votre compte est fermé et n'avait pas d'adresse e-mail : nous ne pouvons pas envoyer son relevé. " +
        "Présentez-vous avec votre pièce d'identité.",
    },
    INVALID_PERIOD:
      "Cette période n'est pas valide. Tapez par exemple 3 pour trois mois, ou un mois comme 2026-05 ; 24 mois au plus.",
  },
  label: ({ termMonths, maturityOn, nth }) =>
    `Épargne ${termMonths} mois au ${shortDate(maturityOn)}${nth > 1 ? ` (${nth})` : ''}`,
  payerNote: ({ termMonths }) => `Versement epargne ${termMonths} mois`,
}
