import { Field, ID, Int, ObjectType } from 'type-graphql'
import { MoneyScalar } from '../../platform/graphql/scalars.js'

/** The base of figures per product and currency. It is not in the schema itself; the types that extend it are. */
@ObjectType('OfProduct', { simpleResolvers: true })
export abstract class OfProductType {
  @Field(() => ID, { description: 'The product.' })
  product!: string

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string
}

/** Positions that mature. */
@ObjectType('Maturing', { simpleResolvers: true })
export abstract class MaturingType extends OfProductType {
  @Field(() => Int, { description: 'How many positions.' })
  count!: number

  @Field(() => MoneyScalar, { description: 'Their principal.' })
  principal!: string

  @Field(() => MoneyScalar, { description: 'Their interest, gross.' })
  interest!: string
}

/** Money that is paid out to customers. */
@ObjectType('Leaving', { simpleResolvers: true })
export abstract class MoneyOutType extends OfProductType {
  @Field(() => Int, { description: 'How many payouts.' })
  count!: number
}

@ObjectType('Accrual', { simpleResolvers: true, description: 'Interest that a product earned, gross.' })
export class AccrualType extends OfProductType {
  @Field(() => MoneyScalar, { description: 'Gross interest, posted from expense to payable.' })
  amount!: string
}
