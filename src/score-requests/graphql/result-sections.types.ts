import { Field, Float, Int, ObjectType } from 'type-graphql'

@ObjectType('ScoreOutflow', {
  simpleResolvers: true,
  description: 'A kind of spending and its share.',
})
export class ScoreOutflowType {
  @Field(() => String, { nullable: true, description: 'The kind of spending.' })
  category!: string | null

  @Field(() => Float, { nullable: true, description: 'What went there, in units of the currency.' })
  amount!: number | null

  @Field(() => Float, { nullable: true, description: 'Its share of all spending, from 0 to 1.' })
  share!: number | null
}

@ObjectType('ScoreSummary', {
  simpleResolvers: true,
  description: "What an analysis comes to. Amounts are in units of the statement's currency, here and below.",
})
export class ScoreSummaryType {
  @Field(() => Float, { nullable: true, description: 'The short-term credit limit that is recommended.' })
  shortTermLimit!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The business limit that is recommended; null without a business.',
  })
  businessLimit!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'How far the statement carries the score, a percentage.',
  })
  confidenceLevel!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Risk band, probability of default and decision, in words.',
  })
  riskSummary!: string | null

  @Field(() => String, { nullable: true, description: 'What would make the risk smaller, in words.' })
  riskMitigationBlock!: string | null

  @Field(() => Float, { nullable: true, description: 'The median inflow of a month.' })
  observedMonthlyIncome!: number | null

  @Field(() => Float, { nullable: true, description: 'What is borrowed in a month, on average.' })
  averageMonthlyBorrowing!: number | null

  @Field(() => Float, { nullable: true, description: 'What is drawn on overdrafts in a month, on average.' })
  averageMonthlyOverdraftUsage!: number | null

  @Field(() => [ScoreOutflowType], { description: 'Where the money goes, the largest first.' })
  mainOutflowCategories!: readonly ScoreOutflowType[]

  @Field(() => [String], { description: 'The behaviours that were found.' })
  customerBehaviourIdentified!: readonly string[]
}

@ObjectType('ScorePersona', {
  simpleResolvers: true,
  description: 'Who the statement says that the person is; masked for analysts.',
})
export class ScorePersonaType {
  @Field(() => String, { nullable: true, description: 'As it is printed; masked for analysts.' })
  name!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'As the scoring service gives it: masked, unless that was agreed otherwise; masked for analysts.',
  })
  phoneNumber!: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether a salary comes in.' })
  hasSalary!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether there is a till.' })
  hasTillAccount!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether there is a business wallet.' })
  hasBusinessWallet!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether money moves to or from a bank.' })
  hasBankAccount!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the payments are those of a driver.' })
  isADriver!: boolean | null

  @Field(() => String, { nullable: true, description: 'The bank most used; null without one.' })
  mainBank!: string | null

  @Field(() => String, { nullable: true, description: '`formal`, `informal` or `mixed`.' })
  earningProfile!: string | null
}

@ObjectType('ScoreDataCompleteness', {
  simpleResolvers: true,
  description: 'How much of the period the statement covers.',
})
export class ScoreDataCompletenessType {
  @Field(() => String, { nullable: true, description: 'First and last day.' })
  statementPeriod!: string | null

  @Field(() => String, {
    nullable: true,
    description: '`Green`: every month; `Yellow`: 80 to 99 %; `Red`: less.',
  })
  completenessFlag!: string | null

  @Field(() => Int, { nullable: true, description: 'Months with a transaction.' })
  nbMonthsInStatement!: number | null

  @Field(() => Int, { nullable: true, description: 'Transactions that were counted.' })
  transactionCount!: number | null

  @Field(() => Int, { nullable: true, description: 'Days with a transaction.' })
  transactionDays!: number | null
}

@ObjectType('ScoreIncomeBlock', {
  simpleResolvers: true,
  description: 'The usual income of a month by source.',
})
export class ScoreIncomeBlockType {
  @Field(() => Float, { nullable: true, description: 'From salaries.' })
  salary!: number | null

  @Field(() => Float, { nullable: true, description: 'From trade.' })
  business!: number | null

