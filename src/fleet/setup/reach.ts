/** Whether nodes can be reached from this machine, as the node here would reach them. */
import { connect } from 'node:tls'
import { SECOND } from '../../platform/time'
import { type NodeCertificate, tlsNameOf } from '../forwarding/identity'

const WITHIN_MS = 3 * SECOND

/** `url` as in the node's lease. Why it cannot be reached; undefined if it can. */
export const findObstacle = (
  { name, url }: { readonly name: string; readonly url: string },
  certificate: NodeCertificate,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = connect({ host, port: Number(port), servername: tlsNameOf(name), ...certificate })
    const end = (obstacle?: string) => {
      socket.destroy()
      resolve(obstacle)
    }
    socket.setTimeout(WITHIN_MS, () => end(`no answer within ${WITHIN_MS / SECOND} s`))
    socket.once('secureConnect', () => end())
    socket.once('error', (error) => end(error.message))
  })
