/** Key queries: a device uploads its one-time keys and fetches those of recipients. */
import { meetFault } from '../faults/faults'
import { bundleNodes, keyIn } from '../messages/retry'
import { takeBundle } from '../messages/seal'
import { prefixed } from '../wire/keys'
import { addressOf, type BinaryNode, bigEndian, bytesOf, child, children, node, refusal, result } from '../wire/nodes'
import { findAccount, type World } from '../world'
import type { Asker } from './questions'

export function answerKeys(world: World, { connection, account, link }: Asker, question: BinaryNode) {
  const wanted = child(question, 'key')
  if (question.attrs.type === 'get' && wanted) {
    if (meetFault(world, 'prekeyError', account.phone))
      return connection.send(refusal(question, 503, 'service-unavailable'))
    return connection.send(result(question, [node('list', {}, bundlesOf(world, children(wanted, 'user')))]))
  }
  if (child(question, 'count'))
    return connection.send(result(question, [node('count', { value: link.preKeys.length })]))
  if (child(question, 'digest')) return connection.send(result(question, [node('digest')]))

  if (child(question, 'list') && meetFault(world, 'preKeysRefused', account.phone)) {
    return connection.send(refusal(question, 503, 'service-unavailable'))
  }
  const signed = child(question, 'skey') ?? child(child(question, 'rotate'), 'skey')
  if (signed) link.signedPreKey = { ...keyIn(signed), signature: bytesOf(child(signed, 'signature')) }
  const identity = child(question, 'identity')
  if (identity) link.identityKey = prefixed(bytesOf(identity))
  link.preKeys.push(...children(child(question, 'list'), 'key').map(keyIn))
  world.changed()
  connection.send(result(question))
}

/** Unknown numbers are absent from the response. */
function bundlesOf(world: World, wanted: BinaryNode[]): BinaryNode[] {
  return wanted.flatMap(({ attrs: { jid } }) => {
    const account = findAccount(world, jid)
    const { device } = addressOf(jid)
    const link = account?.links.get(device)
    if (!account || (device !== 0 && !link)) return []
    const bundle = link ? takeBundle(world, link) : account.device.offerBundle(world.random)
    const registration = node('registration', {}, bigEndian(bundle.registrationId, 4))
    const proof = link ? [node('device-identity', {}, link.deviceIdentity)] : []
    return [node('user', { jid }, [registration, node('type', {}, Buffer.of(5)), ...bundleNodes(bundle), ...proof])]
  })
}
