/** The chapters on the scoring service. */
export const ofScoring: Readonly<Record<string, string>> = {
  'First score in five calls': 'Premier score en cinq appels',
  'Get a token, send a request, upload the statement, poll the results, and read the body. Each program is complete and uses the sandbox, which has its own address, credentials and data. `npm run --silent sample-statement > statement.pdf` makes the statement of an invented person.':
    'Obtenir un jeton, envoyer une demande, déposer le relevé, interroger les résultats et lire le corps. Chaque programme est complet et utilise le bac à sable, qui a son adresse, ses identifiants et ses données propres. `npm run --silent sample-statement > statement.pdf` produit le relevé d’une personne inventée.',
  'Why a request fails': 'Pourquoi une demande échoue',
  'A request that could not be processed is answered 422, and its `details` begin with one of these codes; a document that could not be read has one as `problem.code`. A failed request cannot be corrected: send a new one. A statement that is not authentic is not a failure: its request completes, with `validity.isValid` false.':
    'Une demande qui n’a pu être traitée reçoit 422, et ses `details` commencent par un de ces codes ; un document qui n’a pu être lu en a un comme `problem.code`. Une demande en échec ne se corrige pas : envoyez-en une nouvelle. Un relevé qui n’est pas authentique n’est pas un échec : sa demande aboutit, avec `validity.isValid` à false.',
  'Codes of 422 and of documents': 'Codes de 422 et de documents',
  code: 'code',
  meaning: 'signification',
  'what to do': 'que faire',
  'The password does not open the document.': 'Le mot de passe n’ouvre pas le document.',
  'Ask the customer for it, and send a new request.':
    'Demandez-le au client, et envoyez une nouvelle demande.',
  'The document is locked, and the request had no password.':
    'Le document est verrouillé, et la demande n’avait pas de mot de passe.',
  'Send a new request with `password`.': 'Envoyez une nouvelle demande avec `password`.',
  'It is encrypted in a way that no password opens.':
    'Il est chiffré d’une façon qu’aucun mot de passe n’ouvre.',
  'Ask for another export of the statement.': 'Demandez un autre export du relevé.',
  'The file is neither a PDF nor the CSV of a statement.':
    'Le fichier n’est ni un PDF ni le CSV d’un relevé.',
  'Ask for the file as the issuer sent it.': 'Demandez le fichier tel que l’émetteur l’a envoyé.',
  'The PDF is broken.': 'Le PDF est endommagé.',
  'Ask for the file again.': 'Redemandez le fichier.',
  'It is a scan or a photograph: there is no text in it.':
    'C’est un scan ou une photo : il ne contient pas de texte.',
  'It contains no transactions.': 'Il ne contient pas d’opérations.',
  'Ask for a longer period.': 'Demandez une période plus longue.',
  'We do not support its layout.': 'Sa mise en page n’est pas prise en charge.',
  'Ask for another export, or tell us who issued it.':
    'Demandez un autre export, ou dites-nous qui l’a émis.',
  'It was not issued by the bank that the request names.':
    'Il n’a pas été émis par la banque que la demande nomme.',
  'Send a new request with the right `bankName`.': 'Envoyez une nouvelle demande avec le bon `bankName`.',
  'It has more pages than we read.': 'Il a plus de pages que nous n’en lisons.',
  'Ask for a shorter period.': 'Demandez une période plus courte.',
  'It has more rows than we read.': 'Il a plus de lignes que nous n’en lisons.',
  'The result is larger than an answer may be.': 'Le résultat dépasse la taille maximale d’une réponse.',
  'Reading it took more time or memory than a document may take.':
    'Sa lecture a pris plus de temps ou de mémoire qu’un document ne peut en prendre.',
  'Ask for another export.': 'Demandez un autre export.',
  'The reader crashed twice on it.': 'Le lecteur s’est arrêté deux fois dessus.',
  'Tell us the `requestId`.': 'Dites-nous le `requestId`.',
  'The credit bureau did not answer.': 'Le bureau de crédit n’a pas répondu.',
  'Send a new request later.': 'Envoyez une nouvelle demande plus tard.',
  'The documents were not uploaded within an hour.': 'Les documents n’ont pas été envoyés dans l’heure.',
  'Send a new request, and upload its documents at once.':
    'Envoyez une nouvelle demande, et ses documents aussitôt.',
  'Persons of the sandbox’s bureau': 'Personnes du bureau de crédit du bac à sable',
  'P7 and P8 query a credit bureau. In the sandbox it is always an emulator, which knows these national ids.':
    'P7 et P8 interrogent un bureau de crédit. Dans le bac à sable, c’est toujours un émulateur, qui connaît ces numéros nationaux.',
  'National ids': 'Numéros nationaux',
  'national id': 'numéro national',
  'the person, and the result of P7': 'la personne, et le résultat de P7',
  'One loan that is paid as agreed, five that were paid back: band A, `APPROVE`.':
    'Un prêt payé comme convenu, cinq remboursés : tranche A, `APPROVE`.',
  'A loan that is 132 days late: band C, `DECLINE`.':
    'Un prêt en retard de 132 jours : tranche C, `DECLINE`.',
  'Fraud is reported, and nothing else: at most 199 points, `DECLINE`.':
    'Une fraude est signalée, et rien d’autre : 199 points au plus, `DECLINE`.',
  'Unknown to the bureau: -1, `INSUFFICIENT_DATA`.': 'Inconnue du bureau : -1, `INSUFFICIENT_DATA`.',
  'The bureau never answers: `bureau_unavailable`.': 'Le bureau ne répond jamais : `bureau_unavailable`.',
  'As the first person, after 3 seconds.': 'Comme la première personne, après 3 secondes.',
  'The bureau answers 500: `bureau_unavailable`.': 'Le bureau répond 500 : `bureau_unavailable`.',
  'The bureau rejects the number: `bureau_unavailable`.':
    'Le bureau rejette le numéro : `bureau_unavailable`.',
  'The first call fails; the second is answered as for the first person.':
    'Le premier appel échoue ; le second reçoit la réponse de la première personne.',
  'As the first person, but recorded under another name: the result has a notice.':
    'Comme la première personne, mais enregistrée sous un autre nom : le résultat a un avis.',
  'The connection is cut: `bureau_unavailable`.': 'La connexion est coupée : `bureau_unavailable`.',
  'A loan that is 21 days late: band B, `APPROVE_WITH_CONDITIONS`.':
    'Un prêt en retard de 21 jours : tranche B, `APPROVE_WITH_CONDITIONS`.',
  'Limits, and 429': 'Limites, et 429',
  'The headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` have the count. An answer 429 has `Retry-After`: wait at least that long, and repeat the request with the same `Idempotency-Key`; a repetition does not count against any limit. The body has `quotaRemaining` and `resetTime`.':
    'Les en-têtes `RateLimit-Limit`, `RateLimit-Remaining` et `RateLimit-Reset` ont le décompte. Une réponse 429 a `Retry-After` : attendez au moins ce délai, et refaites la demande avec la même `Idempotency-Key` ; une répétition ne compte dans aucune limite. Le corps a `quotaRemaining` et `resetTime`.',
  'Limits of a client on this server': 'Limites d’un client sur ce serveur',
  live: 'réel',
  sandbox: 'bac à sable',
  'tokens a minute': 'jetons par minute',
  'requests a minute': 'demandes par minute',
  'accepted requests a day': 'demandes acceptées par jour',
  'polls of results a minute': 'interrogations des résultats par minute',
  'seconds that reading its documents may take, a day':
    'secondes que peut prendre la lecture de ses documents, par jour',
  'megabytes uploaded a day': 'mégaoctets envoyés par jour',
  'What may change in the scoring service, and how it is announced':
    'Ce qui peut changer dans le service de score, et comment c’est annoncé',
  'Paths have no version; each answer has the header `X-API-Version`, today `1.0.0`. An addition raises the second or the third number: a member of a body, an optional field, a value of `reasonCodes`, `cappedBy` or one of the codes above, a header. So ignore unknown members, and do not fail on an unknown value: show the `text` of a reason, and go by the HTTP status of an error.':
    'Les chemins n’ont pas de version ; chaque réponse a l’en-tête `X-API-Version`, aujourd’hui `1.0.0`. Un ajout augmente le deuxième ou le troisième nombre : un membre d’un corps, un champ facultatif, une valeur de `reasonCodes`, de `cappedBy` ou d’un des codes ci-dessus, un en-tête. Ignorez donc les membres inconnus, et n’échouez pas sur une valeur inconnue : montrez le `text` d’un motif, et fiez-vous au statut HTTP d’une erreur.',
  'Nothing else changes: no member is removed or renamed, or changes its type, unit or position. Such a change would get a new address, and this one would stay. The changelog lists the additions of a version before it is in service.':
    'Rien d’autre ne change : aucun membre n’est supprimé ni renommé, ni ne change de type, d’unité ou de position. Un tel changement aurait une nouvelle adresse, et celle-ci resterait. Le journal des versions annonce les ajouts avant la mise en service.',
}
