/** The variables by which Galera, or MySQL's group replication, shows that peers of the server accept writes too. */
const clusterVariables = `SHOW GLOBAL VARIABLES WHERE (Variable_name = 'wsrep_on' AND Value = 'ON')
  OR (Variable_name = 'group_replication_single_primary_mode' AND Value = 'OFF')`

/**
 * Whether other nodes of the server's cluster accept writes. If so it throws, so that the service does not start, unless the
 * operator has declared that all processes write to this server: row locks hold on one node only, so that with writes on several nodes
 * money could be spent twice (docs/decisions/0019).
 */
export const refuseSeveralWriters = async (
  query: (text: string) => Promise<readonly { readonly Variable_name: string }[]>,
  isSingleWriter: boolean,
): Promise<boolean> => {
  const [variable] = await query(clusterVariables)
  if (variable !== undefined && !isSingleWriter)
    throw new Error(
      `it is a node of a cluster (${variable.Variable_name}): let all processes write to one node, and set CLUSTER_SINGLE_WRITER=yes`,
    )
  return variable !== undefined
}
