import { shortDate } from '../../messages/format.js'
import { messagesFor } from '../../messages/messages.js'
import type { PeriodFacts, StatementTexts } from './words.js'

/** A period of one day is that day. */
const periodText = ({ from, to }: PeriodFacts): string =>
  from === to ? `du ${shortDate(to)}` : `du ${shortDate(from)} au ${shortDate(to)}`

export const fr: StatementTexts = {
  decimalMark: ',',
  title: 'Relevé de compte épargne',
  copy: (title) => `${title} - COPIE`,
  period: ({ from, to }) =>
    from === to ? `Le ${shortDate(to)}` : `Du ${shortDate(from)} au ${shortDate(to)}`,
  rate: (percent) => `${percent.replace('.', ',')}\u00a0%`,
  facts: {
    customer: 'Titulaire',
    number: 'Numéro Mobile Money',
    email: 'E-mail',
    account: 'Compte',
    openedOn: 'Ouvert le',
    statement: 'Relevé',
    period: 'Période',
    issuedOn: 'Établi le',
    reference: 'Référence',
    currency: 'Devise',
  },
  summary: {
    opening: 'Solde initial',
    paidIn: 'Versements reçus',
    paidOut: 'Montants payés',
    interest: 'Intérêts nets crédités',
    closing: 'Solde final',
  },
  chart: 'Évolution du solde',
  movements: {
    title: 'Mouvements',
    date: 'Date',
    operation: 'Opération',
    debit: 'Débit',
    credit: 'Crédit',
    balance: 'Solde',
    opening: 'Solde initial',
    closing: 'Solde final',
    totals: 'Totaux',
    carriedForward: 'À reporter',
    broughtForward: 'Report',
    valued: (on) => `valeur au ${shortDate(on)}`,
    none: 'Aucun mouvement sur la période.',
    kinds: {
      DEPOSIT: 'Versement',
      RECEIVED: 'Reçu, à rembourser',
      WITHDRAWAL: 'Retrait payé',
      REFUND: 'Remboursement',
      INTEREST: 'Intérêts crédités',
      INTEREST_REVERSED: 'Intérêts annulés',
      TAX: 'Retenue à la source',
      TAX_REVERSED: 'Retenue annulée',
      VOIDED: 'Versement repris par votre opérateur',
      ADJUSTED: 'Régularisation',
    },
    maturity: (savings, interest) =>
      `Échéance - ${savings}\u00a0: ${interest} d'intérêts nets, payés au retrait`,
    givenBack: (savings, amount) => `Retrait de ${amount} non abouti - ${savings}, rétablie`,
    cancelled: (savings, amount) => `Retrait de ${amount} annulé - ${savings}, rétablie`,
  },
  underWay: {
    title: (on) => `En cours au ${shortDate(on)}`,
    standing: 'Situation',
    amount: 'Montant',
    kinds: { DEPOSIT: 'Versement demandé', PAYOUT: 'Retrait', REFUND: 'Remboursement' },
    deposit: {
      REQUESTED: 'à valider sur votre téléphone',
      CLOSING: "sera renvoyé s'il aboutit",
      CHECKING: 'en cours de vérification',
    },
    owed: {
      UNPAID: 'dû, pas encore payé',
      FROZEN: 'bloqué avec votre compte',
      SENDING: "en cours d'envoi",
      DELAYED: "pas encore abouti, notre équipe s'en occupe",
      CHECKING: 'en cours de vérification',
    },
    held: ({ on, at }) => `différé, au plus tôt le ${shortDate(on)} à ${at.replace(':', 'h')}`,
    total: 'Compris dans le solde final',
  },
  product: messagesFor('fr').label,
  savings: {
    title: (on) => `Vos épargnes au ${shortDate(on)}`,
    product: 'Épargne',
    rate: 'Taux',
    since: (on) => `Ouverte le ${shortDate(on)}`,
    status: 'Situation',
    principal: 'Capital',
    gross: 'Int. bruts',
    tax: 'Retenue',
    net: 'Int. nets',
    total: 'Total des intérêts',
    none: 'Aucune épargne sur la période.',
    statuses: {
      ACCRUING: 'En cours',
      MATURED: 'Arrivée à terme',
      PAYING_OUT: 'Retrait en cours',
      CLOSED: 'Payée',
    },
    early: (status, rate) => `${status} à ${rate}`,
  },
  notes: [
    'Le solde est ce que la banque vous doit\u00a0: le capital de vos épargnes, plus les retraits et les remboursements qui ne vous sont pas encore parvenus. ' +
      'Les intérêts sont simples, comptés chaque jour, et crédités au moment du retrait\u00a0; ceux du tableau sont acquis à la fin de la période.',
    'Merci de vérifier ce relevé et de nous signaler toute erreur. Nous ne vous demanderons jamais votre code PIN.',
  ],
  lastDayOpen:
    "Le dernier jour de la période n'était pas terminé quand ce relevé a été établi : ce qui a été enregistré plus tard ce jour-là n'y figure pas.",
  contact: (bank) => `Nous contacter\u00a0: ${bank}`,
  page: (page, pages) => `Page ${page} sur ${pages}`,
  closing: {
    title: 'Relevé de clôture',
    subject: ({ bank }) => `${bank} : votre compte épargne est clos`,
    body: ({ from, to, bank }) =>
      'Bonjour,\n\n' +
      `Votre compte épargne est clos depuis le ${shortDate(to)} et tout vous a été payé. ` +
      `Vous trouverez ci-joint son dernier relevé, depuis son ouverture le ${shortDate(from)}.\n\n` +
      "Si vous n'avez pas demandé cette clôture, contactez-nous. Nous ne vous demanderons jamais votre code PIN.\n\n" +
      `${bank}\n`,
  },
  mail: {
    subject: ({ from, to, bank }) => `${bank} : votre relevé d'épargne ${periodText({ from, to })}`,
    body: ({ from, to, bank }) =>
      'Bonjour,\n\n' +
      `Vous trouverez ci-joint votre relevé de compte épargne ${periodText({ from, to })}.\n\n` +
      "Si vous n'avez pas demandé ce relevé, contactez-nous. Nous ne vous demanderons jamais votre code PIN.\n\n" +
      `${bank}\n`,
    file: 'releve',
  },
}
