import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import { answerUnavailable, type formatErrors } from './format-error.js'
import type { RequestContext } from '../context.js'

/** The root fields of an operation, also those in fragments. */
const rootsOf = (document: DocumentNode, { selections }: SelectionSetNode): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value]
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootsOf(document, selection.selectionSet)
    const fragment = document.definitions.find(
      (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
    )
    return fragment && 'selectionSet' in fragment ? rootsOf(document, fragment.selectionSet) : []
  })

/** The operation's name, which the caller chooses freely, with its root fields. */
const nameOf = (document: DocumentNode, { name, selectionSet }: OperationDefinitionNode): string =>
  [name?.value, [...new Set(rootsOf(document, selectionSet))].join(' ')].filter(Boolean).join(': ')

/** Records which customers an answer shows, before it is sent; if that fails, the answer is not sent. */
export const accessPlugin = (
  format: ReturnType<typeof formatErrors>,
): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    willSendResponse: async ({ contextValue, document, operation, response }) => {
      const { body } = response
      const { call, shown, watch } = contextValue
      if (!document || !operation || shown.size === 0 || body.kind !== 'single') return
      try {
        await watch.recordShown(call, nameOf(document, operation), shown)
      } catch (error) {
        body.singleResult = { data: null, errors: [format({ message: '' }, error)] }
        answerUnavailable(response)
      }
    },
  }),
})
