/** The chapters on the gateway, their diagrams, and the errors of the envelope. */
export const ofGateway: Readonly<Record<string, string>> = {
  'First deposit in five calls': 'Premier versement en cinq appels',
  'Register, list the products, request a summary, confirm it, and read the balance. Each program is complete, needs only the tools that it names, and runs unchanged against a service on this machine. With a number that ends in `450` to `472`, the test wallet answers in another way.':
    'Inscrire, lister les produits, demander un récapitulatif, le confirmer et lire le solde. Chaque programme est complet, n’a besoin que des outils qu’il nomme et fonctionne tel quel avec un service sur cette machine. Avec un numéro qui finit par `450` à `472`, le porte-monnaie de test répond autrement.',
  'The envelope': 'L’enveloppe',
  'Every call has the same body, in UTF-8 and of at most 64 KiB. Other members are ignored; a body that repeats a member is refused.':
    'Chaque appel a le même corps, en UTF-8 et de 64 Kio au plus. Les autres membres sont ignorés ; un corps qui répète un membre est refusé.',
  'The gateway chooses both identifiers; they need not be those of the network. We store them with the answer, so that a complaint can be traced from a USSD session to a payment. Nothing depends on them: a confirmation in another session is about the same order.':
    'La passerelle choisit les deux identifiants ; ce ne sont pas forcément ceux du réseau. Nous les conservons avec la réponse, pour remonter d’une session USSD à un paiement en cas de réclamation. Rien n’en dépend : une confirmation dans une autre session porte sur le même ordre.',
  'Members of the envelope': 'Membres de l’enveloppe',
  member: 'membre',
  'what it is': 'ce que c’est',
  'without it': 'sans lui',
  'A list of at most 100 pairs `{ "key": { "value": … }, "value": { "value": … } }`, in any order; both values are strings. One has the key `operation_name`. An empty value counts as missing, and a key that the operation does not know is ignored.':
    'Une liste de 100 paires au plus `{ "key": { "value": … }, "value": { "value": … } }`, dans n’importe quel ordre ; les deux valeurs sont des chaînes. L’une a la clé `operation_name`. Une valeur vide compte comme absente, et une clé que l’opération ne connaît pas est ignorée.',
  '400 `MALFORMED_ENVELOPE`, also if no pair has the key `operation_name`':
    '400 `MALFORMED_ENVELOPE`, également si aucune paire n’a la clé `operation_name`',
  '1 to 64 characters: a new one each time that a customer dials, either the network’s session or your own.':
    '1 à 64 caractères : un nouveau à chaque fois que le client compose le code, celui de la session du réseau ou le vôtre.',
  '400 `MALFORMED_ENVELOPE`': '400 `MALFORMED_ENVELOPE`',
  '1 to 64 characters: one for each purpose of the customer, such as a deposit; it may last over several sessions. If you have no such id, send the session identifier.':
    '1 à 64 caractères : un pour chaque démarche du client, comme un versement ; il peut couvrir plusieurs sessions. Si vous n’en avez pas, envoyez l’identifiant de la session.',
  'The language of the texts in the answer: English for `en` and for tags such as `en-GB`, French for all others.':
    'La langue des textes de la réponse : l’anglais pour `en` et les codes comme `en-GB`, le français pour tous les autres.',
  'The texts are French.': 'Les textes sont en français.',
  'Key and headers': 'Clé et en-têtes',
  'Every call is a `POST` of JSON over TLS. The gateway has one key, with the role GATEWAY; the operations on test clocks and `clock_id` also need the role TESTER.':
    'Chaque appel est un `POST` de JSON par TLS. La passerelle a une clé, avec le rôle GATEWAY ; les opérations sur les horloges de test et `clock_id` demandent aussi le rôle TESTER.',
  Headers: 'En-têtes',
  header: 'en-tête',
  content: 'contenu',
  'The key; `Authorization: Bearer` is accepted too. 401 without a key, or with a wrong one.':
    'La clé ; `Authorization: Bearer` est accepté aussi. 401 sans clé ou avec une clé invalide.',
  'always `application/json`': 'toujours `application/json`',
  'Optional: your own id of the call, of 1 to 64 letters, digits, `.`, `_` and `-`. Our log and the answer repeat it.':
    'Facultatif : votre propre identifiant de l’appel, de 1 à 64 lettres, chiffres, `.`, `_` et `-`. Notre journal et la réponse le reprennent.',
  'On an answer 503 or 429: how many seconds to wait before you repeat the call.':
    'Sur une réponse 503 ou 429 : combien de secondes attendre avant de refaire l’appel.',
  Journeys: 'Parcours',
  'Who calls whom, and in which order. Payments, payouts and mails continue after our answer: they wait for the wallet, for the hold of an early exit, or for the mail server.':
    'Qui appelle qui, et dans quel ordre. Les paiements, les retraits et les courriels se poursuivent après notre réponse : ils attendent le porte-monnaie, la fin du délai d’un retrait anticipé ou le serveur de courriel.',
  'Time-outs, and results that come later': 'Délais dépassés et résultats différés',
  'We answer within 4 seconds, if need be with 503. Wait 6 seconds for an answer, then repeat the call: no call takes effect twice. If the second call gets no answer either, tell the customer that the request is being processed, and call again when they come back: the result of a reference can be read at any later time.':
    'Nous répondons en 4 secondes, au besoin par 503. Attendez la réponse 6 secondes, puis refaites l’appel : aucun appel ne prend effet deux fois. Si le second appel reste aussi sans réponse, dites au client que la demande est en cours de traitement, et rappelez quand il revient : le résultat d’une référence reste lisible par la suite.',
  'How often to call': 'À quelle fréquence appeler',
  'waiting for': 'attente',
  call: 'appel',
  'how often': 'fréquence',
  until: 'jusqu’à',
  'the customer’s approval of a payment': 'l’approbation d’un paiement par le client',
  'every 3 s while the session is open, then every 30 s for 5 minutes, then when they come back':
    'toutes les 3 s tant que la session est ouverte, puis toutes les 30 s pendant 5 minutes, puis quand il revient',
  '`deposit_status` is not `PENDING_VALIDATION`': '`deposit_status` n’est pas `PENDING_VALIDATION`',
  'a payout': 'un retrait',
  'when the customer comes back; at most once a minute':
    'quand le client revient ; au plus une fois par minute',
  '`withdrawal_status` is not `PENDING`': '`withdrawal_status` n’est pas `PENDING`',
  'the closing of an account': 'la fermeture d’un compte',
  'when the customer comes back': 'quand le client revient',
  '`check_registration_status` says `NOT_REGISTERED`': '`check_registration_status` dit `NOT_REGISTERED`',
  'a statement': 'un relevé',
  'every 10 s, for a minute': 'toutes les 10 s, pendant une minute',
  '`SENT` or `FAILED`': '`SENT` ou `FAILED`',
  'the advance of a test clock': 'l’avance d’une horloge de test',
  'every second': 'chaque seconde',
  '`advancing_to` is missing; give up if `advance_stalled` is `true`':
    '`advancing_to` est absent ; abandonnez si `advance_stalled` est `true`',
  'the reset of a test customer': 'la remise à zéro d’un client de test',
  'What may change on the wire, and how it is announced':
    'Ce qui peut changer dans l’interface, et comment c’est annoncé',
  'The wire has the version 1.0.0. A later version may add an operation, an optional argument, a key at the end of an answer, or a value of a status or a reason. So read pairs by their key and not by their position, ignore unknown keys, and if a status or a reason is unknown, show the text of the answer.':
    'L’interface est en version 1.0.0. Une version ultérieure peut ajouter une opération, un argument facultatif, une clé à la fin d’une réponse, ou une valeur d’un statut ou d’un motif. Lisez donc les paires par leur clé et non par leur position, ignorez les clés inconnues et, si un statut ou un motif est inconnu, montrez le texte de la réponse.',
  'Nothing else changes: no key is removed, renamed or moved, and no argument becomes mandatory. The changelog lists the additions of a version before it is in service, and tests compare each version with the previous one byte by byte.':
    'Rien d’autre ne change : aucune clé n’est supprimée, renommée ni déplacée, et aucun argument ne devient obligatoire. Le journal des versions annonce les ajouts avant la mise en service, et des tests comparent chaque version à la précédente, octet par octet.',
  'What to run next': 'Que lancer ensuite',
  'A release contains the programs and documents below. `docs/gateway-texts.md` has all texts for customers, for a gateway that stores them itself.':
    'Une version contient les programmes et les documents ci-dessous. `docs/gateway-texts.md` a tous les textes destinés aux clients, pour une passerelle qui les stocke elle-même.',
  'Programs and documents': 'Programmes et documents',
  name: 'nom',
  purpose: 'utilité',
  'Calls every operation of a service, and reports each answer that violates this contract.':
    'Appelle chaque opération d’un service, et signale chaque réponse qui ne respecte pas ce contrat.',
  'Plays a journey, and prints a line for each step. `scenarios/` has one for each outcome of a payment; `/simulator` plays them too, and saves what you do there as a new one.':
    'Joue un parcours, et affiche une ligne par étape. `scenarios/` en a un pour chaque issue d’un paiement ; `/simulator` les joue aussi, et enregistre ce que vous y faites comme un nouveau parcours.',
  'The same contract as a document, with all rules of the envelope.':
    'Le même contrat sous forme de document, avec toutes les règles de l’enveloppe.',
  'The numbers of the test wallet, and what each does.':
    'Les numéros du porte-monnaie de test, et l’effet de chacun.',
  'The changes of each version.': 'Les changements de chaque version.',
  // The diagrams.
  'A deposit': 'Un versement',
  'A withdrawal': 'Un retrait',
  'Closing an account': 'Fermer un compte',
  'A statement': 'Un relevé',
  Customer: 'Client',
  Gateway: 'Passerelle',
  Cauri: 'Cauri',
  Wallet: 'Porte-monnaie',
  Mail: 'Courrier',
  'amount, product': 'montant, produit',
  confirms: 'confirme',
  'request to pay': 'demande de paiement',
  'PIN?': 'code PIN ?',
  approves: 'approuve',
  'status?': 'statut ?',
  'confirm_deposit, again': 'confirm_deposit, encore',
  'a row for each position': 'une ligne par épargne',
  'chooses one': 'en choisit une',
  'PENDING, ON_HOLD or PROCESSING': 'PENDING, ON_HOLD ou PROCESSING',
  'waits for the hold of an early exit': 'attend la fin du délai',
  transfer: 'virement',
  'payment received': 'paiement reçu',
  'confirm_withdrawal, again': 'confirm_withdrawal, encore',
  'the payout of each position': 'ce qui est payé pour chaque épargne',
  'COMPLETED or PENDING': 'COMPLETED ou PENDING',
  'a transfer for each position': 'un virement par épargne',
  'closes the account': 'ferme le compte',
  'ON_FILE or MISSING': 'ON_FILE ou MISSING',
  'address, period': 'adresse, période',
  'the statement as PDF': 'le relevé en PDF',
  // Errors of the envelope.
  'the body is not JSON in UTF-8': 'le corps n’est pas du JSON en UTF-8',
  'it is JSON and no envelope': 'le corps est du JSON, mais pas une enveloppe',
  'nothing has this name at this address; the message names the right address, or the closest name':
    'aucune opération n’a ce nom à cette adresse ; le message indique la bonne adresse, ou le nom le plus proche',
  'an argument that the network supplies (a number, a date, a clock) is missing or invalid; the message names it':
    'un argument que le réseau fournit (un numéro, une date, une horloge) manque ou n’est pas valide ; le message le nomme',
  'of the clock operations only: their answers have no key for a refusal':
    'seulement pour les opérations d’horloge : leurs réponses n’ont pas de clé pour un refus',
  'no key, or an unknown one': 'pas de clé, ou une clé inconnue',
  'the key has no role for it, or test clocks are off':
    'la clé n’a pas le rôle nécessaire, ou les horloges de test sont désactivées',
  'no such address': 'adresse inconnue',
  'another method': 'une autre méthode',
  'the request did not arrive in time': 'la demande n’est pas arrivée à temps',
  'more than 64 KiB': 'plus de 64 Kio',
  'not `application/json`': 'pas `application/json`',
  'more calls a second than the key may make (`RATE_LIMIT_PER_SECOND`), or too many wrong keys':
    'plus d’appels par seconde que la clé n’en permet (`RATE_LIMIT_PER_SECOND`), ou trop de clés erronées',
  'the headers are too large': 'les en-têtes sont trop grands',
  'a bug; the message has an id to quote': 'un défaut ; le message a un identifiant à citer',
  'the database cannot serve, or the answer took more than 4 s; ask again, with the same reference, after `Retry-After`':
    'la base de données est indisponible, ou la réponse a pris plus de 4 s ; refaites l’appel avec la même référence après `Retry-After`',
}
