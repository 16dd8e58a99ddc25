/** French texts for the fixed sentences of the scoring service: reasons, advice and notices. */
export const reasons: Readonly<Record<string, string>> = {
  // Reasons.
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
    'Le relevé ne nomme pas la banque qui, selon la demande, l’a émis',
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
  'Takings are often taken back': 'Les recettes sont souvent annulées',
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

  // Advice to a lender.
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

  // Notices.
  'The name that the bureau holds is not the name of the request.':
    'Le nom qu’a le bureau n’est pas celui de la demande.',
  'The bureau reports a fraud.': 'Le bureau signale une fraude.',
  'No income is known without a statement, so no limit is recommended.':
    'Sans relevé aucun revenu n’est connu : aucun plafond n’est donc recommandé.',
  'The bureau has no record of this person, which says nothing good or bad of them.':
    'Le bureau n’a pas de dossier de cette personne, ce qui ne dit rien de bon ni de mauvais d’elle.',
  'The record holds no account to judge by.': 'Le dossier n’a aucun compte pour juger.',
}
