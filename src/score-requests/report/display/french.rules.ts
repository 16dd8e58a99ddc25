/**
 * The report in French, by what it says in English: texts of ours, words of the results, and the fixed sentences of the scoring service.
 * A test compares it with all of them.
 */
export const french: Readonly<Record<string, string>> = {
  // The page and the paper around the panels.
  'Score report': 'Rapport de score',
  'Skip to the report': 'Aller au rapport',
  'Open as PDF': 'Ouvrir en PDF',
  'Confidential: personal data of a customer. Look at it, decide, and do not pass it on.':
    'Confidentiel : données personnelles d’un client. Consultez-les, décidez, et ne les transmettez pas.',
  'Confidential: personal data of a customer.': 'Confidentiel : données personnelles d’un client.',
  Contents: 'Sommaire',
  Product: 'Produit',
  Phone: 'Téléphone',
  'National ID ends in': 'Fin du numéro national',
  'national ID ending in': 'numéro national finissant par',
  Asked: 'Demandé le',
  'The service says': 'Le service dit',
  Explanation: 'Explication',
  'All figures': 'Tous les chiffres',
  'Figures of': 'Chiffres :',
  'A key is needed': 'Il faut une clé',
  'Load the page again and give your key as the password; the user name is not looked at.':
    'Rechargez la page et donnez votre clé comme mot de passe ; le nom d’utilisateur n’est pas regardé.',
  'Not with this key': 'Pas avec cette clé',
  'Reports are for the back office, approvers, administrators and analysts.':
    'Les rapports sont pour le back-office, les approbateurs, les administrateurs et les analystes.',
  'No such report': 'Ce rapport n’existe pas',
  'There is no score request with this reference. It may have been copied in part.':
    'Aucune demande de score n’a cette référence. Elle a peut-être été copiée en partie.',
  'Too many requests': 'Trop de demandes',
  'Wait a second, then load the page again.': 'Attendez une seconde, puis rechargez la page.',

  // Of the request.
  'Statement check (PA)': 'Contrôle de relevé (PA)',
  'Statement score (PAS)': 'Score de relevé (PAS)',
  'Statement score and behaviour (PARS)': 'Score de relevé et comportement (PARS)',
  'Credit bureau score (P7)': 'Score du bureau de crédit (P7)',
  'Credit bureau and statement score (P8)': 'Score du bureau de crédit et de relevé (P8)',
  'Waiting for documents': 'En attente de documents',
  'Not every document has been uploaded. The score is asked for when the last one is here.':
    'Il manque des documents. Le score est demandé quand le dernier est là.',
  Queued: 'En file d’attente',
  'The request is about to be sent to the scoring service. Look again in a minute.':
    'La demande va être envoyée au service de score. Revenez dans une minute.',
  'Sending documents': 'Envoi des documents',
  'The documents are on their way to the scoring service. Look again in a minute.':
    'Les documents sont en route vers le service de score. Revenez dans une minute.',
  'Being scored': 'Score en cours',
  'The scoring service is at work. Look again in a minute.':
    'Le service de score travaille. Revenez dans une minute.',
  'No result': 'Pas de résultat',
  'The request ended without a result.': 'La demande s’est terminée sans résultat.',
  'The result is no longer kept.': 'Le résultat n’est plus conservé.',
  'Amounts are in the currency of the statement.': 'Les montants sont dans la monnaie du relevé.',
  'All documents together': 'Tous les documents ensemble',

  // The verdict.
  Approve: 'Accorder',
  'Approve with conditions': 'Accorder sous conditions',
  'up to': 'jusqu’à',
  'What a month leaves repays a loan of that size, with its price.':
    'Ce qui reste d’un mois rembourse un prêt de ce montant, avec son prix.',
  'Lend less or for a shorter time at first; a loan that is repaid allows more.':
    'Prêtez d’abord moins ou moins longtemps ; un prêt remboursé permet davantage.',
  'What a month leaves does not repay a loan now, so that there is no limit.':
    'Ce qui reste d’un mois ne rembourse pas de prêt aujourd’hui : il n’y a donc pas de plafond.',
  'The record of the bureau speaks for it. Without a statement no limit is recommended.':
    'Le dossier du bureau y est favorable. Sans relevé, aucun plafond n’est recommandé.',
  'Decline: the statement cannot be accepted': 'Refuser : le relevé ne peut pas être accepté',
  'It is not as its issuer made it, or it is of somebody else. Ask for the statement as the issuer sends it.':
    'Il n’est pas tel que son émetteur l’a fait, ou il est de quelqu’un d’autre. Demandez le relevé tel que l’émetteur l’envoie.',
  Decline: 'Refuser',
  'The customer can ask again when what is named below has changed.':
    'Le client peut redemander quand ce qui est dit ci-dessous aura changé.',
  'A person has to look first': 'Une personne doit d’abord examiner',
  'The bureau knows this national ID under another name; until that is cleared up there is no limit. Look at the identity card.':
    'Le bureau connaît ce numéro national sous un autre nom ; tant que ce n’est pas éclairci il n’y a pas de plafond. Regardez la carte d’identité.',
  'What is named below has to be cleared up; until then there is no limit. Ask for the statement as its issuer sends it.':
    'Ce qui est dit ci-dessous doit être éclairci ; d’ici là il n’y a pas de plafond. Demandez le relevé tel que son émetteur l’envoie.',
  'No decision: the currency of the statements': 'Pas de décision : la monnaie des relevés',
  'That says nothing good or bad of the customer. Ask for statements of one account in the currency of the loan.':
    'Cela ne dit rien de bon ni de mauvais du client. Demandez les relevés d’un compte dans la monnaie du prêt.',
  'Too little to decide by': 'Trop peu pour décider',
  'That says nothing good or bad of the customer. Ask for the last twelve months of each account.':
    'Cela ne dit rien de bon ni de mauvais du client. Demandez les douze derniers mois de chaque compte.',
  'That says nothing good or bad of the customer. Ask for a statement, and score that.':
    'Cela ne dit rien de bon ni de mauvais du client. Demandez un relevé, et faites-le évaluer.',
  'The statement can be relied on': 'Le relevé est fiable',
  'It is of this person, and as its issuer made it.':
    'Il est de cette personne, et tel que son émetteur l’a fait.',
  'Nobody vouches for the statement': 'Personne ne garantit le relevé',
  'Nothing contradicts it. Ask for the statement as its issuer sends it.':
    'Rien ne le contredit. Demandez le relevé tel que son émetteur l’envoie.',
  'The statement cannot be accepted': 'Le relevé ne peut pas être accepté',
  'What would make the score higher': 'Ce qui relèverait le score',
  Why: 'Pourquoi',

  // Values.
  Yes: 'Oui',
  No: 'Non',
  yes: 'oui',
  no: 'non',
  'not known': 'inconnu',
  'Not known': 'Inconnu',
  None: 'Aucun',
  Nothing: 'Rien',
  otherwise: 'sinon',
  'Not applicable': 'Sans objet',
  'Insufficient data': 'Données insuffisantes',
  'Not printed': 'Pas imprimé',
  'No income': 'Pas de revenu',
  'No rule': 'Aucune règle',
  'Nothing was lost on any characteristic.': 'Aucun point n’a été perdu.',
  'Too little is known for points.': 'On en sait trop peu pour donner des points.',
  'Everything else': 'Tout le reste',
  Source: 'Source',
  Is: 'C’est-à-dire',
  and: 'et',
  Month: 'Mois',
  Category: 'Catégorie',
  Name: 'Nom',
  Title: 'Titre',
  Label: 'Nom',
  Code: 'Code',
  Value: 'Valeur',
  Range: 'Plage',
  Points: 'Points',
  Reason: 'Motif',
  Found: 'Constaté',
  Share: 'Part',
  Amount: 'Montant',
  In: 'Entrées',
  Out: 'Sorties',
  'Payments a month': 'Paiements par mois',
  Excellent: 'Excellent',
  Good: 'Bon',
  Fair: 'Moyen',
  Poor: 'Faible',
  'High risk': 'Risque élevé',
  excellent: 'excellent',
  good: 'bon',
  fair: 'moyen',
  poor: 'faible',
  'high risk': 'risque élevé',
  Refer: 'À examiner',
  Green: 'Vert',
  Yellow: 'Jaune',
  Red: 'Rouge',
  Expert: 'Avis d’expert',
  Formal: 'Formel',
  Informal: 'Informel',
  Mixed: 'Mixte',
  'Full months': 'Mois entiers',
  'Pro rated': 'Mois extrapolés',
  'Fraud reported': 'Fraude signalée',
  'Long default': 'Défaut prolongé',
  'Short history': 'Historique court',
  Gaps: 'Lacunes',
  Stale: 'Relevé ancien',
  'Invalid document': 'Document non valide',
  'Unverified document': 'Document non garanti',
  'Documents disagree': 'Documents en désaccord',
  'Thin file': 'Trop peu d’opérations',
  Currency: 'Monnaie',
  'Other name at bureau': 'Autre nom au bureau',
  'A (2% default risk, approve)': 'A (risque de défaut 2 %, accorder)',
  'B (5% default risk, approve with conditions)': 'B (risque de défaut 5 %, accorder sous conditions)',
  'C (15% default risk, decline)': 'C (risque de défaut 15 %, refuser)',
  Utilities: 'Eau, électricité, abonnements',
  Rent: 'Loyer',
  Groceries: 'Courses',
  'Airtime data': 'Téléphone et données',
  Education: 'Éducation',
  Health: 'Santé',
  Transport: 'Transport',
  Shopping: 'Achats',
  'Eating out': 'Repas dehors',
  Bills: 'Factures',
  Insurance: 'Assurances',
  Government: 'Administration',
  Betting: 'Paris',
  'Loan repayments': 'Remboursements de prêts',
  Savings: 'Épargne',
  'Cash withdrawals': 'Retraits d’espèces',
  People: 'Personnes',
  'Bank transfers': 'Virements bancaires',
  Charges: 'Frais',
  Other: 'Autres',
  'Name invalid': 'Nom différent',
  'Email invalid': 'Adresse différente',
  'Phone number invalid': 'Numéro différent',
  'Document modified': 'Document modifié',
  'Insufficient transactions': 'Trop peu d’opérations',
  'Author mismatch': 'Auteur différent',
  'Account number mismatch': 'Autre numéro de compte',
  'Till of another holder': 'Caisse d’un autre titulaire',
  'Names differ': 'Noms différents',
  'Name not printed': 'Nom pas imprimé',
  'Phone number not printed': 'Numéro pas imprimé',
  'Issuer not named': 'Émetteur pas nommé',
  'Csv not of issuer': 'Tableau qui n’est pas de l’émetteur',
  'Csv not vouched for': 'Tableau que personne ne garantit',
  'Maker unknown': 'Origine du fichier inconnue',
  'Dates contradict': 'Dates contradictoires',
  'Balances not printed': 'Soldes pas imprimés',
  'Balances not explained': 'Soldes inexpliqués',
  'Cells unread': 'Cases illisibles',

  // Behaviour.
  'Saves regularly': 'Épargne régulièrement',
  'Uses overdraft often': 'Souvent à découvert',
  'Borrows from several lenders': 'Emprunte à plusieurs prêteurs',
  'Bets regularly': 'Parie régulièrement',
  'Pays utilities on time': 'Paie ses factures à temps',
  'Keeps a buffer': 'Garde une réserve',
  'Income growing': 'Revenu en hausse',
  'Sends support to family': 'Soutient sa famille',
  'paid into savings in half of the months used': 'a épargné dans la moitié des mois retenus',
  'overdraft on more than 20 % of the days covered': 'à découvert plus de 20 % des jours couverts',
  'two or more lenders lent in the last 90 days':
    'deux prêteurs ou plus ont prêté dans les 90 derniers jours',
  'stakes in half of the months used': 'mises dans la moitié des mois retenus',
  'a utility is paid in 80 % of the months used': 'une facture est payée dans 80 % des mois retenus',
  'balances cover seven days of usual spending': 'les soldes couvrent sept jours de dépenses habituelles',
  'median income of the last three months 10 % above that of the months before':
    'revenu médian des trois derniers mois supérieur de 10 % à celui des mois d’avant',
  'one person is sent money in half of the months used, at least in two':
    'une même personne reçoit de l’argent dans la moitié des mois retenus, au moins dans deux',

  // Sections.
  Result: 'Résultat',
  'Points behind the score': 'Les points derrière le score',
  Person: 'Personne',
  Statement: 'Relevé',
  'Income and cash flow': 'Revenus et flux',
  Borrowing: 'Emprunts',
  'Spending and habits': 'Dépenses et habitudes',
  Document: 'Document',
  'Documents taken together': 'Documents pris ensemble',
  'What the credit bureau reports': 'Ce que dit le bureau de crédit',
  'What the statements say': 'Ce que disent les relevés',

  // Result.
  'Short-term score': 'Score à court terme',
  '500 plus the points of the characteristics of the card, kept between 0 and 1000. 500 points stand for a default risk of 5 %, 700 for 2 %. Fewer than 3 full months: at most 499; fewer than 6: at most 799; gaps, or a last day more than 45 days ago: at most 599. Fewer than 30 completed rows, 10 active days or 30 covered days: no score.':
    '500 plus les points des caractéristiques de la grille, entre 0 et 1000. 500 points correspondent à un risque de défaut de 5 %, 700 à 2 %. Moins de 3 mois entiers : 499 au plus ; moins de 6 : 799 au plus ; lacunes, ou dernier jour il y a plus de 45 jours : 599 au plus. Moins de 30 opérations abouties, de 10 jours actifs ou de 30 jours couverts : pas de score.',
  'Score band': 'Tranche de score',
  'By the score: 800 to 1000 excellent, 600 to 799 good, 400 to 599 fair, 200 to 399 poor, 0 to 199 high risk. Without a score: insufficient data, which says nothing good or bad.':
    'Selon le score : de 800 à 1000 excellent, de 600 à 799 bon, de 400 à 599 moyen, de 200 à 399 faible, de 0 à 199 risque élevé. Sans score : données insuffisantes, ce qui ne dit rien de bon ni de mauvais.',
  Risk: 'Risque',
  'Risk band': 'Tranche de risque',
  'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %.':
    'A dès 600 points, B dès 400, C en dessous. Les risques de défaut nominaux des tranches sont 2 %, 5 % et 15 %.',
  'A: approve. B: approve with conditions. C, or a statement that is not valid: decline.':
    'A : accorder. B : accorder sous conditions. C, ou un relevé non valide : refuser.',
  'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %. A: approve. B: approve with conditions. C, or a statement that is not valid: decline.':
    'A dès 600 points, B dès 400, C en dessous. Les risques de défaut nominaux des tranches sont 2 %, 5 % et 15 %. A : accorder. B : accorder sous conditions. C, ou un relevé non valide : refuser.',
  Decision: 'Décision',
  'Default risk': 'Risque de défaut',
  '1 / (1 + 19 e^((score - 500) / 211.1082)). An expert estimate until outcomes of real loans are there.':
    '1 / (1 + 19 e^((score - 500) / 211,1082)). Une estimation d’expert jusqu’à ce que l’issue de vrais prêts soit connue.',
  'Recommended credit limit': 'Plafond de crédit recommandé',
  'Short-term limit': 'Plafond à court terme',
  'The short-term affordability times 1 (band A), 0.6 (B) or 0 (C), less what is owed, rounded down to 100 (francs: 500). Never above what a month really left.':
    'La capacité à court terme multipliée par 1 (tranche A), 0,6 (B) ou 0 (C), moins ce qui est dû, arrondie à 100 (francs : 500) vers le bas. Jamais plus que ce qu’un mois a vraiment laissé.',
  'Net limit': 'Plafond net',
  'The gross limit less what the lenders of the statement have not had back: the short-term limit itself.':
    'Le plafond brut moins ce que les prêteurs du relevé n’ont pas encore récupéré : le plafond à court terme lui-même.',
  'Business limit': 'Plafond d’activité',
  '30 % of the median monthly takings, at most what a month really left / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.':
    '30 % des recettes mensuelles médianes, au plus ce qu’un mois a vraiment laissé / 1,25, multiplié par 1 (tranche A du score d’activité), 0,6 (B) ou 0 (C), moins ce qui est dû.',
  'Other limits': 'Autres plafonds',
  'Gross limit': 'Plafond brut',
  'What the band allows, before what is owed.': 'Ce que permet la tranche, avant ce qui est dû.',
  'Recommended limit': 'Plafond recommandé',
  'Instalment a month': 'Mensualité',
  'Short-term affordability': 'Capacité à court terme',
  'A monthly instalment: the smallest of (dependable income / 3 - debt), (prudent surplus - the price of debt) / 1.25 and what a month really left / 1.25, times 1, 0.8 or 0.5 by completeness (Green, Yellow, Red), rounded down to 10 (francs: 50).':
    'Une mensualité : le plus petit de (revenu sûr / 3 - dettes), (excédent prudent - prix de la dette) / 1,25 et ce qu’un mois a vraiment laissé / 1,25, multiplié par 1, 0,8 ou 0,5 selon la complétude (vert, jaune, rouge), arrondi à 10 (francs : 50) vers le bas.',
  'Business affordability': 'Capacité d’activité',
  'A monthly instalment: 10 % of the median monthly takings, at most what a month really left / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.':
    'Une mensualité : 10 % des recettes mensuelles médianes, au plus ce qu’un mois a vraiment laissé / 1,25, multiplié par 1 (tranche A du score d’activité), 0,6 (B) ou 0 (C), moins ce qui est dû.',
  'Other scores': 'Autres scores',
  'Generic score': 'Score général',
  'Twelve months ahead: 500 plus the points of each characteristic times its weight in the card, kept between 0 and 1000.':
    'À douze mois : 500 plus les points de chaque caractéristique multipliés par son poids dans la grille, entre 0 et 1000.',
  'Business score': 'Score d’activité',
  '500 plus the points of the business table of the card. Given only with a till, a business wallet, or a wallet to which at least 20 different people send money in the usual month and which lives to 30 % from that.':
    '500 plus les points de la table d’activité de la grille. Donné seulement avec une caisse, un porte-monnaie d’activité, ou un porte-monnaie auquel au moins 20 personnes envoient de l’argent dans un mois habituel et qui en vit à 30 %.',
  Confidence: 'Confiance',
  'How much there is to judge by: 30 % coverage of months, 20 % full months / 12, 15 % rows / 600, 20 % share of balances that follow from one another, 15 % share of the money whose wording is known. It enters no score.':
    'Combien il y a pour juger : 30 % couverture des mois, 20 % mois entiers / 12, 15 % lignes / 600, 20 % part des soldes qui découlent l’un de l’autre, 15 % part de l’argent dont le libellé est connu. Elle n’entre dans aucun score.',
  'What a lender can do': 'Ce que peut faire un prêteur',
  'One fixed sentence for each of the reasons that cost most points.':
    'Une phrase fixe pour chacun des motifs qui ont coûté le plus de points.',
  'Behaviour found': 'Comportements constatés',
  'The behaviours below that were found. They describe, and are never scored.':
    'Les comportements ci-dessous qui ont été constatés. Ils décrivent, et ne comptent jamais.',
  'Why the score is not higher': 'Pourquoi le score n’est pas plus haut',
  'At most four, the heaviest first.': 'Quatre au plus, le plus lourd d’abord.',
  'The characteristics that lost most points against their best range, at most four, the heaviest first.':
    'Les caractéristiques qui ont perdu le plus de points sur leur meilleure plage, quatre au plus, la plus lourde d’abord.',
  'What the record lost most points on, at most four, the heaviest first.':
    'Ce qui a coûté le plus de points au dossier, quatre au plus, le plus lourd d’abord.',
  'Points of each characteristic': 'Points de chaque caractéristique',
  '500 plus these points is the score, before the caps of a short history.':
    '500 plus ces points est le score, avant les limites d’un historique court.',
  '500 plus these points is the score, before the caps of a fraud or a long default.':
    '500 plus ces points est le score, avant les limites d’une fraude ou d’un défaut prolongé.',
  Scorecard: 'Grille de score',
  Card: 'Grille',
  'The published card whose points were used.': 'La grille publiée dont les points ont servi.',
  Version: 'Version',
  'The version of the card.': 'La version de la grille.',
  Calibration: 'Calibrage',
  'Expert: an estimate by judgement until outcomes of real loans are there.':
    'Avis d’expert : une estimation jusqu’à ce que l’issue de vrais prêts soit connue.',

  // The characteristics of the cards.
  'Income regularity': 'Régularité du revenu',
  'months used whose income and own money from before reach half of the usual cost of living until then / months used':
    'mois retenus dont le revenu et l’argent d’avant atteignent la moitié du coût de la vie habituel jusque-là / mois retenus',
  'Income shortfall': 'Manque de revenu',
  'root of the mean square of what a month lacks of the usual cost of living until then, as a share of it; income and own money from before count':
    'moyenne quadratique de ce qui manque à un mois pour le coût de la vie habituel jusque-là, en part de celui-ci ; le revenu et l’argent d’avant comptent',
  'Net cash': 'Solde net des flux',
  '(inflow - cost of living - price of debt) / inflow, without loans, savings and what only goes round':
    '(entrées - coût de la vie - prix de la dette) / entrées, sans prêts, épargne ni ce qui ne fait que tourner',
  'Days of cover': 'Jours de réserve',
  'average end-of-day balance, less what is owed / mean cost of living of a day':
    'solde moyen de fin de journée, moins ce qui est dû / coût de la vie moyen d’un jour',
  'Days with a low balance': 'Jours à solde bas',
  'days that end with a low balance, less what is owed / days covered':
    'jours qui finissent avec un solde bas, moins ce qui est dû / jours couverts',
  'Days with overdraft': 'Jours à découvert',
  'days on which the overdraft was drawn (or a bank balance was below zero) / days covered':
    'jours où le découvert a servi (ou un solde bancaire était négatif) / jours couverts',
  'Debt service': 'Service de la dette',
  'monthly loan repayments and overdraft fees of the last three months used, and what is still owed / dependable monthly income':
    'remboursements et frais de découvert mensuels des trois derniers mois retenus, et ce qui reste dû / revenu mensuel sûr',
  'Loans repaid': 'Prêts remboursés',
  'repaid of what was lent / (that + what is owed of loans older than 45 days)':
    'remboursé de ce qui a été prêté / (cela + ce qui est dû de prêts de plus de 45 jours)',
  Lenders: 'Prêteurs',
  'distinct lenders that lent in the last 90 days':
    'prêteurs différents qui ont prêté dans les 90 derniers jours',
  'betting stakes / income': 'mises de paris / revenu',
  Depth: 'Profondeur',
  'calendar months that the main account covers but for three days at most':
    'mois civils que le compte principal couvre, à trois jours près',
  'Net saving': 'Épargne nette',
  '(paid into savings - withdrawn from savings - owed) / cost of living; 0 without income':
    '(épargné - retiré de l’épargne - dû) / coût de la vie ; 0 sans revenu',
  'Recent income': 'Revenu récent',
  'income of the last three months used and own money from before them / three times the usual cost of living of the months before':
    'revenu des trois derniers mois retenus et argent d’avant / trois fois le coût de la vie habituel des mois précédents',
  Arrears: 'Arriérés',
  'Not performing': 'En souffrance',
  Enquiries: 'Consultations',
  'Bounced cheques': 'Chèques impayés',
  'Age of the history': 'Âge de l’historique',
  'Still owed': 'Encore dû',
  'the most days that an open account is in arrears today':
    'le plus grand nombre de jours d’arriéré d’un compte ouvert aujourd’hui',
  'open accounts that are reported as not performing': 'comptes ouverts signalés en souffrance',
  'loans that were repaid in full': 'prêts entièrement remboursés',
  'lenders that asked about credit in the last 90 days':
    'prêteurs qui ont consulté le dossier dans les 90 derniers jours',
  'cheques that bounced in the last 12 months': 'chèques impayés dans les 12 derniers mois',
  'days since the oldest account was opened': 'jours depuis l’ouverture du plus ancien compte',
  'what is still owed on open accounts / what was lent':
    'ce qui est encore dû sur les comptes ouverts / ce qui a été prêté',

  // Person.
  'As the statement prints it.': 'Tel que le relevé l’imprime.',
  'Phone number': 'Numéro de téléphone',
  'As the statement prints it, the middle hidden.': 'Tel que le relevé l’imprime, le milieu caché.',
  'Main bank': 'Banque principale',
  'The bank to and from which most money went.':
    'La banque vers laquelle et de laquelle est allé le plus d’argent.',
  'Earning profile': 'Profil de revenu',
  'Formal when salary is at least 60 % of income, informal below 10 %, otherwise mixed.':
    'Formel quand le salaire fait au moins 60 % du revenu, informel en dessous de 10 %, sinon mixte.',
  'What the account shows': 'Ce que montre le compte',
  Salary: 'Salaire',
  'Paid as a salary, or by one payer in three of the last four months, 26 to 35 days apart, nearly the same.':
    'Payé comme salaire, ou par un même payeur dans trois des quatre derniers mois, à 26 à 35 jours d’écart, presque le même montant.',
  Till: 'Caisse',
  'A till document, or at least five receipts by till.':
    'Un document de caisse, ou au moins cinq encaissements par caisse.',
  'Business wallet': 'Porte-monnaie d’activité',
  'Receipts in the wording of a business wallet.': 'Encaissements au libellé d’un porte-monnaie d’activité.',
  'Bank account': 'Compte bancaire',
  'A bank statement, or transfers with a bank.': 'Un relevé bancaire, ou des virements avec une banque.',
  Driver: 'Chauffeur',
  'Fuel at least four times a month in half of the months, or paid by a company that sends passengers.':
    'Du carburant au moins quatre fois par mois dans la moitié des mois, ou payé par une société qui envoie des passagers.',

  // Statement.
  Completeness: 'Complétude',
  'Green when every calendar month of the period has rows, Yellow from 80 %, else Red.':
    'Vert quand chaque mois civil de la période a des lignes, jaune dès 80 %, sinon rouge.',
  Period: 'Période',
  'From the first to the last day that is covered.': 'Du premier au dernier jour couvert.',
  'Months with transactions': 'Mois avec opérations',
  'Calendar months that have at least one completed row.':
    'Mois civils qui ont au moins une opération aboutie.',
  Activity: 'Activité',
  Transactions: 'Opérations',
  'Completed rows; a reversal and the payment that it takes back count on neither side.':
    'Opérations abouties ; une annulation et le paiement qu’elle reprend ne comptent d’aucun côté.',
  'Active days': 'Jours actifs',
  'Days with at least one completed transaction.': 'Jours avec au moins une opération aboutie.',

  // Income and cash flow.
  'Observed monthly income': 'Revenu mensuel constaté',
  'Median of the monthly incomes over the months used. Income is money in, less overdraft, loans, own savings, reversals, betting payouts, own transfers, and what only went round: back to whom it came from, or cash out and in again.':
    'Médiane des revenus mensuels sur les mois retenus. Le revenu est l’argent entré, moins découvert, prêts, propre épargne, annulations, gains de paris, propres virements, et ce qui n’a fait que tourner : revenu à qui l’avait envoyé, ou espèces sorties puis rentrées.',
  'Range of monthly income': 'Fourchette du revenu mensuel',
  Low: 'Bas',
  '25th percentile of the monthly incomes.': '25e centile des revenus mensuels.',
  High: 'Haut',
  '75th percentile of the monthly incomes.': '75e centile des revenus mensuels.',
  'How income was measured': 'Comment le revenu a été mesuré',
  Middle: 'Milieu',
  'Median of the monthly incomes.': 'Médiane des revenus mensuels.',
  Method: 'Méthode',
  'Full months where there are at least two, otherwise each month extrapolated by its covered days.':
    'Mois entiers quand il y en a au moins deux, sinon chaque mois extrapolé par ses jours couverts.',
  'Months used': 'Mois retenus',
  'How many months that took in.': 'Combien de mois ont servi.',
  Payers: 'Payeurs',
  'Different people and firms that paid income.':
    'Personnes et entreprises différentes qui ont payé un revenu.',
  'From regular payers': 'De payeurs réguliers',
  'Income from payers who pay in three months of four / all income.':
    'Revenu de payeurs qui paient trois mois sur quatre / tout le revenu.',
  'Last transaction': 'Dernière opération',
  'The day of the last completed transaction.': 'Le jour de la dernière opération aboutie.',
  'Income by month': 'Revenu par mois',
  'The income of each covered month.': 'Le revenu de chaque mois couvert.',
  Income: 'Revenu',
  'Money in and out by month': 'Entrées et sorties par mois',
  'All money in and all money out, less the two legs of the overdraft and transfers between own accounts.':
    'Tout l’argent entré et sorti, moins les deux sens du découvert et les virements entre propres comptes.',
  'Income by source': 'Revenu par source',
  'Median of what each source gives a month.': 'Médiane de ce que chaque source donne par mois.',
  Business: 'Activité',
  Transfers: 'Transferts',
  'Of all money that moved': 'De tout l’argent qui a bougé',
  'Inflow / (inflow + outflow).': 'Entrées / (entrées + sorties).',
  'Outflow / (inflow + outflow): what is left to 100 %.':
    'Sorties / (entrées + sorties) : ce qui reste jusqu’à 100 %.',
  'On an average day': 'Un jour moyen',
  'Income of the whole period / days covered.': 'Revenu de toute la période / jours couverts.',
  Balance: 'Solde',
  'Mean of the balances at the end of each day; a day without rows ends as the day before.':
    'Moyenne des soldes de fin de journée ; un jour sans ligne finit comme la veille.',
  'Days that end below 100 (francs: 500), or below a tenth of the median daily outflow.':
    'Jours qui finissent sous 100 (francs : 500), ou sous un dixième des sorties médianes d’un jour.',
  'Debt to income': 'Dette sur revenu',
  'Loan repayments and overdraft fees a month, mean of the last three months used / observed monthly income.':
    'Remboursements et frais de découvert par mois, moyenne des trois derniers mois retenus / revenu mensuel constaté.',

  // Borrowing.
  'On average a month': 'En moyenne par mois',
  Borrowed: 'Emprunté',
  'Loans received / months with transactions.': 'Prêts reçus / mois avec opérations.',
  'Overdraft drawn': 'Découvert utilisé',
  'Overdraft drawn / months with transactions.': 'Découvert utilisé / mois avec opérations.',
  'Loans received': 'Prêts reçus',
  Overdraft: 'Découvert',
  'Loans received: each time': 'Prêts reçus : à chaque fois',
  'Loans repaid: each time': 'Prêts remboursés : à chaque fois',
  'Overdraft: each time': 'Découvert : à chaque fois',
  Times: 'Fois',
  'In all': 'En tout',
  Average: 'Moyenne',
  Highest: 'Le plus haut',
  'Number of loans received in the statements.': 'Nombre de prêts reçus dans les relevés.',
  'Sum of the loans received.': 'Somme des prêts reçus.',
  'Sum of the loans received / their number.': 'Somme des prêts reçus / leur nombre.',
  'The largest of the loans received.': 'Le plus grand des prêts reçus.',
  'Number of loan repayments in the statements.': 'Nombre de remboursements dans les relevés.',
  'Sum of the loan repayments.': 'Somme des remboursements.',
  'Sum of the loan repayments / their number.': 'Somme des remboursements / leur nombre.',
  'The largest of the loan repayments.': 'Le plus grand des remboursements.',
  'Number of draws of the overdraft in the statements.':
    'Nombre d’utilisations du découvert dans les relevés.',
  'Sum of the draws of the overdraft.': 'Somme des utilisations du découvert.',
  'Sum of the draws of the overdraft / their number.': 'Somme des utilisations du découvert / leur nombre.',
  'The largest of the draws of the overdraft.': 'La plus grande des utilisations du découvert.',

  // Spending and habits.
  'Where the money goes': 'Où va l’argent',
  'The five largest categories, each as a share of all that was spent.':
    'Les cinq plus grandes catégories, chacune en part de tout ce qui a été dépensé.',
  'Largest categories of spending': 'Plus grandes catégories de dépenses',
  'What was spent in each category over the whole period; the five largest.':
    'Ce qui a été dépensé par catégorie sur toute la période ; les cinq plus grandes.',
  'Paid to each utility over the whole period, and how often a month.':
    'Payé à chaque fournisseur sur toute la période, et combien de fois par mois.',
  Supermarkets: 'Supermarchés',
  'Paid to each supermarket over the whole period; the five largest.':
    'Payé à chaque supermarché sur toute la période ; les cinq plus grands.',
  Behaviour: 'Comportement',
  'What the account does by habit. It describes, and is never scored.':
    'Ce que le compte fait par habitude. Cela décrit, et ne compte jamais.',

  // Document.
  'As it is printed': 'Tel qu’il est imprimé',
  'Printed on the statement.': 'Imprimé sur le relevé.',
  Issuer: 'Émetteur',
  'Who issued the statement.': 'Qui a émis le relevé.',
  'Printed balances': 'Soldes imprimés',
  Opening: 'Début',
  Closing: 'Fin',
  'Printed sums': 'Sommes imprimées',
  'Paid in': 'Entré',
  'Paid out': 'Sorti',
  Authenticity: 'Authenticité',
  Valid: 'Valide',
  'No reason below excludes the document.': 'Aucun motif ci-dessous n’exclut le document.',
  'Not modified': 'Pas modifié',
  'The file is as its issuer made it.': 'Le fichier est tel que son émetteur l’a fait.',
  Author: 'Auteur',
  'The author in the file is one of the issuer.': 'L’auteur dans le fichier est de l’émetteur.',
  Creator: 'Programme',
  'The program that made the file is one of the issuer.':
    'Le programme qui a fait le fichier est de l’émetteur.',
  'Has transactions': 'A des opérations',
  'There are enough transactions.': 'Il y a assez d’opérations.',
  'Name agrees': 'Le nom concorde',
  'The printed name agrees with the request.': 'Le nom imprimé concorde avec la demande.',
  'Number agrees': 'Le numéro concorde',
  'The printed number agrees with the request.': 'Le numéro imprimé concorde avec la demande.',
  'E-mail agrees': 'L’adresse concorde',
  'The printed address agrees with the request.': 'L’adresse imprimée concorde avec la demande.',
  'Reasons against the document': 'Motifs contre le document',
  'Each check of authenticity that failed.': 'Chaque contrôle d’authenticité qui a échoué.',
  Documents: 'Documents',
  'The statements that were scored as one.': 'Les relevés évalués comme un seul.',

  // The credit bureau.
  Bureau: 'Bureau',
  'Who was asked.': 'Qui a été consulté.',
  Reference: 'Référence',
  "The bureau's own reference of its answer.": 'La référence que le bureau donne à sa réponse.',
  'Record of': 'Dossier du',
  'When the bureau made its record.': 'Quand le bureau a fait son dossier.',
  'Reported name': 'Nom au dossier',
  'As the bureau holds it.': 'Tel que le bureau l’a.',
  Accounts: 'Comptes',
  Open: 'Ouverts',
  'Accounts that the bureau reports as open.': 'Comptes que le bureau donne comme ouverts.',
  Closed: 'Fermés',
  'Accounts that the bureau reports as closed.': 'Comptes que le bureau donne comme fermés.',
  Owed: 'Dû',
  'Sum of the current balances of open accounts.': 'Somme des soldes actuels des comptes ouverts.',
  Overdue: 'En retard',
  'Sum of what is overdue on open accounts.': 'Somme de ce qui est en retard sur les comptes ouverts.',
  'Instalments a month': 'Mensualités',
  'Sum of the instalments of open accounts.': 'Somme des mensualités des comptes ouverts.',
  'Worst days': 'Pire retard (jours)',
  'The most days that an open account is in arrears today.':
    'Le plus grand nombre de jours d’arriéré d’un compte ouvert aujourd’hui.',
  'Open accounts that are reported as not performing.': 'Comptes ouverts signalés en souffrance.',
  Warnings: 'Alertes',
  'The bureau reports a fraud: the score is at most 199.':
    'Le bureau signale une fraude : le score est de 199 au plus.',
  'An open account is lost for more than 90 days: the score is at most 399.':
    'Un compte ouvert est perdu depuis plus de 90 jours : le score est de 399 au plus.',
  'Enhanced score': 'Score enrichi',
  '500 plus the points of the bureau card, on the scale of all our scores. Without any account in the record: no score.':
    '500 plus les points de la grille du bureau, à l’échelle de tous nos scores. Sans aucun compte au dossier : pas de score.',
  "The bureau's own score": 'Le score du bureau lui-même',
  "On the bureau's own scale; it does not enter ours.":
    'À l’échelle du bureau ; il n’entre pas dans le nôtre.',
  'To be noted': 'À noter',
  'What a reader of this result must know.': 'Ce que doit savoir qui lit ce résultat.',
  'Asked about': 'Demandé au sujet de',
  'First name': 'Prénom',
  'Last name': 'Nom de famille',
  'National id': 'Numéro national',
  'Of the request.': 'De la demande.',
  'Of the request, its beginning hidden.': 'De la demande, le début caché.',
  'The name that the bureau holds is that of the request.': 'Le nom qu’a le bureau est celui de la demande.',
  'Boosted score': 'Score combiné',
  'Statement and bureau together: each moves the assumed risk of 5 % by its weight, in log-odds. A reported fraud or a long default keeps it low whatever the rest says.':
    'Relevé et bureau ensemble : chacun déplace selon son poids le risque supposé de 5 %, en log-cote. Une fraude signalée ou un défaut prolongé le tient bas quoi que dise le reste.',
  'The limit of the statement with the boosted band, after the larger of the debts that statement and bureau know of.':
    'Le plafond du relevé avec la tranche combinée, après la plus grande des dettes que connaissent le relevé et le bureau.',
  Weights: 'Poids',
  'The confidence in the statement.': 'La confiance dans le relevé.',
  '100 % for a record of at most 31 days, 70 % for an older one, 0 % without a record.':
    '100 % pour un dossier de 31 jours au plus, 70 % pour un plus ancien, 0 % sans dossier.',
  'Held down by': 'Retenu par',
  'The hard rule that kept the score low.': 'La règle stricte qui a tenu le score bas.',

  // Reasons of the scoring service.
  'The statement is not as its issuer made it': 'Le relevé n’est pas tel que son émetteur l’a fait',
  'The statement is in the name of another person': 'Le relevé est au nom d’une autre personne',
  'The statement is of another phone number than the one given':
    'Le relevé est d’un autre numéro de téléphone que celui donné',
  'The statement has another e-mail address than the one given':
    'Le relevé a une autre adresse que celle donnée',
  'The statement is of another account than the one given': 'Le relevé est d’un autre compte que celui donné',
  'The till is not in the name of the applicant': 'La caisse n’est pas au nom du demandeur',
  'The statement names more than one holder': 'Le relevé nomme plus d’un titulaire',
  'The statement does not say whose it is': 'Le relevé ne dit pas de qui il est',
  'The statement does not say of which phone number it is':
    'Le relevé ne dit pas de quel numéro de téléphone il est',
  'The statement does not name the bank that it is said to be of':
    'Le relevé ne nomme pas la banque dont on le dit',
  'The issuer gives this statement as a PDF and not as a table':
    'L’émetteur donne ce relevé en PDF et non en tableau',
  'The statement is a table that anybody can write; a PDF of the issuer is needed':
    'Le relevé est un tableau que n’importe qui peut écrire ; il faut un PDF de l’émetteur',
  'The file was not made in a way that its issuer is known for':
    'Le fichier n’a pas été fait comme son émetteur les fait',
  'The statement speaks of days after the day on which it was made or asked for':
    'Le relevé parle de jours après celui où il a été fait ou demandé',
  'The statement has no balances to check its amounts by':
    'Le relevé n’a pas de soldes pour contrôler ses montants',
  'Balances of the statement do not follow from its amounts':
    'Des soldes du relevé ne découlent pas de ses montants',
  'Amounts or balances of the statement cannot be read':
    'Des montants ou des soldes du relevé sont illisibles',
  'There is too little on the statements to judge by': 'Il y a trop peu sur les relevés pour juger',
  'The statement does not say of which currency it is': 'Le relevé ne dit pas en quelle monnaie il est',
  'The card has no tables for the currency of the statement':
    'La grille n’a pas de tables pour la monnaie du relevé',
  'The statements are of more than one currency': 'Les relevés sont en plusieurs monnaies',
  'Two statements of the same account do not agree with each other':
    'Deux relevés du même compte ne concordent pas',
  'The name that the bureau holds is another': 'Le nom qu’a le bureau est un autre',
  'The bureau knows of no credit to judge by': 'Le bureau ne connaît aucun crédit pour juger',
  'Income and savings do not reach through every month': 'Revenu et épargne ne suffisent pas à tous les mois',
  'Some months do not bring what living costs': 'Certains mois n’apportent pas ce que coûte la vie',
  'Little or nothing is left of what comes in': 'Il reste peu ou rien de ce qui entre',
  'Balances cover less than 15 days of usual spending':
    'Les soldes couvrent moins de 15 jours de dépenses habituelles',
  'Days end with a low balance': 'Des jours finissent avec un solde bas',
  'The overdraft is used': 'Le découvert est utilisé',
  'Debt takes a part of income': 'La dette prend une part du revenu',
  'Loans that are older than 45 days are not fully repaid':
    'Des prêts de plus de 45 jours ne sont pas entièrement remboursés',
  'More than one lender lent in the last 90 days': 'Plus d’un prêteur a prêté dans les 90 derniers jours',
  'A share of income is staked on bets': 'Une part du revenu est misée en paris',
  'The statements cover less than twelve full months': 'Les relevés couvrent moins de douze mois entiers',
  'Little or nothing is saved': 'Peu ou rien n’est épargné',
  'Recent income does not exceed what living used to cost':
    'Le revenu récent ne dépasse pas ce que coûtait la vie',
  'The statements leave out days or months inside their span':
    'Les relevés omettent des jours ou des mois dans leur période',
  'The statements end more than 45 days before the request':
    'Les relevés finissent plus de 45 jours avant la demande',
  'There are too few transactions, or too few days with any':
    'Il y a trop peu d’opérations, ou trop peu de jours qui en ont',
  'Takings on few days': 'Des recettes peu de jours',
  'Some weeks do not bring what goes out': 'Certaines semaines n’apportent pas ce qui sort',
  'Few customers pay in a week': 'Peu de clients paient en une semaine',
  'Takings depend on a few payers': 'Les recettes dépendent de peu de payeurs',
  'Purchases take more than the takings': 'Les achats prennent plus que les recettes',
  'Takings are often taken back': 'Les recettes sont souvent reprises',
  'Recent takings do not exceed what used to go out': 'Les recettes récentes ne dépassent pas ce qui sortait',
  'Takings are withdrawn at once': 'Les recettes sont retirées aussitôt',
  'A loan is in arrears': 'Un prêt est en retard',
  'Open accounts are reported as not performing': 'Des comptes ouverts sont signalés en souffrance',
  'Few loans have been repaid in full': 'Peu de prêts ont été entièrement remboursés',
  'Many lenders asked about credit in the last 90 days':
    'Beaucoup de prêteurs ont consulté le dossier dans les 90 derniers jours',
  'Cheques bounced in the last 12 months': 'Des chèques ont été impayés dans les 12 derniers mois',
  'The credit history is short': 'L’historique de crédit est court',
  'Much of what was borrowed is still owed': 'Une grande part de ce qui a été emprunté est encore due',
  'A fraud is reported': 'Une fraude est signalée',
  'A loan was written off': 'Un prêt a été passé en perte',

  // What a lender can do about them.
  'Align instalments with the days on which income arrives.':
    'Alignez les mensualités sur les jours où le revenu arrive.',
  'Size the instalment by the weaker months.': 'Mesurez la mensualité aux mois les plus faibles.',
  'Keep the amount small until something is left at the end of the month.':
    'Gardez un petit montant tant que rien ne reste à la fin du mois.',
  'Prefer a shorter tenor with small instalments.':
    'Préférez une durée plus courte avec de petites mensualités.',
  'Collect on the day on which income arrives.': 'Prélevez le jour où le revenu arrive.',
  'Ask that the overdraft be settled before money is paid out.':
    'Demandez que le découvert soit réglé avant le versement.',
  'Reduce the limit by the instalments that already run.':
    'Réduisez le plafond des mensualités déjà en cours.',
  'Ask for proof that earlier loans are repaid.': 'Demandez la preuve que les prêts d’avant sont remboursés.',
  'Check other lenders at the credit bureau.': 'Vérifiez les autres prêteurs au bureau de crédit.',
  'Pay out to a supplier instead of the wallet, and review monthly.':
    'Versez à un fournisseur plutôt qu’au porte-monnaie, et revoyez chaque mois.',
  'Ask for statements of the other accounts in use.': 'Demandez les relevés des autres comptes utilisés.',
  'Ask for a statement of at least six months.': 'Demandez un relevé d’au moins six mois.',
  'Offer a savings plan beside the loan.': 'Proposez un plan d’épargne à côté du prêt.',
  'Verify the present source of income.': 'Vérifiez la source actuelle du revenu.',
  'Ask for the days that the statements leave out.': 'Demandez les jours que les relevés omettent.',
  'Ask for a statement of the last twelve months that ends this month.':
    'Demandez un relevé des douze derniers mois qui finit ce mois-ci.',
  'Do not lend on these statements: ask for an original from the issuer.':
    'Ne prêtez pas sur ces relevés : demandez un original de l’émetteur.',
  'Ask for a longer statement: there is too little to judge by.':
    'Demandez un relevé plus long : il y a trop peu pour juger.',
  'Ask for statements of one currency that the card has tables for.':
    'Demandez des relevés dans une seule monnaie, pour laquelle la grille a des tables.',
  'No particular measure is needed.': 'Aucune mesure particulière n’est nécessaire.',
  'The name that the bureau holds is not the name of the request.':
    'Le nom qu’a le bureau n’est pas celui de la demande.',
  'The bureau reports a fraud.': 'Le bureau signale une fraude.',
  'No income is known without a statement, so no limit is recommended.':
    'Sans relevé aucun revenu n’est connu : aucun plafond n’est donc recommandé.',
  'The bureau has no record of this person, which says nothing good or bad of them.':
    'Le bureau n’a pas de dossier de cette personne, ce qui ne dit rien de bon ni de mauvais d’elle.',
  'The record holds no account to judge by.': 'Le dossier n’a aucun compte pour juger.',
}
