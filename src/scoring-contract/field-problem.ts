export interface FieldProblem {
  /** As the client spelt it: `documentsDetails[0].password`. */
  readonly field: string
  readonly message: string
}
