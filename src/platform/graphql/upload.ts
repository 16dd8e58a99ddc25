import { GraphQLError, GraphQLScalarType } from 'graphql'

/** A file that came with a GraphQL request, sealed and on this machine until it is moved or the request has been answered. */
export class UploadedFile {
  constructor(
    /** Absolute. */
    readonly path: string,
    /** The key with which the file is sealed (encrypted). */
    readonly key: string,
    readonly format: 'pdf' | 'csv',
    /** The hash of the bytes as received. */
    readonly digest: string,
  ) {}
}

/** Accepts only an object that the multipart reader put into the variables, so that a caller cannot name a file on our disk. */
export const UploadScalar = new GraphQLScalarType<UploadedFile, never>({
  name: 'Upload',
  description:
    'A file of a `multipart/form-data` request (`operations`, `map`, then the files), as a variable that is null in `operations`. At most 20 MB, a PDF or the CSV of a statement.',
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value
    throw new GraphQLError('must be a file of a multipart request')
  },
  parseLiteral: () => {
    throw new GraphQLError('must be a variable, sent as a file of a multipart request')
  },
  serialize: () => {
    throw new TypeError('a file is never given out')
  },
})
