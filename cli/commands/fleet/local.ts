/** Asks the node that runs on a data folder. */
import { openSocketPath } from '../../../src/fleet/socket-path'
import { Refusal } from '../../../src/operator/refusal'
import type { LocalAnswer } from '../../../src/server/fleet/local-socket'

export type LocalNode = {
  /** Throws a `Refusal` with the node's words. */
  ask<T>(path: string, given?: object, signal?: AbortSignal): Promise<T>
}

export class NodeIsSilent extends Refusal {}

export function localNode(dataDir: string): LocalNode {
  return {
    async ask<T>(path: string, given?: object, signal?: AbortSignal): Promise<T> {
      const answer = await askOver(dataDir, path, { given, signal })
      if (!answer.ok) throw new Refusal(answer.message)
      return answer.value as T // the server's contract
    },
  }
}

type Asked = { readonly given: object | undefined; readonly signal: AbortSignal | undefined }

async function askOver(dataDir: string, path: string, { given, signal }: Asked): Promise<LocalAnswer> {
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
      timeout: false, // orders may take hours
      method: given ? 'POST' : 'GET',
      ...(given && { body: JSON.stringify(given) }),
      ...(signal && { signal }),
    })
    return (await response.json()) as LocalAnswer // the server's contract
  } catch {
    throw silent()
  } finally {
    socket.close()
  }
}
