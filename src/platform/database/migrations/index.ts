import { CreateDepositJourney1763700000000 } from './1763700000000-create-deposit-journey.js'
import { WalkClocks1763800000000 } from './1763800000000-walk-clocks.js'
import { LeaveSavings1763900000000 } from './1763900000000-leave-savings.js'
import { CloseAccounts1764000000000 } from './1764000000000-close-accounts.js'
import { RequestStatements1764100000000 } from './1764100000000-request-statements.js'
import { ReviewOrders1764200000000 } from './1764200000000-review-orders.js'
import { ServeScores1764300000000 } from './1764300000000-serve-scores.js'
import { AccrueInParts1764400000000 } from './1764400000000-accrue-in-parts.js'
import { AskForScores1764500000000 } from './1764500000000-ask-for-scores.js'
import { PayWhatWaits1764600000000 } from './1764600000000-pay-what-waits.js'
import { KeepBureauAnswers1764700000000 } from './1764700000000-keep-bureau-answers.js'
import { ChooseWhatResultsShow1764710000000 } from './1764710000000-choose-what-results-show.js'
import { TraceDocuments1764730000000 } from './1764730000000-trace-documents.js'
import { WriteCustomerLocks1764800000000 } from './1764800000000-write-customer-locks.js'
import { ReadLastLines1764810000000 } from './1764810000000-read-last-lines.js'
import { LeaveInSlices1764811000000 } from './1764811000000-leave-in-slices.js'
import { SpreadTotals1764812000000 } from './1764812000000-spread-totals.js'
import { DateValues1764820000000 } from './1764820000000-date-values.js'
import { KeepClosedDays1764821000000 } from './1764821000000-keep-closed-days.js'
import { KeepEmailsByAccount1764830000000 } from './1764830000000-keep-emails-by-account.js'
import { HoldToTheMinute1764831000000 } from './1764831000000-hold-to-the-minute.js'
import { SayWhatEachDocumentCameTo1764840000000 } from './1764840000000-say-what-each-document-came-to.js'
import { SayWhatBecameOfScoredDocuments1764855000000 } from './1764855000000-say-what-became-of-scored-documents.js'
import { RunWhatCrashedAlone1764860000000 } from './1764860000000-run-what-crashed-alone.js'
import { KeepApiKeys1764870000000 } from './1764870000000-keep-api-keys.js'
import { ForgetOwnScores1764871000000 } from './1764871000000-forget-own-scores.js'
import { SealEvidence1764872000000 } from './1764872000000-seal-evidence.js'
import { TakeTwoPeople1764890000000 } from './1764890000000-take-two-people.js'
import { FindTwins1764895000000 } from './1764895000000-find-twins.js'
import { FenceClocks1764920000000 } from './1764920000000-fence-clocks.js'
import { ListRows1764930000000 } from './1764930000000-list-rows.js'
import { ListBooksAndAudit1764931000000 } from './1764931000000-list-books-and-audit.js'
import { FindCustomers1764932000000 } from './1764932000000-find-customers.js'
import { KeepLanguages1765010000000 } from './1765010000000-keep-languages.js'
import { ActOnce1765020000000 } from './1765020000000-act-once.js'
import { ApproveInTwos1765030000000 } from './1765030000000-approve-in-twos.js'
import { WriteNotes1765031000000 } from './1765031000000-write-notes.js'
import { RollUpDays1765040000000 } from './1765040000000-roll-up-days.js'
import { TraceOrders1765050000000 } from './1765050000000-trace-orders.js'
import { KeepSessions1765060000000 } from './1765060000000-keep-sessions.js'
import { KeepFirstEnds1765300000000 } from './1765300000000-keep-first-ends.js'
import { SeeWhoWasShown1765700000000 } from './1765700000000-see-who-was-shown.js'
import { MarkFirstDeposits1765911000000 } from './1765911000000-mark-first-deposits.js'
import { PauseQueues1765912000000 } from './1765912000000-pause-queues.js'
import { PublishProductsFrom1765930000000 } from './1765930000000-publish-products-from.js'
import { VoidDeposits1765931000000 } from './1765931000000-void-deposits.js'
import { AssignReviews1765932000000 } from './1765932000000-assign-reviews.js'
import { CloseMonths1765952000000 } from './1765952000000-close-months.js'
import { ReadProviderFiles1765952100000 } from './1765952100000-read-provider-files.js'
import { NameSubjects1765953000000 } from './1765953000000-name-subjects.js'
import { KeepRoleAssignments1765953100000 } from './1765953100000-keep-role-assignments.js'
import { LimitApprovals1765953200000 } from './1765953200000-limit-approvals.js'
import { FindScoredPersons1765954000000 } from './1765954000000-find-scored-persons.js'
import { KeepScoreJudgements1765960000000 } from './1765960000000-keep-score-judgements.js'
import { NameHolders1765970000000 } from './1765970000000-name-holders.js'
import { CountSavers1765990000000 } from './1765990000000-count-savers.js'
import { NameApprovalsOfBlocks1766010000000 } from './1766010000000-name-approvals-of-blocks.js'
import { ListByIndexes1766020000000 } from './1766020000000-list-by-indexes.js'
import { CountHeads1766030000000 } from './1766030000000-count-heads.js'
import { AskProvidersAgain1766040000000 } from './1766040000000-ask-providers-again.js'
import { AssignReviewsToPersons1766040100000 } from './1766040100000-assign-reviews-to-persons.js'
import { TraceWhatWaits1766060000000 } from './1766060000000-trace-what-waits.js'
import { KeepShownTexts1766070000000 } from './1766070000000-keep-shown-texts.js'
import { TraceClosingsAndReadings1766080000000 } from './1766080000000-trace-closings-and-readings.js'
import { FindAddressesInAnyCase1766090000000 } from './1766090000000-find-addresses-in-any-case.js'
import { FindStatementsInAnyCase1766100000000 } from './1766100000000-find-statements-in-any-case.js'

