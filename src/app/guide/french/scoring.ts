/** The half of the scoring service. */
export const ofScoring: Readonly<Record<string, string>> = {
  'First score in five calls': 'Premier score en cinq appels',
  'A token, a request, the statement, the results, and the body. Each program is whole, and asks the sandbox: there is another address and other credentials than live, and no data of either is seen in the other. `npm run --silent sample-statement > statement.pdf` makes a statement of somebody who does not exist.':
    'Un jeton, une demande, le relevé, les résultats et le corps. Chaque programme est entier, et demande au bac à sable : il a une autre adresse et d’autres identifiants que le réel, et aucune donnée de l’un ne se voit dans l’autre. `npm run --silent sample-statement > statement.pdf` fait un relevé de quelqu’un qui n’existe pas.',
  'Why a request fails': 'Pourquoi une demande échoue',
  'A request that could not be processed is 422, and its `details` begin with one of these words; a document that could not be read has one as `problem.code`. A request is not mended: send a new one. A statement that is not authentic is none of these: it completes, with `validity.isValid` false.':
    'Une demande qui n’a pu être traitée est 422, et ses `details` commencent par un de ces mots ; un document qui n’a pu être lu en a un comme `problem.code`. Une demande ne se répare pas : envoyez-en une nouvelle. Un relevé qui n’est pas authentique n’est rien de tout cela : la demande aboutit, avec `validity.isValid` à false.',
  'Codes of 422 and of documents': 'Codes de 422 et de documents',
  code: 'code',
  'what it means': 'ce qu’il veut dire',
  'what to do': 'que faire',
  'The password does not open the document.': 'Le mot de passe n’ouvre pas le document.',
  'Ask the customer for it, and send a new request.':
    'Demandez-le au client, et envoyez une nouvelle demande.',
  'The document is locked, and no password came.':
    'Le document est verrouillé, et aucun mot de passe n’est venu.',
  'Send a new request with `password`.': 'Envoyez une nouvelle demande avec `password`.',
  'It is locked in a way that nobody opens with a password.':
    'Il est verrouillé d’une façon que personne n’ouvre avec un mot de passe.',
  'Ask for another export of the statement.': 'Demandez un autre export du relevé.',
  'What was sent is neither a PDF nor the CSV of a statement.':
    'Ce qui a été envoyé n’est ni un PDF ni le CSV d’un relevé.',
  'Ask for the file as the issuer sent it.': 'Demandez le fichier tel que l’émetteur l’a envoyé.',
  'The PDF is broken.': 'Le PDF est abîmé.',
  'Ask for the file anew.': 'Redemandez le fichier.',
  'It is a scan or a photograph: there is no text in it.':
    'C’est un scan ou une photo : il n’y a pas de texte dedans.',
  'There are no transactions in it.': 'Il n’y a pas d’opérations dedans.',
  'Ask for a longer period.': 'Demandez une période plus longue.',
  'The layout is none that we read.': 'La mise en page n’est pas de celles que nous lisons.',
  'Ask for another export, or tell us whose it is.': 'Demandez un autre export, ou dites-nous de qui il est.',
  'It is not of the bank that was named.': 'Il n’est pas de la banque qui a été nommée.',
  'Send a new request with the right `bankName`.': 'Envoyez une nouvelle demande avec le bon `bankName`.',
  'It has more pages than we read.': 'Il a plus de pages que nous n’en lisons.',
  'Ask for a shorter period.': 'Demandez une période plus courte.',
  'It has more rows than we read.': 'Il a plus de lignes que nous n’en lisons.',
  'What was read is larger than an answer may be.': 'Ce qui a été lu dépasse ce qu’une réponse peut être.',
  'Reading it took more time or memory than one document may have.':
    'Le lire a pris plus de temps ou de mémoire qu’un document n’en peut avoir.',
  'Ask for another export.': 'Demandez un autre export.',
  'Reading it broke, and did so again.': 'Sa lecture a échoué, et de nouveau.',
  'Tell us the `requestId`.': 'Dites-nous le `requestId`.',
  'The credit bureau gave no answer.': 'Le bureau de crédit n’a pas répondu.',
  'Ask again later, with a new request.': 'Redemandez plus tard, par une nouvelle demande.',
  'The uploads did not come within the hour.': 'Les envois ne sont pas venus dans l’heure.',
  'Send a new request, and the documents at once.':
    'Envoyez une nouvelle demande, et les documents aussitôt.',
  'Persons of the sandbox’s bureau': 'Personnes du bureau du bac à sable',
  'P7 and P8 ask a credit bureau. The one of the sandbox is an emulator and never a real one; it knows these national ids.':
    'P7 et P8 demandent à un bureau de crédit. Celui du bac à sable est un émulateur, jamais un vrai ; il connaît ces numéros nationaux.',
  'National ids': 'Numéros nationaux',
  'national id': 'numéro national',
  'who it is, and what P7 makes of it': 'qui c’est, et ce que P7 en fait',
  'One loan that is paid as agreed, five that were paid back: band A, `APPROVE`.':
    'Un prêt payé comme convenu, cinq remboursés : classe A, `APPROVE`.',
  'A loan that is 132 days late: band C, `DECLINE`.': 'Un prêt en retard de 132 jours : classe C, `DECLINE`.',
  'Fraud is reported, all else is clean: at most 199 points, `DECLINE`.':
    'Une fraude est signalée, tout le reste est net : 199 points au plus, `DECLINE`.',
  'Nobody knows them: -1, `INSUFFICIENT_DATA`.': 'Personne ne les connaît : -1, `INSUFFICIENT_DATA`.',
  'The bureau never answers: `bureau_unavailable`.': 'Le bureau ne répond jamais : `bureau_unavailable`.',
  'As clean, after 3 seconds.': 'Comme le premier, après 3 secondes.',
  'The bureau answers 500: `bureau_unavailable`.': 'Le bureau répond 500 : `bureau_unavailable`.',
  'The bureau does not take the number: `bureau_unavailable`.':
    'Le bureau ne prend pas le numéro : `bureau_unavailable`.',
  'As clean, at the second call.': 'Comme le premier, au second appel.',
  'As clean, recorded under another name: with a notice.':
    'Comme le premier, inscrit sous un autre nom : avec un avis.',
  'The line is cut: `bureau_unavailable`.': 'La ligne est coupée : `bureau_unavailable`.',
  'A loan that is 21 days late: band B, `APPROVE_WITH_CONDITIONS`.':
    'Un prêt en retard de 21 jours : classe B, `APPROVE_WITH_CONDITIONS`.',
  'Limits, and 429': 'Limites, et 429',
  'What was counted is told in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. An answer 429 has `Retry-After`: wait at least that long, and ask again with the same `Idempotency-Key`, which is counted against no limit. Its body has `quotaRemaining` and `resetTime`.':
    'Ce qui a été compté est dit dans `RateLimit-Limit`, `RateLimit-Remaining` et `RateLimit-Reset`. Une réponse 429 a `Retry-After` : attendez au moins cela, et redemandez avec la même `Idempotency-Key`, qui ne compte dans aucune limite. Son corps a `quotaRemaining` et `resetTime`.',
  'Limits of a client on this server': 'Limites d’un client sur ce serveur',
  live: 'réel',
  sandbox: 'bac à sable',
  'tokens a minute': 'jetons par minute',
  'requests a minute': 'demandes par minute',
  'requests a day that were accepted': 'demandes acceptées par jour',
  'polls of results a minute': 'demandes de résultats par minute',
  'seconds of reading in a day': 'secondes de lecture par jour',
  'megabytes sent in a day': 'mégaoctets envoyés par jour',
  'What may change of the scoring service, and how it is told':
    'Ce qui peut changer du service de score, et comment c’est dit',
  'No path has a version; each answer says `X-API-Version`, today `1.0.0`. What is added changes the last two places: another member of a body, another optional field, another word of `reasonCodes`, `cappedBy` or of a code above, another header. So ignore members that you do not know, and treat a word that you do not know as its kind.':
    'Aucun chemin n’a de version ; chaque réponse dit `X-API-Version`, aujourd’hui `1.0.0`. Ce qui s’ajoute change les deux derniers chiffres : un autre membre d’un corps, un autre champ facultatif, un autre mot de `reasonCodes`, de `cappedBy` ou d’un code ci-dessus, un autre en-tête. Ignorez donc les membres que vous ne connaissez pas, et traitez un mot inconnu comme ceux de sa sorte.',
  'Nothing else changes: no member goes, is renamed, or changes its type, its unit or its place. Were that ever needed, it would be at another address, and this one would go on beside it. The changelog says of every version what was added, before it is served.':
    'Rien d’autre ne change : aucun membre ne part, ne change de nom, de type, d’unité ni de place. S’il le fallait un jour, ce serait à une autre adresse, et celle-ci continuerait à côté. Le journal des versions dit de chacune ce qui a été ajouté, avant qu’elle soit servie.',
}
