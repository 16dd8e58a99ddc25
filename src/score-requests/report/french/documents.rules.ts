/** French texts about documents, the credit bureau, and the score of bureau and statements together. */
export const ofDocuments: Readonly<Record<string, string>> = {
  // Documents.
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
  'The file is as its issuer made it.': 'Le fichier n’a pas été modifié depuis son émission.',
  Author: 'Auteur',
  'The author named in the file is one that this issuer uses.':
    'L’auteur indiqué dans le fichier est l’un de ceux que cet émetteur emploie.',
  Program: 'Programme',
  'The program that made the file is one that this issuer uses.':
    'Le programme qui a créé le fichier est l’un de ceux que cet émetteur emploie.',
  'Has transactions': 'A des opérations',
  'The statement has transactions.': 'Le relevé contient des opérations.',
  'Name agrees': 'Le nom concorde',
  'The printed name agrees with the request.': 'Le nom imprimé concorde avec la demande.',
  'Number agrees': 'Le numéro concorde',
  'The printed number agrees with the request.': 'Le numéro imprimé concorde avec la demande.',
  'E-mail agrees': 'L’adresse concorde',
  'The printed address agrees with the request.': 'L’adresse imprimée concorde avec la demande.',
  'Reasons against the document': 'Motifs contre le document',
  'Each check of authenticity that failed.': 'Chaque contrôle d’authenticité qui a échoué.',
  Documents: 'Documents',
  'The documents of the request. Those that were read are scored as one.':
    'Les documents de la demande. Ceux qui ont été lus sont évalués comme un seul.',
  State: 'État',
  Parsed: 'Lu',
  Failed: 'Illisible',

  // The credit bureau.
  Bureau: 'Bureau',
  'The bureau that was queried.': 'Le bureau qui a été consulté.',
  Reference: 'Référence',
  "The bureau's own reference of its answer.": 'La référence que le bureau donne à sa réponse.',
  'Record dated': 'Date du dossier',
  'When the bureau made its record.': 'La date à laquelle le bureau a établi son dossier.',
  'Reported name': 'Nom au dossier',
  'As it is recorded at the bureau.': 'Tel qu’il figure au bureau.',
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
  'Longest arrears (days)': 'Pire retard (jours)',
  'The most days that an open account is in arrears today.':
    'Le plus grand nombre de jours d’arriéré d’un compte ouvert aujourd’hui.',
  'Open accounts that are reported as not performing.': 'Comptes ouverts signalés en souffrance.',
  Warnings: 'Alertes',
  'The bureau reports a fraud: the score is at most 199.':
    'Le bureau signale une fraude : le score est de 199 au plus.',
  'An account is more than 90 days late or was written off: the score is at most 399.':
    'Un compte a plus de 90 jours de retard ou a été passé en perte : le score est de 399 au plus.',
  'Enhanced score': 'Score enrichi',
  '500 plus the points of the bureau card, on the scale of all our scores. Without any account in the record: no score.':
    '500 plus les points de la grille du bureau, à l’échelle de tous nos scores. Sans aucun compte au dossier : pas de score.',
  "The bureau's own score": 'Le score du bureau lui-même',
  "On the bureau's own scale; it does not enter ours.":
    'À l’échelle du bureau ; il n’entre pas dans le nôtre.',
  Notes: 'À noter',
  'What a reader of this result must know.': 'Ce que le lecteur de ce résultat doit savoir.',
  'Asked about': 'Demandé au sujet de',
  'First name': 'Prénom',
  'Last name': 'Nom de famille',
  'National id': 'Numéro national',
  'From the request.': 'De la demande.',
  'From the request, its beginning hidden.': 'De la demande, le début caché.',
  'The name recorded at the bureau is that of the request.':
    'Le nom qui figure au bureau est celui de la demande.',

  // The score of bureau and statements together.
  'Boosted score': 'Score combiné',
  'Statement and bureau together. It starts from 500 (a default risk of 5 %). Points above 500 of each source raise it, times the weight of the source below; points under 500 lower it in full. Points of both for the same loans count once. A reported fraud or a long default limits it, whatever the rest says.':
    'Relevé et bureau ensemble. Il part de 500 (un risque de défaut de 5 %). Les points de chaque source au-dessus de 500 le relèvent, multipliés par son poids ci-dessous ; les points en dessous de 500 le baissent en entier. Les points des deux pour les mêmes prêts comptent une fois. Une fraude signalée ou un défaut prolongé le limite, quel que soit le reste.',
  'The short-term limit of the statement, computed with the band of the boosted score and with the larger of the monthly debts that statement and bureau show.':
    'Le plafond à court terme du relevé, calculé avec la tranche du score combiné et avec la plus grande des dettes mensuelles que montrent le relevé et le bureau.',
  Weights: 'Poids',
  'The confidence in the statement.': 'La confiance dans le relevé.',
  '100 % for a record of at most 31 days, 70 % for an older one, 0 % without a record, or for one that gives no score or is under another name.':
    '100 % pour un dossier de 31 jours au plus, 70 % pour un plus ancien, 0 % sans dossier, ou pour un dossier qui ne donne pas de score ou porte un autre nom.',
  'Limited by': 'Limité par',
  'The fixed rule that limits the score.': 'La règle fixe qui limite le score.',
}
