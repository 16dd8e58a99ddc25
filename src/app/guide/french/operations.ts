/** The texts of each operation: what to do when no answer arrives, what an omitted argument means, what to show, and the reasons. */
export const ofOperations: Readonly<Record<string, string>> = {
  'Repeat the call with the same arguments: it only reads.':
    'Refaites l’appel avec les mêmes arguments : il ne fait que lire.',
  'Repeat the call with the same arguments: `ALREADY_REGISTERED` means that the first call took effect.':
    'Refaites l’appel avec les mêmes arguments : `ALREADY_REGISTERED` signifie que le premier appel a pris effet.',
  'Repeat the call, and use the reference of the answer that arrives: a reference that is never confirmed has no effect.':
    'Refaites l’appel, et utilisez la référence de la réponse reçue : une référence jamais confirmée n’a pas d’effet.',
  'Repeat the call with the same `deposit_reference`, in this session or another: the customer is asked to pay only once.':
    'Refaites l’appel avec la même `deposit_reference`, dans cette session ou une autre : le client n’est invité à payer qu’une fois.',
  'Repeat the call, and use the reference of the answer that arrives.':
    'Refaites l’appel, et utilisez la référence de la réponse reçue.',
  'Repeat the call with the same `withdrawal_reference`: the position is paid out only once.':
    'Refaites l’appel avec la même `withdrawal_reference` : l’épargne n’est payée qu’une fois.',
  'Repeat the call: the answer has the state of the closing that has begun.':
    'Refaites l’appel : la réponse donne l’état de la fermeture en cours.',
  'Repeat the call with the same `statement_reference`: only one statement is made.':
    'Refaites l’appel avec la même `statement_reference` : un seul relevé est établi.',
  'Repeat the call: the clock of a lost answer has no customers, and does nothing.':
    'Refaites l’appel : l’horloge d’une réponse perdue n’a pas de clients, et ne fait rien.',
  'Repeat the call with the same date: it does not advance the clock twice.':
    'Refaites l’appel avec la même date : l’horloge n’avance pas deux fois.',
  'Repeat the call until the answer is `READY`.': 'Refaites l’appel jusqu’à la réponse `READY`.',
  // Omitted arguments.
  'The account has no address; `request_full_statement` then needs `email`.':
    'Le compte n’a pas d’adresse ; `request_full_statement` exige alors `email`.',
  'The customer’s date is always the real one. Only test customers have a clock.':
    'La date du client est toujours la date réelle. Seuls les clients de test ont une horloge.',
  '`summary_status` is `INVALID_AMOUNT`, with a text that asks for an amount.':
    '`summary_status` est `INVALID_AMOUNT`, avec un texte qui demande un montant.',
  '`summary_status` is `PRODUCT_NOT_AVAILABLE`.': '`summary_status` est `PRODUCT_NOT_AVAILABLE`.',
  '`deposit_status` is `FAILED`, with the reason `INVALID_REFERENCE`.':
    '`deposit_status` est `FAILED`, avec le motif `INVALID_REFERENCE`.',
  '`position_status` is `NOT_FOUND`.': '`position_status` est `NOT_FOUND`.',
  '`withdrawal_status` is `FAILED`, with the reason `INVALID_REFERENCE`.':
    '`withdrawal_status` est `FAILED`, avec le motif `INVALID_REFERENCE`.',
  'The address of the account is used; if there is none, `failure_reason` is `INVALID_EMAIL`.':
    'L’adresse du compte est utilisée ; s’il n’en a pas, `failure_reason` est `INVALID_EMAIL`.',
  '`failure_reason` is `INVALID_PERIOD`.': '`failure_reason` est `INVALID_PERIOD`.',
  '`failure_reason` is `INVALID_REFERENCE`.': '`failure_reason` est `INVALID_REFERENCE`.',
  '`statement_status` is `NOT_FOUND`.': '`statement_status` est `NOT_FOUND`.',
  // What to show.
  'The text below, in the language of the call: the answer has no key for it.':
    'Le texte ci-dessous, dans la langue de l’appel : la réponse n’a pas de clé pour ce texte.',
  'For `INVALID_EMAIL`, show the first text if the call had `email`, and the second if it had none.':
    'Pour `INVALID_EMAIL`, montrez le premier texte si l’appel avait `email`, et le deuxième sinon.',
  'If the account is closed (`check_registration_status` answers `NOT_REGISTERED`), show the third text if the call had `email`, and the fourth if a call without `email` is refused too.':
    'Si le compte est fermé (`check_registration_status` répond `NOT_REGISTERED`), montrez le troisième texte si l’appel avait `email`, et le quatrième si un appel sans `email` est refusé aussi.',
  '`summary_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`summary_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  '`payment_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`payment_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  '`payout_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`payout_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  // Reasons.
  'The number has no account.': 'Le numéro n’a pas de compte.',
  'The account is being closed; register again when it is closed.':
    'Le compte est en cours de fermeture ; refaites l’inscription quand il est fermé.',
  'The account is blocked: the customer must contact us.':
    'Le compte est bloqué : le client doit nous contacter.',
  'This is not a period, it has not begun, or it is longer than 24 months.':
    'Ce n’est pas une période valide, ou elle n’a pas commencé, ou elle dépasse 24 mois.',
  'The product has no room left for this amount.': 'Le produit n’a plus de place pour ce montant.',
  'The product is no longer on sale.': 'Le produit n’est plus en vente.',
  'The reference is unknown, or was given to another customer.':
    'La référence est inconnue, ou a été donnée à un autre client.',
  'The deposit summary or withdrawal summary is older than 15 minutes, or of another business date; the reference of a statement is older than 24 hours.':
    'Le récapitulatif de versement ou de retrait date de plus de 15 minutes ou d’une autre date comptable ; la référence d’un relevé date de plus de 24 heures.',
  'The figures shown no longer hold; ask for a new summary.':
    'Les montants affichés ne sont plus valables ; demandez un nouveau récapitulatif.',
  'The savings has been paid out.': 'L’épargne a été payée.',
  'The savings is already being paid out.': 'Un retrait de l’épargne est déjà en cours.',
  'There is no such test clock for this customer.': 'Ce client n’a pas cette horloge de test.',
  'The test clock of this customer is being advanced.': 'L’horloge de test de ce client avance.',
  'The wallet has less money than the amount.': 'Le porte-monnaie a moins que le montant.',
  'The customer refused the payment on their phone.': 'Le client a refusé le paiement sur son téléphone.',
  'The customer did not approve the payment in time.': 'Le client n’a pas approuvé le paiement à temps.',
  'The number has no active wallet to pay from.': 'Le numéro n’a pas de porte-monnaie actif pour payer.',
  "The payment is over the limit of the customer's wallet.":
    'Le paiement dépasse la limite du porte-monnaie du client.',
  'The number has no active wallet to pay to.': 'Le numéro n’a pas de porte-monnaie actif pour recevoir.',
  'The wallet is not allowed to receive this money.':
    'Le porte-monnaie n’a pas le droit de recevoir cet argent.',
  'With this money the wallet would hold more than it is allowed to.':
    'Avec cet argent, le porte-monnaie contiendrait plus qu’il n’en a le droit.',
  'Two members of staff cancelled the payout while it was on hold; the savings is restored.':
    'Deux membres du personnel ont annulé le retrait pendant le délai ; l’épargne est rétablie.',
  'The wallet provider reversed the payment; the deposit is void.':
    'Le fournisseur du porte-monnaie a annulé le paiement ; le versement est annulé.',
  'The wallet provider ended the payment for a reason of its own.':
    'Le fournisseur du porte-monnaie a mis fin au paiement pour un motif qui lui est propre.',
  'The product is not on sale, its smallest deposit is more than a wallet allows, or its maturity would lie beyond 2099.':
    'Le produit n’est pas en vente, son versement minimum dépasse ce que le porte-monnaie permet, ou son échéance serait après 2099.',
  'The text that was typed is not an amount.': 'Le texte saisi n’est pas un montant.',
  'The amount is under `minimum_amount`.': 'Le montant est sous `minimum_amount`.',
  'The amount is over `room_left`, or over the wallet’s limit for one payment.':
    'Le montant dépasse `room_left`, ou la limite du porte-monnaie pour un paiement.',
  'The text that was typed is not an e-mail address.': 'Le texte saisi n’est pas une adresse e-mail.',
  'No address was typed, and the account has none.':
    'Aucune adresse n’a été saisie, et le compte n’en a pas.',
  'The account is closed: its statements go only to the address that it had.':
    'Le compte est fermé : ses relevés ne sont envoyés qu’à l’adresse qu’il avait.',
  'The account is closed, and has no address.': 'Le compte est fermé, et n’a pas d’adresse.',
  'The position is unknown, or belongs to another customer.':
    'L’épargne est inconnue, ou appartient à un autre client.',
}
