/** The chapters in front of the gateway's operations, their diagrams, and the errors of the envelope. */
export const ofGateway: Readonly<Record<string, string>> = {
  'First deposit in five calls': 'Premier dépôt en cinq appels',
  'Register, look at the products, ask for a summary, confirm it, and see the balance. Each program is whole, needs nothing beside what is named, and runs against a service on this machine as it stands; with a number that ends in `450` to `472` the wallet does something else.':
    'Inscrire, regarder les produits, demander un résumé, le confirmer et voir le solde. Chaque programme est entier, n’a besoin de rien d’autre que ce qui est nommé et marche tel quel avec un service sur cette machine ; avec un numéro qui finit par `450` à `472`, le porte-monnaie fait autre chose.',
  'The envelope': 'L’enveloppe',
  'Every call has the same body, in UTF-8 and of at most 64 KiB. Members that are not named here are passed over; one that is named twice is refused.':
    'Chaque appel a le même corps, en UTF-8 et de 64 Kio au plus. Les membres qui ne sont pas nommés ici sont ignorés ; celui qui est nommé deux fois est refusé.',
  'The two identifiers are the gateway’s own, and need not be the network’s. We keep them with what was answered, so that a complaint can be followed from a dialled session to a payment, and decide nothing by them: what is confirmed in another session is the same order.':
    'Les deux identifiants sont ceux de la passerelle, et pas forcément ceux du réseau. Nous les gardons avec la réponse, pour qu’une réclamation se suive de la session composée jusqu’au paiement, et n’en décidons rien : ce qui est confirmé dans une autre session est le même ordre.',
  'Members of the envelope': 'Membres de l’enveloppe',
  member: 'membre',
  'what it is': 'ce que c’est',
  'without it': 'sans lui',
  'A list of at most 100 pairs `{ "key": { "value": … }, "value": { "value": … } }`, in any order; both values are strings. One has the key `operation_name`. An empty value is as none, and a key that the operation does not know is passed over.':
    'Une liste de 100 paires au plus `{ "key": { "value": … }, "value": { "value": … } }`, dans n’importe quel ordre ; les deux valeurs sont des chaînes. L’une a la clé `operation_name`. Une valeur vide compte pour aucune, et une clé que l’opération ne connaît pas est ignorée.',
  '400 `MALFORMED_ENVELOPE`; the same where no pair names the operation':
    '400 `MALFORMED_ENVELOPE` ; de même quand aucune paire ne nomme l’opération',
  '1 to 64 characters: one for each time that a customer dials, the network’s session or one of your own.':
    '1 à 64 caractères : un pour chaque fois qu’un client compose, celui de la session du réseau ou le vôtre.',
  '400 `MALFORMED_ENVELOPE`': '400 `MALFORMED_ENVELOPE`',
  '1 to 64 characters: one for what the customer came to do, across sessions if need be. Without such a notion send the session again.':
    '1 à 64 caractères : un pour ce que le client est venu faire, sur plusieurs sessions s’il le faut. Sans cette notion, envoyez encore celui de la session.',
  'The language of the texts in the answer: `en`, also as `en-GB`, is English, and everything else is French.':
    'La langue des textes de la réponse : `en`, aussi comme `en-GB`, est l’anglais, et tout le reste le français.',
  'The texts are French.': 'Les textes sont en français.',
  'Key and headers': 'Clé et en-têtes',
  'Every call is a `POST` of JSON over TLS. The gateway has one key, with the role GATEWAY; the clock operations and `clock_id` need TESTER as well.':
    'Chaque appel est un `POST` de JSON par TLS. La passerelle a une clé, avec le rôle GATEWAY ; les opérations d’horloge et `clock_id` demandent aussi TESTER.',
  Headers: 'En-têtes',
  header: 'en-tête',
  'what it says': 'ce qu’il dit',
  'The key; or `Authorization: Bearer` with it. Without one, or with a wrong one: 401.':
    'La clé ; ou `Authorization: Bearer` avec elle. Sans clé, ou avec une fausse : 401.',
  '`application/json`, always': '`application/json`, toujours',
  'Optional, 1 to 64 letters, digits, `.`, `_` and `-`: your own id of the call, which our log then has. The answer has it too.':
    'Facultatif, 1 à 64 lettres, chiffres, `.`, `_` et `-` : votre propre identifiant de l’appel, que notre journal a alors. La réponse l’a aussi.',
  'Of an answer 503 or 429: the seconds to wait before the same call is made again.':
    'D’une réponse 503 ou 429 : les secondes à attendre avant de refaire le même appel.',
  Journeys: 'Parcours',
  'Who asks whom, and in which order. What a customer pays and is paid goes on after our answer: the wallet, the hold of an early exit and the mail take their own time.':
    'Qui demande à qui, et dans quel ordre. Ce qu’un client paie et reçoit continue après notre réponse : le porte-monnaie, la retenue d’une sortie anticipée et le courrier prennent leur temps.',
  'When no answer comes, and what settles later':
    'Quand aucune réponse ne vient, et ce qui se règle plus tard',
  'We answer within 4 seconds, or with 503. Give a call 6 seconds, then make it again: no call does anything twice. After a second silence tell the customer that the request is being looked at, and ask again when they come back; a reference says for ever what came of it.':
    'Nous répondons en 4 secondes, ou par 503. Donnez 6 secondes à un appel, puis refaites-le : aucun appel ne fait rien deux fois. Après un second silence, dites au client que la demande est examinée, et redemandez quand il revient ; une référence dit pour toujours ce qu’il en est advenu.',
  'How often to ask': 'Combien de fois demander',
  'what is waited for': 'ce qui est attendu',
  ask: 'demander',
  'how often': 'combien de fois',
  until: 'jusqu’à',
  'the customer approves a payment': 'le client approuve un paiement',
  'every 3 s while the session is open, then every 30 s for 5 minutes, then when they come back':
    'toutes les 3 s tant que la session est ouverte, puis toutes les 30 s pendant 5 minutes, puis quand il revient',
  '`deposit_status` is not `PENDING_VALIDATION`': '`deposit_status` n’est pas `PENDING_VALIDATION`',
  'a payout': 'un versement',
  'when the customer comes back; at most once a minute':
    'quand le client revient ; au plus une fois par minute',
  '`withdrawal_status` is not `PENDING`': '`withdrawal_status` n’est pas `PENDING`',
  'an account closes': 'un compte se ferme',
  'when the customer comes back': 'quand le client revient',
  '`check_registration_status` says `NOT_REGISTERED`': '`check_registration_status` dit `NOT_REGISTERED`',
  'a statement': 'un relevé',
  'every 10 s, for a minute': 'toutes les 10 s, pendant une minute',
  '`SENT` or `FAILED`': '`SENT` ou `FAILED`',
  'a test clock walks': 'une horloge de test avance',
  'every second': 'chaque seconde',
  '`advancing_to` is gone; stop where `advance_stalled` is `true`':
    '`advancing_to` a disparu ; arrêtez si `advance_stalled` est `true`',
  'a test customer is made usable': 'un client de test est remis en état',
  'What may change of the wire, and how it is told': 'Ce qui peut changer de l’échange, et comment c’est dit',
  'The wire is version 1.0.0. What may come is another operation, another argument that may be left out, another key behind those that an answer has, another word of a status or a reason. So read pairs by their key and not by their place, pass over keys that you do not know, and show the text of an answer whose word you do not know.':
    'L’échange est à la version 1.0.0. Peuvent venir une autre opération, un autre argument facultatif, une autre clé derrière celles d’une réponse, un autre mot d’un statut ou d’un motif. Lisez donc les paires par leur clé et non par leur place, ignorez les clés que vous ne connaissez pas, et montrez le texte d’une réponse dont vous ne connaissez pas le mot.',
  'Nothing else changes: no key goes, is renamed or moves, and no argument becomes needed. The changelog says of every version what was added, before it is served; every version is compared with the one before it, byte by byte, by tests.':
    'Rien d’autre ne change : aucune clé ne part, ne change de nom ni de place, et aucun argument ne devient nécessaire. Le journal des versions dit de chacune ce qui a été ajouté, avant qu’elle soit servie ; chaque version est comparée à la précédente, octet par octet, par des tests.',
  'What to run next': 'Que lancer ensuite',
  'With the files of a release come the programs and papers below; the texts of the customer are in `docs/gateway-texts.md` too, for a gateway that keeps them.':
    'Avec les fichiers d’une version viennent les programmes et les documents ci-dessous ; les textes du client sont aussi dans `docs/gateway-texts.md`, pour une passerelle qui les garde.',
  'Programs and papers': 'Programmes et documents',
  what: 'quoi',
  'what for': 'pour quoi',
  'Calls every operation of a service, and says where an answer is not of this contract.':
    'Appelle chaque opération d’un service, et dit où une réponse n’est pas de ce contrat.',
  'Plays a journey, with a line for each step. `scenarios/` has one for each ending of the wallet; `/simulator` plays them, and saves what you do there as another.':
    'Joue un parcours, avec une ligne pour chaque étape. `scenarios/` en a un pour chaque issue du porte-monnaie ; `/simulator` les joue, et enregistre comme un autre ce que vous y faites.',
  'The same contract on paper, with each rule of the envelope.':
    'Le même contrat sur papier, avec chaque règle de l’enveloppe.',
  'What each number of the test wallet does.': 'Ce que fait chaque numéro du porte-monnaie de test.',
  'What came with each version.': 'Ce qui est venu avec chaque version.',
  // The diagrams.
  'A deposit': 'Un dépôt',
  'A withdrawal': 'Un retrait',
  'Leaving altogether': 'Partir pour de bon',
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
  'how does it stand?': 'où en est-on ?',
  'confirm_deposit, again': 'confirm_deposit, encore',
  'a row for each savings': 'une ligne par épargne',
  'chooses one': 'en choisit une',
  'PENDING, ON_HOLD or PROCESSING': 'PENDING, ON_HOLD ou PROCESSING',
  'waits for the hold of an early exit': 'attend la retenue',
  transfer: 'virement',
  'money has come': 'l’argent est là',
  'confirm_withdrawal, again': 'confirm_withdrawal, encore',
  'what each savings pays': 'ce que paie chaque épargne',
  'COMPLETED or PENDING': 'COMPLETED ou PENDING',
  'a transfer for each savings': 'un virement par épargne',
  'closes the account': 'ferme le compte',
  'ON_FILE or MISSING': 'ON_FILE ou MISSING',
  'address, period': 'adresse, période',
  'the statement as PDF': 'le relevé en PDF',
  // Errors of the envelope.
  'the body is not JSON in UTF-8': 'le corps n’est pas du JSON en UTF-8',
  'it is JSON and no envelope': 'c’est du JSON, et pas une enveloppe',
  'nothing has this name at this address; the message names the right address, or the closest name':
    'rien n’a ce nom à cette adresse ; le message nomme la bonne adresse, ou le nom le plus proche',
  'an argument that the network supplies (a number, a date, a clock) is missing or invalid; the message names it':
    'un argument que le réseau fournit (un numéro, une date, une horloge) manque ou n’en est pas un ; le message le nomme',
  'of the clock operations only: their answers have no key for a refusal':
    'les opérations d’horloge, qui n’ont pas de clé pour le dire',
  'no key, or an unknown one': 'pas de clé, ou une qui n’est à personne',
  'the key has no role for it, or test clocks are off':
    'la clé n’a pas de rôle pour cela, ou les horloges de test sont fermées',
  'no such address': 'une autre adresse',
  'another method': 'une autre méthode',
  'the request did not arrive in time': 'la demande n’est pas arrivée à temps',
  'more than 64 KiB': 'plus de 64 Kio',
  'not `application/json`': 'pas `application/json`',
  'more calls a second than the key may make (`RATE_LIMIT_PER_SECOND`), or too many wrong keys':
    'plus d’appels par seconde que la clé n’en peut faire (`RATE_LIMIT_PER_SECOND`), ou trop de fausses clés',
  'the headers are too large': 'les en-têtes sont trop grands',
  'a bug; the message has an id to quote': 'un défaut ; le message a un identifiant à citer',
  'the database cannot serve, or the answer took more than 4 s; ask again, with the same reference, after `Retry-After`':
    'la base ne peut servir, ou la réponse a pris plus de 4 s ; redemandez, avec la même référence, après `Retry-After`',
}
