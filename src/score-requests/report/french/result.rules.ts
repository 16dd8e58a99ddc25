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
  'A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that is not confirmed as genuine, two that disagree, or another name at the bureau: refer.':
    'A : accorder. B : accorder sous conditions. C, ou un relevé que quelque chose contredit : refuser. Un relevé dont l’authenticité n’est pas confirmée, deux qui ne concordent pas, ou un autre nom au bureau : à examiner.',
  'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %. A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that is not confirmed as genuine, two that disagree, or another name at the bureau: refer.':
    'A dès 600 points, B dès 400, C en dessous. Les risques de défaut nominaux des tranches sont 2 %, 5 % et 15 %. A : accorder. B : accorder sous conditions. C, ou un relevé que quelque chose contredit : refuser. Un relevé dont l’authenticité n’est pas confirmée, deux qui ne concordent pas, ou un autre nom au bureau : à examiner.',
  Decision: 'Décision',
  'Default risk': 'Risque de défaut',
  '1 / (1 + 19 e^((score - 500) / 211.1082)). An expert estimate until outcomes of real loans are known.':
    '1 / (1 + 19 e^((score - 500) / 211,1082)). Une estimation d’expert jusqu’à ce que l’issue de vrais prêts soit connue.',
  'Recommended credit limit': 'Plafond de crédit recommandé',
  'Short-term limit': 'Plafond à court terme',
  'The short-term affordability times 1 (band A), 0.6 (B) or 0 (C), less what is owed, rounded down to 100 (francs: 500). At most the average surplus (see the instalment) less what is owed.':
    'La capacité à court terme multipliée par 1 (tranche A), 0,6 (B) ou 0 (C), moins ce qui est dû, arrondie à 100 (francs : 500) vers le bas. Au plus l’excédent moyen (voir la mensualité) moins ce qui est dû.',
  'Net limit': 'Plafond net',
  'The gross limit less what is still owed to the lenders in the statement: always the same amount as the short-term limit.':
    'Le plafond brut moins ce qui reste dû aux prêteurs du relevé : toujours le même montant que le plafond à court terme.',
  'Business limit': 'Plafond d’activité',
  '30 % of the median monthly takings, at most the average surplus of a month / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.':
    '30 % des recettes mensuelles médianes, au plus l’excédent moyen d’un mois / 1,25, multiplié par 1 (tranche A du score d’activité), 0,6 (B) ou 0 (C), moins ce qui est dû.',
  'Other limits': 'Autres plafonds',
  'Gross limit': 'Plafond brut',
  'What the band allows, before what is owed.': 'Ce que permet la tranche, avant ce qui est dû.',
  'Recommended limit': 'Plafond recommandé',
  'Instalment a month': 'Mensualité',
  'Short-term affordability': 'Capacité à court terme',
  'The smallest of (dependable income / 3 - debt service), (prudent surplus - price of debt) / 1.25 and average surplus / 1.25, times 1, 0.8 or 0.5 by completeness (Green, Yellow, Red), rounded down to 10 (francs: 50). Dependable income: the median month, without large amounts passed on at once. Surplus: income less cost of living; prudent: halfway from its 25th percentile to its median; average: its mean less the price of debt. From a year on, dependable income and prudent surplus are at least 80 % of their means. Price of debt: what was repaid beyond what was borrowed, and a quarter of what is owed.':
    'Le plus petit de (revenu sûr / 3 - service de la dette), (excédent prudent - prix de la dette) / 1,25 et excédent moyen / 1,25, multiplié par 1, 0,8 ou 0,5 selon la complétude (vert, jaune, rouge), arrondi à 10 (francs : 50) vers le bas. Revenu sûr : le mois médian, sans les gros montants aussitôt transmis. Excédent : revenu moins coût de la vie ; prudent : à mi-chemin de son 25e centile à sa médiane ; moyen : sa moyenne moins le prix de la dette. Dès un an, le revenu sûr et l’excédent prudent sont d’au moins 80 % de leur moyenne. Prix de la dette : ce qui a été remboursé au-delà des montants empruntés, et un quart de ce qui est dû.',
  'Business affordability': 'Capacité d’activité',
  'A monthly instalment: 10 % of the median monthly takings, at most the average surplus of a month / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.':
    'Une mensualité : 10 % des recettes mensuelles médianes, au plus l’excédent moyen d’un mois / 1,25, multiplié par 1 (tranche A du score d’activité), 0,6 (B) ou 0 (C), moins ce qui est dû.',
  'Other scores': 'Autres scores',
  'Generic score': 'Score général',
  'The risk over the next twelve months: 500 plus the points of each characteristic, each multiplied by its weight for this score in the published card, kept between 0 and 1000.':
    'Le risque des douze prochains mois : 500 plus les points de chaque caractéristique, chacun multiplié par son poids pour ce score dans la grille publiée, entre 0 et 1000.',
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
  'months whose income plus own money at their start (balance and savings less debt) reach half of the usual cost of living (median of the months up to then) / months used':
    'mois dont le revenu plus l’argent propre à leur début (solde et épargne moins dettes) atteignent la moitié du coût de la vie habituel (médiane des mois jusque-là) / mois retenus',
  'Income shortfall': 'Manque de revenu',
  'root mean square over the months used of (usual cost of living - income - own money at the start of the month, at least 0) / usual cost of living (median of the months up to then)':
    'moyenne quadratique, sur les mois retenus, de (coût de la vie habituel - revenu - argent propre au début du mois, au moins 0) / coût de la vie habituel (médiane des mois jusque-là)',
  'Net cash': 'Solde net des flux',
  '(inflow - cost of living - price of debt) / inflow, without loans, savings and money that only goes round':
    '(entrées - coût de la vie - prix de la dette) / entrées, sans prêts, épargne ni argent qui ne fait que circuler',
  'Days of cover': 'Jours de réserve',
  'mean over the days of (end-of-day balance - 1.25 x what is owed) / mean cost of living of a day':
    'moyenne par jour de (solde de fin de journée - 1,25 x ce qui est dû) / coût de la vie moyen d’un jour',
  'Days with a low balance': 'Jours à solde bas',
  'days that end with (balance - 1.25 x what is owed) below 100 (francs: 500) or below a tenth of the mean cost of living of a day / days covered':
    'jours qui finissent avec (solde - 1,25 x ce qui est dû) sous 100 (francs : 500) ou sous un dixième du coût de la vie moyen d’un jour / jours couverts',
  'Days with overdraft': 'Jours à découvert',
  'days on which the overdraft was drawn (or a bank balance was below zero) / days covered':
    'jours où le découvert a servi (ou un solde bancaire était négatif) / jours couverts',
  'Debt service': 'Service de la dette',
  '(loan repayments and overdraft fees of the last three months used + 1.25 x what is still owed) / 3 / dependable monthly income':
    '(remboursements et frais de découvert des trois derniers mois retenus + 1,25 x ce qui reste dû) / 3 / revenu mensuel sûr',
  'Loans repaid': 'Prêts remboursés',
  'repaid / (repaid + still owed of loans older than 45 days)':
    'remboursé / (remboursé + encore dû de prêts de plus de 45 jours)',
  Lenders: 'Prêteurs',
  'distinct lenders that lent in the last 90 days':
    'prêteurs différents qui ont prêté dans les 90 derniers jours',
  'betting stakes / income': 'mises de paris / revenu',
  'calendar months of which the main account lacks at most three days':
    'mois civils dont il manque au compte principal trois jours au plus',
  'Net saving': 'Épargne nette',
  '(paid into savings - withdrawn from savings - owed) / cost of living; 0 without income':
    '(épargné - retiré de l’épargne - dû) / coût de la vie ; 0 sans revenu',
  'Recent income': 'Revenu récent',
  '(income of the last three months used + own money at their start) / (3 x the usual cost of living of the months before)':
    '(revenu des trois derniers mois retenus + argent propre à leur début) / (3 x le coût de la vie habituel des mois précédents)',
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
