/** French texts about what statements show: the person, the period, income, borrowing and spending. */
export const ofPerson: Readonly<Record<string, string>> = {
  // The person.
  'As the statement prints it.': 'Tel que le relevé l’imprime.',
  'Phone number': 'Numéro de téléphone',
  'As the statement prints it, else as in the request; the middle hidden.':
    'Tel que le relevé l’imprime, sinon celui de la demande ; le milieu caché.',
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
  'Fuel at least four times a month in half of the months, or an income from a ride-hailing company.':
    'Du carburant au moins quatre fois par mois dans la moitié des mois, ou un revenu d’une société de transport de personnes à la demande.',

  // The statement.
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
  'All completed rows, also a payment that was reversed and its reversal.':
    'Toutes les opérations abouties, aussi un paiement annulé et son annulation.',
  'Active days': 'Jours actifs',
  'Days with at least one completed transaction.': 'Jours avec au moins une opération aboutie.',

  // Income and cash flow.
  'Observed monthly income': 'Revenu mensuel constaté',
  'Median of the monthly incomes over the months used. Income is money in, less overdraft, loans, own savings, reversals, betting payouts, own transfers, and money that only goes round: returned to its sender, or withdrawn in cash and paid in again.':
    'Médiane des revenus mensuels sur les mois retenus. Le revenu est l’argent entré, moins découvert, prêts, propre épargne, annulations, gains de paris, propres virements, et l’argent qui ne fait que circuler : rendu à son expéditeur, ou retiré en espèces puis redéposé.',
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
  'Calendar months of which the main account lacks at most three days; with fewer than two of them, all covered months. Of two or more, one that lacks days counts only with the usual income.':
    'Mois civils dont il manque au compte principal trois jours au plus ; s’il y en a moins de deux, tous les mois couverts. À partir de deux, un mois incomplet ne compte qu’avec le revenu habituel.',
  Payers: 'Payeurs',
  'Different people and firms that paid income.':
    'Personnes et entreprises différentes qui ont payé un revenu.',
  'From regular payers': 'De payeurs réguliers',
  'Income from payers who pay in at least 75 % of the months used / all income.':
    'Revenu de payeurs qui paient dans au moins 75 % des mois retenus / tout le revenu.',
  'Last transaction': 'Dernière opération',
  'The day of the last completed transaction.': 'Le jour de la dernière opération aboutie.',
  'Income by month': 'Revenu par mois',
  'The income of each covered month.': 'Le revenu de chaque mois couvert.',
  Income: 'Revenu',
  'Money in and out by month': 'Entrées et sorties par mois',
  'All money in and all money out, without draws and repayments of the overdraft and without transfers between own accounts.':
    'Tout l’argent entré et sorti, sans utilisations ni remboursements du découvert, et sans virements entre propres comptes.',
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
    'Payé à chaque fournisseur d’eau, d’électricité ou d’abonnement sur toute la période, et combien de fois par mois.',
  Supermarkets: 'Supermarchés',
  'Paid to each supermarket over the whole period; the five largest.':
    'Payé à chaque supermarché sur toute la période ; les cinq plus grands.',
  Behaviour: 'Comportement',
  'What the account does by habit. It describes, and is never scored.':
    'Ce que le compte fait par habitude. Cela décrit, et ne compte jamais.',
}
