/** French texts of the page and the PDF: around the panels, the request, and the decision; and of the pages instead of a report. */
export const pageTexts: Readonly<Record<string, string>> = {
  // Around the panels.
  'Score report': 'Rapport de score',
  'Skip to the report': 'Aller au rapport',
  'Open as PDF': 'Ouvrir en PDF',
  'Confidential: personal data of a customer. Use it to decide, and do not pass it on.':
    'Confidentiel : données personnelles d’un client. Servez-vous-en pour décider, et ne les transmettez pas.',
  'Confidential: personal data of a customer.': 'Confidentiel : données personnelles d’un client.',
  Contents: 'Sommaire',
  Product: 'Produit',
  Phone: 'Téléphone',
  'National ID ends in': 'Derniers chiffres du numéro national',
  'national ID ending in': 'numéro national se terminant par',
  Asked: 'Demandé le',
  'Message of the service': 'Message du service',
  Explanation: 'Explication',
  'All figures': 'Tous les chiffres',
  'Figures of': 'Chiffres :',

  // The pages instead of a report.
  'A key is needed': 'Il faut une clé',
  'Load the page again and give your key as the password; the user name is ignored.':
    'Rechargez la page et donnez votre clé comme mot de passe ; le nom d’utilisateur est ignoré.',
  'Not with this key': 'Pas avec cette clé',
  'Reports are for the back office, approvers, administrators, analysts and auditors.':
    'Les rapports sont réservés au back-office, les approbateurs, les administrateurs, les analystes et les auditeurs.',
  'No such report': 'Ce rapport n’existe pas',
  'There is no score request with this reference. Perhaps only a part of the reference was copied.':
    'Aucune demande de score n’a cette référence. Elle a peut-être été copiée en partie.',
  'Too many requests': 'Trop de demandes',
  'Wait a second, then load the page again.': 'Attendez une seconde, puis rechargez la page.',

  // The request and its results.
  'Statement check (PA)': 'Contrôle de relevé (PA)',
  'Statement score (PAS)': 'Score de relevé (PAS)',
  'Statement score and behaviour (PARS)': 'Score de relevé et comportement (PARS)',
  'Credit bureau score (P7)': 'Score du bureau de crédit (P7)',
  'Credit bureau and statement score (P8)': 'Score du bureau de crédit et de relevé (P8)',
  'Waiting for documents': 'En attente de documents',
  'Not every document has been uploaded. The score is requested when the last one has arrived.':
    'Il manque des documents. Le score est demandé quand le dernier est arrivé.',
  Queued: 'En file d’attente',
  'The request is about to be sent to the scoring service. Look again in a minute.':
    'La demande va être envoyée au service de score. Revenez dans une minute.',
  'Sending documents': 'Envoi des documents',
  'The documents are on their way to the scoring service. Look again in a minute.':
    'Les documents sont en route vers le service de score. Revenez dans une minute.',
  'Being scored': 'Score en cours',
  'The scoring service is at work. Look again in a minute.':
    'Le service de score calcule le score. Revenez dans une minute.',
  'No result': 'Pas de résultat',
  'The request ended without a result.': 'La demande s’est terminée sans résultat.',
  'The result is no longer kept.': 'Le résultat n’est plus conservé.',
  'Amounts are in the currency of the statement.': 'Les montants sont dans la monnaie du relevé.',
  'All documents together': 'Tous les documents ensemble',

  // The decision.
  Approve: 'Accorder',
  'Approve with conditions': 'Accorder sous conditions',
  'up to': 'jusqu’à',
  'The money left over each month is enough to repay a loan of that size, with interest.':
    'Ce qui reste chaque mois suffit à rembourser un prêt de ce montant, intérêts compris.',
  'This amount is already reduced for the risk. Lend no more than this at first, and for a short time; a loan that is repaid allows more.':
    'Ce montant est déjà réduit à cause du risque. Ne prêtez d’abord pas plus, et pour peu de temps ; un prêt remboursé permet davantage.',
  'The recommended amount is 0: what is left over each month, after what is owed already, is not enough to repay a loan now.':
    'Le montant recommandé est 0 : ce qui reste chaque mois, après ce qui est déjà dû, ne suffit pas à rembourser un prêt aujourd’hui.',
  'The record at the bureau is good. No amount is recommended without a statement: ask for one.':
    'Le dossier au bureau de crédit est bon. Sans relevé, aucun montant n’est recommandé : demandez-en un.',
  'The record at the bureau is fair: lend little and for a short time at first. No amount is recommended without a statement: ask for one.':
    'Le dossier au bureau de crédit est moyen : prêtez d’abord peu et pour peu de temps. Sans relevé, aucun montant n’est recommandé : demandez-en un.',
  'Decline: the statement cannot be accepted': 'Refuser : le relevé ne peut pas être accepté',
  'It was changed after its issuer made it, or it belongs to somebody else. Ask for the statement as the issuer sends it.':
    'Il a été modifié depuis son émission, ou il appartient à quelqu’un d’autre. Demandez le relevé tel que l’émetteur l’envoie.',
  Decline: 'Refuser',
  'The customer can apply again when the reasons below no longer hold.':
    'Le client peut refaire une demande quand les motifs ci-dessous n’existeront plus.',
  'A person must check first': 'Une personne doit d’abord vérifier',
  'The bureau knows this national ID under another name. Lend nothing until that is resolved. Look at the identity card.':
    'Le bureau connaît ce numéro national sous un autre nom. Ne prêtez rien tant que ce n’est pas réglé. Regardez la carte d’identité.',
  'Lend nothing until the reasons below are resolved. Ask for the statement as its issuer sends it.':
    'Ne prêtez rien tant que les motifs ci-dessous ne sont pas réglés. Demandez le relevé tel que son émetteur l’envoie.',
  'No decision: the currency of the statements': 'Pas de décision : la monnaie des relevés',
  'This is no sign for or against the customer. Ask for statements of one account in the currency of the loan.':
    'Cela ne parle ni pour ni contre le client. Demandez les relevés d’un compte dans la monnaie du prêt.',
  'Not enough data to decide': 'Pas assez de données pour décider',
  'This is no sign for or against the customer. Ask for the last twelve months of each account.':
    'Cela ne parle ni pour ni contre le client. Demandez les douze derniers mois de chaque compte.',
  'This is no sign for or against the customer. Ask for a statement, and score that.':
    'Cela ne parle ni pour ni contre le client. Demandez un relevé, et faites-le évaluer.',
  'The statement can be relied on': 'Le relevé est fiable',
  'It is of this person, and as its issuer made it.':
    'Il appartient à cette personne et n’a pas été modifié depuis son émission.',
  'The statement is not confirmed as genuine': 'L’authenticité du relevé n’est pas confirmée',
  'Nothing contradicts it. Ask for the statement as its issuer sends it.':
    'Rien ne le contredit. Demandez le relevé tel que son émetteur l’envoie.',
  'The statement cannot be accepted': 'Le relevé ne peut pas être accepté',
  'What would make the score higher': 'Ce qui relèverait le score',
  Why: 'Pourquoi',
}