  @Field(() => Float, { nullable: true, description: 'From people.' })
  transfers!: number | null

  @Field(() => Float, { nullable: true, description: 'From anything else.' })
  other!: number | null

  @Field(() => Int, { nullable: true, description: 'How many payers there are.' })
  incomeSources!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The share of those who pay in most months, from 0 to 1.',
  })
  regularPayerShare!: number | null
}

@ObjectType('ScoreIncomeEstimate', {
  simpleResolvers: true,
  description: 'What a month brings in.',
})
export class ScoreIncomeEstimateType {
  @Field(() => Float, { nullable: true, description: 'In a poor month.' })
  low!: number | null

  @Field(() => Float, { nullable: true, description: 'In a usual month.' })
  mid!: number | null

  @Field(() => Float, { nullable: true, description: 'In a good month.' })
  high!: number | null

  @Field(() => String, { nullable: true, description: 'How it was estimated.' })
  method!: string | null

  @Field(() => Int, { nullable: true, description: 'From how many months.' })
  monthsUsed!: number | null
}

@ObjectType('ScoreMonthIncome', {
  simpleResolvers: true,
  description: 'The income of one month.',
})
export class ScoreMonthIncomeType {
  @Field(() => String, { nullable: true, description: '`YYYY-MM`.' })
  month!: string | null

  @Field(() => Float, { nullable: true, description: 'What was earned.' })
  income!: number | null
}

@ObjectType('ScoreMonthCashflow', {
  simpleResolvers: true,
  description: 'The money of one month.',
})
export class ScoreMonthCashflowType {
  @Field(() => String, { nullable: true, description: '`YYYY-MM`.' })
  month!: string | null

  @Field(() => Float, { nullable: true, description: 'What came in.' })
  inflow!: number | null

  @Field(() => Float, { nullable: true, description: 'What went out.' })
  outflow!: number | null
}

@ObjectType('ScoreCashflow', {
  simpleResolvers: true,
  description: 'How money comes and goes.',
})
export class ScoreCashflowType {
  @Field(() => String, { nullable: true, description: 'The share of money in, a percentage.' })
  cashInflowRatio!: string | null

  @Field(() => String, { nullable: true, description: 'The share of money out, a percentage.' })
  cashOutflowRatio!: string | null

  @Field(() => ScoreIncomeBlockType, { nullable: true, description: 'Income by source.' })
  observedIncomeBlock!: ScoreIncomeBlockType | null

  @Field(() => ScoreIncomeEstimateType, { nullable: true, description: 'The income of a month.' })
  estimatedMonthlyIncome!: ScoreIncomeEstimateType | null

  @Field(() => Float, { nullable: true, description: 'What a day brings in.' })
  averageDailyIncome!: number | null

  @Field(() => Float, { nullable: true, description: 'What is there at the end of a day, on average.' })
  averageDailyBalance!: number | null

  @Field(() => Int, { nullable: true, description: 'Days that ended nearly empty.' })
  daysWithLowBalance!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Debt of a month over its income; null without income.',
  })
  debtToIncomeRatio!: number | null

  @Field(() => String, { nullable: true, description: 'The last day that was looked at.' })
  snapshotDate!: string | null

  @Field(() => [ScoreMonthIncomeType], { description: 'Income month by month.' })
  monthlyIncomeEvolution!: readonly ScoreMonthIncomeType[]

  @Field(() => [ScoreMonthCashflowType], { description: 'Money in and out month by month.' })
  evolutionOfCashflow!: readonly ScoreMonthCashflowType[]
}

@ObjectType('ScoreBorrowingCharacter', {
  simpleResolvers: true,
  description: 'How the person borrows and repays.',
})
export class ScoreBorrowingCharacterType {
  @Field(() => Int, { nullable: true, description: 'How often a loan was paid out.' })
  nbDisbEvents!: number | null

  @Field(() => Float, { nullable: true, description: 'All loans.' })
  totalDisbursed!: number | null

  @Field(() => Float, { nullable: true, description: 'The usual loan.' })
  avgDisbPerEvent!: number | null

