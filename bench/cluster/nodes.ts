import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from '../../test/support/free-port.js'
import { startMariadb } from '../../test/support/mariadb.js'
import { eventually } from '../../test/support/wait.js'

/** The Galera library, where Debian's package galera-4 installs it. */
const library = '/usr/lib/galera/libgalera_smm.so'
const joinMsMax = 120_000

/** One server of a cluster in which every server accepts writes. */
export interface ClusterNode {
  readonly url: string
  /** Runs a statement as administrator. */
  query(statement: string): Promise<RowDataPacket[]>
  stop(): Promise<void>
}

interface NodePorts {
  readonly group: number
  readonly ist: number
}

/** How far a server's data is in the history of the cluster; a node that joins with the same state needs no data. */
interface State {
  readonly uuid: string
  readonly committed: string
}

const settingsOf = (ports: NodePorts, peer: NodePorts | undefined): string[] => [
  '--innodb-buffer-pool-size=64M',
  // Commits need not survive a power cut, since none is simulated.
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--wsrep-on=ON',
  `--wsrep-provider=${library}`,
  '--wsrep-cluster-name=cauri',
  `--wsrep-cluster-address=gcomm://${peer ? `127.0.0.1:${peer.group}` : ''}`,
  '--wsrep-node-address=127.0.0.1',
  `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${ports.group};ist.recv_addr=127.0.0.1:${ports.ist};gcache.size=32M`,
  ...(peer ? [] : ['--wsrep-new-cluster']),
]

/** Copying data to a joining node would need programs and rights. So both nodes begin empty, with the same state. */
const stateFile =
  ({ uuid, committed }: State) =>
  (data: string): Promise<void> =>
    writeFile(
      join(data, 'grastate.dat'),
      `# GALERA saved state\nversion: 2.1\nuuid:    ${uuid}\nseqno:   ${committed}\nsafe_to_bootstrap: 0\n`,
    )

const startNode = async (ports: NodePorts, peer?: NodePorts & State): Promise<ClusterNode> => {
  const at = peer ? [`--wsrep-start-position=${peer.uuid}:${peer.committed}`] : []
  const server = await startMariadb([...settingsOf(ports, peer), ...at], peer && stateFile(peer))
  if (!server) throw new Error('this machine has no mariadbd')
  const connection = await createConnection(server.url)
  const query = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0]
  const takesPart = async (): Promise<boolean> => {
    const [row] = await query(`SHOW STATUS LIKE 'wsrep_local_state_comment'`)
    return row?.['Value'] === 'Synced'
  }
  await eventually('a node takes part', takesPart, joinMsMax)
  const stop = async (): Promise<void> => {
    connection.destroy()
    await server.stop()
  }
  return { url: server.url, query, stop }
}

const freePorts = async (): Promise<NodePorts> => ({ group: await freePort(), ist: await freePort() })

/** Starts one cluster of two nodes on this machine, both of which accept writes. Throws if Galera is not installed. */
export const startCluster = async (): Promise<readonly [ClusterNode, ClusterNode]> => {
  if (!existsSync(library)) throw new Error(`${library} is missing: install Debian's galera-4`)
  const ports = await freePorts()
  const first = await startNode(ports)
  const status = async (name: string): Promise<string> =>
    String((await first.query(`SHOW STATUS LIKE '${name}'`))[0]?.['Value'])
  const state = {
    uuid: await status('wsrep_cluster_state_uuid'),
    committed: await status('wsrep_last_committed'),
  }
  return [first, await startNode(await freePorts(), { ...ports, ...state })]
}
