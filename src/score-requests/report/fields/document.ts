import type { DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'

/** The fields of docs/scoring-contract.md#pa that people read; the transactions themselves are in the statement. */
export const documentSection: DisplaySection = {
  title: 'Document',
  when: 'header',
  panels: [
    panel(
      'text',
      'As it is printed',
      field('header.name', 'Name', 'Printed on the statement.', { absent: 'Not printed' }),
      field('header.phoneNumber', 'Phone number', 'Printed on the statement.', {
        absent: 'Not printed',
      }),
      field('logs.documentIssuedBy', 'Issuer', 'Who issued the statement.', { absent: 'Not known' }),
      field('header.statementPeriod', 'Period', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'double_metric_card',
      'Printed balances',
      field('header.openingBalance', 'Opening', 'Printed on the statement.', { absent: 'Not printed' }),
      field('header.closingBalance', 'Closing', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'double_metric_card',
      'Printed sums',
      field('header.sumPaidIn', 'Paid in', 'Printed on the statement.', { absent: 'Not printed' }),
      field('header.sumPaidOut', 'Paid out', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'pill',
      'Authenticity',
      field('validity.isValid', 'Valid', 'No reason below excludes the document.'),
      field('validity.notModified', 'Not modified', 'The file is as its issuer made it.'),
      field('validity.authorIsValid', 'Author', 'The author named in the file is one that this issuer uses.'),
      field(
        'validity.creatorIsValid',
        'Program',
        'The program that made the file is one that this issuer uses.',
      ),
      field('validity.hasTransactions', 'Has transactions', 'The statement has transactions.'),
      field('validity.nameIsValid', 'Name agrees', 'The printed name agrees with the request.'),
      field('validity.phoneNumberIsValid', 'Number agrees', 'The printed number agrees with the request.'),
      field('validity.emailIsValid', 'E-mail agrees', 'The printed address agrees with the request.'),
    ),
    fieldPanel(
      'tag',
      'validity.exclusionReasons',
      'Reasons against the document',
      'Each check of authenticity that failed.',
      { series: { values: [] }, absent: 'None' },
    ),
  ],
}

export const combinedSection: DisplaySection = {
  title: 'Documents taken together',
  when: 'documents',
  panels: [
    fieldPanel(
      'text_block',
      'documents',
      'Documents',
      'The documents of the request. Those that were read are scored as one.',
      { series: { label: 'documentName', values: [{ key: 'state', label: 'State' }] } },
    ),
  ],
}
