/** What stands beside each operation: after a silence, without an argument, and for which reason. */
export const ofOperations: Readonly<Record<string, string>> = {
  'Ask again with the same arguments: it only reads.':
    'Redemandez avec les mêmes arguments : elle ne fait que lire.',
  'Ask again with the same arguments: `ALREADY_REGISTERED` says that the first call arrived.':
    'Redemandez avec les mêmes arguments : `ALREADY_REGISTERED` dit que le premier appel est arrivé.',
  'Ask again, and use the reference of the answer that came: one that nobody confirms moves nothing.':
    'Redemandez, et prenez la référence de la réponse qui est venue : celle que personne ne confirme ne déplace rien.',
  'Ask again with the same `deposit_reference`, in this session or another: the customer is asked to pay once, however often this is called.':
    'Redemandez avec la même `deposit_reference`, dans cette session ou une autre : le client est prié de payer une fois, quel que soit le nombre d’appels.',
  'Ask again, and use the reference of the answer that came.':
    'Redemandez, et prenez la référence de la réponse qui est venue.',
  'Ask again with the same `withdrawal_reference`: the savings is paid once.':
    'Redemandez avec la même `withdrawal_reference` : l’épargne est payée une fois.',
  'Ask again: it says how the same leaving stands.': 'Redemandez : elle dit où en est le même départ.',
  'Ask again with the same `statement_reference`: one statement is made.':
    'Redemandez avec la même `statement_reference` : un seul relevé est fait.',
  'Ask again: the clock of an answer that was lost has no customers, and does nothing.':
    'Redemandez : l’horloge d’une réponse perdue n’a pas de clients, et ne fait rien.',
  'Ask again with the same date: it is the same walk.':
    'Redemandez avec la même date : c’est la même avance.',
  'Ask again until it is `READY`.': 'Redemandez jusqu’à `READY`.',
  // Left out.
  'The account has no address; `request_full_statement` then needs `email`.':
    'Le compte n’a pas d’adresse ; `request_full_statement` demande alors `email`.',
  'The customer lives by the real date, for ever. Only test customers have a clock.':
    'Le client vit à la date réelle, pour toujours. Seuls les clients de test ont une horloge.',
  '`summary_status` is `INVALID_AMOUNT`, with a text that asks for it.':
    '`summary_status` est `INVALID_AMOUNT`, avec un texte qui le demande.',
  '`summary_status` is `PRODUCT_NOT_AVAILABLE`.': '`summary_status` est `PRODUCT_NOT_AVAILABLE`.',
  '`deposit_status` is `FAILED`, for `INVALID_REFERENCE`.':
    '`deposit_status` est `FAILED`, pour `INVALID_REFERENCE`.',
  '`position_status` is `NOT_FOUND`.': '`position_status` est `NOT_FOUND`.',
  '`withdrawal_status` is `FAILED`, for `INVALID_REFERENCE`.':
    '`withdrawal_status` est `FAILED`, pour `INVALID_REFERENCE`.',
  'The address on file is used; without one `failure_reason` is `INVALID_EMAIL`.':
    'L’adresse connue sert ; sans elle `failure_reason` est `INVALID_EMAIL`.',
  '`failure_reason` is `INVALID_PERIOD`.': '`failure_reason` est `INVALID_PERIOD`.',
  '`failure_reason` is `INVALID_REFERENCE`.': '`failure_reason` est `INVALID_REFERENCE`.',
  '`statement_status` is `NOT_FOUND`.': '`statement_status` est `NOT_FOUND`.',
  // What to show.
  'The text below, in the language of the call: the answer has no key for it.':
    'Le texte ci-dessous, dans la langue de l’appel : la réponse n’a pas de clé pour lui.',
  'Of `INVALID_EMAIL` it is the first where the call had `email`, and the second where it had none.':
    'De `INVALID_EMAIL`, c’est le premier si l’appel avait `email`, et le deuxième s’il n’en avait pas.',
  'Of a customer who has left, whom `check_registration_status` calls `NOT_REGISTERED`, it is the third where the call had `email`, and the fourth where one without `email` is refused too.':
    'D’un client parti, que `check_registration_status` dit `NOT_REGISTERED`, c’est le troisième si l’appel avait `email`, et le quatrième si un appel sans `email` est refusé aussi.',
  '`summary_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`summary_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  '`payment_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`payment_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  '`payout_message`, as it comes: it is the text below in the language of the call, with its figures.':
    '`payout_message`, tel quel : c’est le texte ci-dessous dans la langue de l’appel, avec ses chiffres.',
  // Reasons.
  'The number has no account.': 'Le numéro n’a pas de compte.',
  'The account is being closed; register again when it is closed.':
    'Le compte est en cours de fermeture ; inscrivez de nouveau quand il est fermé.',
  'The account is blocked: the customer must contact us.':
    'Le compte est bloqué : le client est prié de venir nous voir.',
  'This is not a period, it has not begun, or it is longer than 24 months.':
    'La période n’en est pas une, n’a pas commencé, ou dépasse 24 mois.',
  'The product has no room left for this amount.': 'Le produit n’a plus de place pour ce montant.',
  'The product is no longer on sale.': 'Le produit n’est plus en vente.',
  'The reference is unknown, or was given to another customer.':
    'La référence est inconnue, ou a été donnée à un autre client.',
  'The quote or preview is older than 15 minutes, or of another business date; the reference of a statement is older than 24 hours.':
    'Le devis ou l’aperçu a plus de 15 minutes, ou est d’une autre date d’affaires ; la référence d’un relevé a plus de 24 heures.',
  'The figures shown no longer hold; ask for a new quote.':
    'Les chiffres montrés ne valent plus ; demandez un nouveau devis.',
  'The savings has been paid out.': 'L’épargne a été versée.',
  'The savings is already being paid out.': 'L’épargne est déjà en cours de versement.',
  'There is no such test clock for this customer.': 'Ce client n’a pas une telle horloge de test.',
  'The test clock of this customer is walking.': 'L’horloge de test de ce client avance.',
  'The wallet has less money than the amount.': 'Le porte-monnaie a moins que le montant.',
  'The customer refused the payment on their phone.': 'Le client a refusé le paiement sur son téléphone.',
  'The customer did not approve the payment in time.': 'Le client n’a pas approuvé le paiement à temps.',
  'The number has no active wallet to pay from.': 'Le numéro n’a pas de porte-monnaie actif pour payer.',
  "The payment is over the limit of the customer's wallet.":
    'Le paiement dépasse la limite du porte-monnaie du client.',
  'The number has no active wallet to pay to.': 'Le numéro n’a pas de porte-monnaie actif pour recevoir.',
  'The wallet may not receive this money.': 'Le porte-monnaie ne peut recevoir cet argent.',
  'The wallet may not hold this much money.': 'Le porte-monnaie ne peut contenir autant d’argent.',
  'Two members of staff cancelled the payout while it was on hold; the savings is restored.':
    'Deux personnes de chez nous ont repris le versement pendant la retenue ; l’épargne est rétablie.',
  'The wallet provider reversed the payment; the deposit is void.':
    'Le fournisseur du porte-monnaie a repris le paiement ; le dépôt est comme s’il n’était jamais venu.',
  'The wallet provider ended the payment for a reason of its own.':
    'Le fournisseur du porte-monnaie a mis fin au paiement pour un motif à lui.',
  'The product is not on sale, or its maturity would lie beyond 2099.':
    'Le produit n’est pas en vente, ou son échéance serait après 2099.',
  'What was typed is no amount.': 'Ce qui a été tapé n’est pas un montant.',
  'The amount is under `minimum_amount`.': 'Le montant est sous `minimum_amount`.',
  'The amount is over `room_left`, or over what a wallet pays at once.':
    'Le montant dépasse `room_left`, ou ce qu’un porte-monnaie paie en une fois.',
  'What was typed is no e-mail address.': 'Ce qui a été tapé n’est pas une adresse e-mail.',
  'No address was typed, and none is on file.': 'Aucune adresse n’a été tapée, et aucune n’est connue.',
  'The account is closed: its statements go to its own address alone.':
    'Le compte est fermé : ses relevés ne vont qu’à sa propre adresse.',
  'The account is closed, and has no address.': 'Le compte est fermé, et n’a pas d’adresse.',
  'The savings is unknown, or not of this customer.': 'L’épargne est inconnue, ou n’est pas de ce client.',
}
