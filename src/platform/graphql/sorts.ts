/** An order by a column that never changes; the key of the row breaks ties. */
export interface Sort<Property extends string> {
  readonly property: Property
  readonly descending: boolean
  readonly description: string
}

export const ascending = <P extends string>(property: P, description: string): Sort<P> => ({
  property,
  descending: false,
  description,
})

export const descending = <P extends string>(property: P, description: string): Sort<P> => ({
  property,
  descending: true,
  description,
})
