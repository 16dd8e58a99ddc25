import { useState } from 'preact/hooks'
import { session } from '../shared/session.js'
import { Actions } from './acting.js'
import { useAnswer } from './requests.js'
import { ConsoleDelegations } from './console-delegations.graphql'
import { ListPart } from './list-page.js'
import { parts } from './lists.js'
import { translate } from './words.js'

/** The action that ends the person's own delegation early. */
const OwnDelegations = ({ then }: { then: () => void }) => {
  const answer = useAnswer(ConsoleDelegations, { first: 100 })
  const mine = (answer.data?.page.nodes ?? []).filter(
    ({ lenderId, until }) => lenderId === session.value?.id && new Date(until) > new Date(),
  )
  return (
    <Actions
      list={mine.map(({ id, delegate }) => ['endDelegation', { id }, delegate] as const)}
      then={then}
    />
  )
}

/** How much each person may approve, and who lent whom a limit. */
export const LimitsPage = () => {
  const [times, setTimes] = useState(0)
  const again = () => setTimes(times + 1)
  return (
    <>
      <h1>{translate('limits')}</h1>
      <p class="note">{translate('limitsWhat')}</p>
      <Actions
        list={[
          ['limit', {}],
          ['delegate', {}],
        ]}
        then={again}
      />
      {session.value?.roles.includes('APPROVER') ? (
        <OwnDelegations key={`lent ${times}`} then={again} />
      ) : null}
      <ListPart key={`limits ${times}`} list={parts.limits} title="limitsOf" />
      <ListPart key={`delegations ${times}`} list={parts.delegations} />
    </>
  )
}