  @Field(() => Float, { nullable: true, description: 'The largest loan.' })
  highestDisbursement!: number | null

  @Field(() => Int, { nullable: true, description: 'How often was repaid.' })
  nbRepayEvents!: number | null

  @Field(() => Float, { nullable: true, description: 'All repayments.' })
  totalRepaid!: number | null

  @Field(() => Float, { nullable: true, description: 'The usual repayment.' })
  avgRepayPerEvent!: number | null

  @Field(() => Float, { nullable: true, description: 'The largest repayment.' })
  highestRepayment!: number | null

  @Field(() => Int, { nullable: true, description: 'How often an overdraft was drawn.' })
  nbOverdraftEvents!: number | null

  @Field(() => Float, { nullable: true, description: 'All overdrafts.' })
  totalOverdraft!: number | null

  @Field(() => Float, { nullable: true, description: 'The usual overdraft.' })
  avgOverdraftPerEvent!: number | null

  @Field(() => Float, { nullable: true, description: 'The largest overdraft.' })
  highestOverdraft!: number | null
}

@ObjectType('ScoreRecommendations', {
  simpleResolvers: true,
  description:
    'The scores. 800 to 1000 excellent, 600 good, 400 fair, 200 poor, below high risk, -1 too little data.',
})
export class ScoreRecommendationsType {
  @Field(() => Int, { nullable: true, description: 'For a short loan, 0 to 1000.' })
  shortTermScore!: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'For working capital of a business; -1 when not applicable.',
  })
  bwcScore!: number | null

  @Field(() => Int, { nullable: true, description: 'For credit in general, 0 to 1000.' })
  genericScore!: number | null

  @Field(() => Float, { nullable: true, description: 'What can be repaid in a month.' })
  shortTermAffordability!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'What the business can repay in a month; null without one.',
  })
  businessAffordability!: number | null
}

@ObjectType('ScoreSpending', {
  simpleResolvers: true,
  description: 'A kind of spending.',
})
export class ScoreSpendingType {
  @Field(() => String, { nullable: true, description: 'The kind.' })
  category!: string | null

  @Field(() => Float, { nullable: true, description: 'What was spent.' })
  value!: number | null
}

@ObjectType('ScoreUtility', {
  simpleResolvers: true,
  description: 'A utility that is paid.',
})
export class ScoreUtilityType {
  @Field(() => String, { nullable: true, description: 'The utility.' })
  name!: string | null

  @Field(() => Float, { nullable: true, description: 'What was paid.' })
  amount!: number | null

  @Field(() => Float, { nullable: true, description: 'Payments a month.' })
  frequency!: number | null
}

@ObjectType('ScoreShop', {
  simpleResolvers: true,
  description: 'A shop that is visited.',
})
export class ScoreShopType {
  @Field(() => String, { nullable: true, description: 'The shop; masked for analysts.' })
  label!: string | null

  @Field(() => Float, { nullable: true, description: 'What was spent there.' })
  value!: number | null
}

@ObjectType('ScoreBehaviour', {
  simpleResolvers: true,
  description: 'A behaviour and whether it was found.',
})
export class ScoreBehaviourType {
  @Field(() => String, { nullable: true, description: 'The behaviour.' })
  title!: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it was found.' })
  status!: boolean | null
}

@ObjectType('ScoreLifestyle', {
  simpleResolvers: true,
  description: 'How the person spends. It describes, and is never scored.',
})
export class ScoreLifestyleType {
  @Field(() => [ScoreSpendingType], { description: 'Kinds of spending, the largest first.' })
  topSpendingCategories!: readonly ScoreSpendingType[]

  @Field(() => [ScoreUtilityType], { description: 'Utilities, the largest first.' })
  utilitiesPayments!: readonly ScoreUtilityType[]

  @Field(() => [ScoreShopType], { description: 'At most five shops, the largest first.' })
  topSupermarketsVisited!: readonly ScoreShopType[]

  @Field(() => [ScoreBehaviourType], { description: 'Every behaviour that was looked for.' })
  customerBehaviour!: readonly ScoreBehaviourType[]
}
