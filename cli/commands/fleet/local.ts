/** Asks the node that runs on a data folder. */
import { openSocketPath } from '../../../src/fleet/socket-path'
import { Refusal } from '../../../src/operator/refusal'
import type { LocalAnswer } from '../../../src/server/fleet/local-socket'

export type LocalNode = {
  /** Throws a `Refusal` with the node's words. */
  ask<T>(path: string, given?: object): Promise<T>
}

export class NodeIsSilent extends Refusal {}

export function localNode(dataDir: string): LocalNode {
  return {
    async ask<T>(path: string, given?: object): Promise<T> {
      const answer = await askOver(dataDir, path, given)
      if (!answer.ok) throw new Refusal(answer.message)
      return answer.value as T // the server's contract
    },
  }
}

async function askOver(dataDir: string, path: string, given: object | undefined): Promise<LocalAnswer> {
  const silent = () =>
    new NodeIsSilent(
      `No node runs on ${dataDir}, and in a fleet commands go through the running node. Start it, or choose its folder with --data.`,
    )
  let socket: ReturnType<typeof openSocketPath>
  try {
    socket = openSocketPath(dataDir)
  } catch {
    throw silent()
  }
  try {
    const response = await fetch(`http://node${path}`, {
      unix: socket.path,
      method: given ? 'POST' : 'GET',
      ...(given && { body: JSON.stringify(given) }),
    })
    return (await response.json()) as LocalAnswer // the server's contract
  } catch {
    throw silent()
  } finally {
    socket.close()
  }
}