/** Oldest first. A migration that has run anywhere is never changed. */
export const migrations = [
  CreateDepositJourney1763700000000,
  WalkClocks1763800000000,
  LeaveSavings1763900000000,
  CloseAccounts1764000000000,
  RequestStatements1764100000000,
  ReviewOrders1764200000000,
  ServeScores1764300000000,
  AccrueInParts1764400000000,
  AskForScores1764500000000,
  PayWhatWaits1764600000000,
  KeepBureauAnswers1764700000000,
  ChooseWhatResultsShow1764710000000,
  TraceDocuments1764730000000,
  WriteCustomerLocks1764800000000,
  ReadLastLines1764810000000,
  LeaveInSlices1764811000000,
  SpreadTotals1764812000000,
  DateValues1764820000000,
  KeepClosedDays1764821000000,
  KeepEmailsByAccount1764830000000,
  HoldToTheMinute1764831000000,
  SayWhatEachDocumentCameTo1764840000000,
  SayWhatBecameOfScoredDocuments1764855000000,
  RunWhatCrashedAlone1764860000000,
  KeepApiKeys1764870000000,
  ForgetOwnScores1764871000000,
  SealEvidence1764872000000,
  TakeTwoPeople1764890000000,
  FindTwins1764895000000,
  FenceClocks1764920000000,
  ListRows1764930000000,
  ListBooksAndAudit1764931000000,
  FindCustomers1764932000000,
  KeepLanguages1765010000000,
  ActOnce1765020000000,
  ApproveInTwos1765030000000,
  WriteNotes1765031000000,
  RollUpDays1765040000000,
  TraceOrders1765050000000,
  KeepSessions1765060000000,
  KeepFirstEnds1765300000000,
  SeeWhoWasShown1765700000000,
  MarkFirstDeposits1765911000000,
  PauseQueues1765912000000,
  PublishProductsFrom1765930000000,
  VoidDeposits1765931000000,
  AssignReviews1765932000000,
  CloseMonths1765952000000,
  ReadProviderFiles1765952100000,
  NameSubjects1765953000000,
  KeepRoleAssignments1765953100000,
  LimitApprovals1765953200000,
  FindScoredPersons1765954000000,
  KeepScoreJudgements1765960000000,
  NameHolders1765970000000,
  CountSavers1765990000000,
  NameApprovalsOfBlocks1766010000000,
  ListByIndexes1766020000000,
  CountHeads1766030000000,
  AskProvidersAgain1766040000000,
  AssignReviewsToPersons1766040100000,
  TraceWhatWaits1766060000000,
  KeepShownTexts1766070000000,
  TraceClosingsAndReadings1766080000000,
  FindAddressesInAnyCase1766090000000,
  FindStatementsInAnyCase1766100000000,
] as const
