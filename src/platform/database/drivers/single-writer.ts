/** Variables of Galera, and of MySQL's group replication, for servers whose peers accept writes too. */
const several = `SHOW GLOBAL VARIABLES WHERE (Variable_name = 'wsrep_on' AND Value = 'ON')
  OR (Variable_name = 'group_replication_single_primary_mode' AND Value = 'OFF')`

/**
 * Whether peers of the server accept writes. Refuses to start then, unless the operator has declared this server the
 * only writer: row locks hold on one node alone, so that with several writers money was spent twice
 * (docs/decisions/0019). Throws.
 */
export const refuseSeveralWriters = async (
  query: (text: string) => Promise<readonly { readonly Variable_name: string }[]>,
  isSingleWriter: boolean,
): Promise<boolean> => {
  const [found] = await query(several)
  if (found !== undefined && !isSingleWriter)
    throw new Error(
      `it is a node of a cluster (${found.Variable_name}): let all processes write to one node, and set CLUSTER_SINGLE_WRITER=yes`,
    )
  return found !== undefined
}
