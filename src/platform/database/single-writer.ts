/** Of Galera, and of MySQL's group replication: variables of a server whose peers take writes too. */
const several = `SHOW GLOBAL VARIABLES WHERE (Variable_name = 'wsrep_on' AND Value = 'ON')
  OR (Variable_name = 'group_replication_single_primary_mode' AND Value = 'OFF')`

/**
 * Refuses a server that may not be the only one that takes writes, unless whoever runs it has said that it is: row locks
 * hold on one node alone, so that with several writers money was spent twice (docs/decisions/0019). Throws.
 */
export const refuseSeveralWriters = async (
  query: (text: string) => Promise<readonly { readonly Variable_name: string }[]>,
): Promise<void> => {
  const [found] = await query(several)
  if (found === undefined) return
  throw new Error(
    `it is a node of a cluster (${found.Variable_name}): let all processes write to one node, and set CLUSTER_SINGLE_WRITER=yes`,
  )
}
