/** The page and the paper around the panels, the request and its verdict. */
export const around: Readonly<Record<string, string>> = {
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
}
