/** French texts of the result, and of the characteristics of scorecards. */
export const ofResult: Readonly<Record<string, string>> = {
  // The result.
  'Short-term score': 'Score à court terme',
  '500 plus the points of the characteristics of the card, kept between 0 and 1000. 500 points stand for a default risk of 5 %, 700 for 2 %. Fewer than 3 full months: at most 499; fewer than 6: at most 799; gaps, or a last day more than 45 days ago: at most 599. Fewer than 30 completed rows, 10 active days or 30 covered days: no score.':
    '500 plus les points des caractéristiques de la grille, entre 0 et 1000. 500 points correspondent à un risque de défaut de 5 %, 700 à 2 %. Moins de 3 mois entiers : 499 au plus ; moins de 6 : 799 au plus ; lacunes, ou dernier jour il y a plus de 45 jours : 599 au plus. Moins de 30 opérations abouties, de 10 jours actifs ou de 30 jours couverts : pas de score.',
  'Score band': 'Tranche de score',
  'By the score: 800 to 1000 excellent, 600 to 799 good, 400 to 599 fair, 200 to 399 poor, 0 to 199 high risk. Without a score: none.':
    'Selon le score : de 800 à 1000 excellent, de 600 à 799 bon, de 400 à 599 moyen, de 200 à 399 faible, de 0 à 199 risque élevé. Sans score : aucune.',
  Risk: 'Risque',
  'Risk band': 'Tranche de risque',
  'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %.':
    'A dès 600 points, B dès 400, C en dessous. Les risques de défaut nominaux des tranches sont 2 %, 5 % et 15 %.',
  'A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that is not confirmed as genuine: refer.':
    'A : accorder. B : accorder sous conditions. C, ou un relevé que quelque chose contredit : refuser. Un relevé dont l’authenticité n’est pas confirmée : à examiner.',
  'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %. A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that is not confirmed as genuine: refer.':
    'A dès 600 points, B dès 400, C en dessous. Les risques de défaut nominaux des tranches sont 2 %, 5 % et 15 %. A : accorder. B : accorder sous conditions. C, ou un relevé que quelque chose contredit : refuser. Un relevé dont l’authenticité n’est pas confirmée : à examiner.',
  Decision: 'Décision',
  'Default risk': 'Risque de défaut',
  '1 / (1 + 19 e^((score - 500) / 211.1082)). An expert estimate until outcomes of real loans are known.':
    '1 / (1 + 19 e^((score - 500) / 211,1082)). Une estimation d’expert jusqu’à ce que l’issue de vrais prêts soit connue.',
  'Recommended credit limit': 'Plafond de crédit recommandé',
  'Short-term limit': 'Plafond à court terme',
  'The short-term affordability times 1 (band A), 0.6 (B) or 0 (C), less what is owed, rounded down to 100 (francs: 500). Never above what a month really left.':
    'La capacité à court terme multipliée par 1 (tranche A), 0,6 (B) ou 0 (C), moins ce qui est dû, arrondie à 100 (francs : 500) vers le bas. Jamais plus que ce qu’un mois a vraiment laissé.',
  'Net limit': 'Plafond net',
  'The gross limit less what is still owed to the lenders in the statement: the short-term limit itself.':
    'Le plafond brut moins ce qui reste dû aux prêteurs du relevé : le plafond à court terme lui-même.',
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
  '500 plus the points of the business table of the card. Given only with a till, a business wallet, or a wallet that gets transfers from at least 20 different people in a usual month, and at least 30 % of its income from them.':
    '500 plus les points de la table d’activité de la grille. Donné seulement avec une caisse, un porte-monnaie d’activité, ou un porte-monnaie qui reçoit des transferts d’au moins 20 personnes dans un mois habituel, et au moins 30 % de son revenu par eux.',
  Confidence: 'Confiance',
  'How much data there is to judge by: 30 % coverage of months, 20 % full months / 12, 15 % rows / 600, 20 % share of balances that follow from one another, 15 % share of the money whose wording is known. It is not part of any score.':
    'La quantité de données pour juger : 30 % couverture des mois, 20 % mois entiers / 12, 15 % lignes / 600, 20 % part des soldes qui découlent l’un de l’autre, 15 % part de l’argent dont le libellé est connu. Elle n’entre dans aucun score.',
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
  'Expert: an estimate by judgement until outcomes of real loans are known.':
    'Avis d’expert : une estimation jusqu’à ce que l’issue de vrais prêts soit connue.',

  // The characteristics of scorecards.
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
}
