/** Dispatches the queries (iq) of clients. Unknown queries get an empty response. */
import { answerInCeremony } from '../linking/ceremony'
import { finishByCode, helloByCode } from '../linking/code'
import { activate } from '../linking/login'
import type { Connection } from '../wire/connection'
import { type BinaryNode, child, children, node, result } from '../wire/nodes'
import { logEvent, type World } from '../world'
import { answerAccount } from './account'
import { answerGroups } from './groups'
import { answerKeys } from './keys'
import { answerUsync } from './usync'

export async function answerQuestion(world: World, connection: Connection, question: BinaryNode): Promise<void> {
  const { id = '', type, xmlns } = question.attrs
  if (type === 'result' || type === 'error') {
    world.answers.get(id)?.(question)
    world.answers.delete(id)
    return
  }
  const asker = connection.account && connection.link && { account: connection.account, link: connection.link }
  if (!asker) return answerUnpaired(world, connection, question)
  switch (xmlns) {
    case 'encrypt':
      return answerKeys(world, { connection, ...asker }, question)
    case 'usync':
      return answerUsync(world, { connection, ...asker }, question)
    case 'passive':
      connection.send(result(question))
      return child(question, 'active') && activate(world, asker)
    case 'w:g2':
      return answerGroups(world, { connection, ...asker }, question)
    case 'md':
      return answerDevices(world, { connection, ...asker }, question)
    default:
      return connection.send(answerAccount(world, asker.account, question))
  }
}

function answerUnpaired(world: World, connection: Connection, question: BinaryNode) {
  const pairing = child(question, 'link_code_companion_reg')
  if (pairing?.attrs.stage === 'companion_hello') return helloByCode(world, connection, { question, pairing })
  if (pairing?.attrs.stage === 'companion_finish') return finishByCode(world, connection, { question, pairing })
  if (answerInCeremony(world, connection, question)) return
  connection.send(result(question))
}

function answerDevices(world: World, { connection, account, link }: Asker, question: BinaryNode) {
  connection.send(result(question))
  if (children(question, 'remove-companion-device').length === 0) return
  account.links.delete(link.device)
  logEvent(world, 'system', account.phone, 'device:left')
  connection.end(node('xmlstreamend'))
}

export type Asker = { connection: Connection } & { [Key in 'account' | 'link']: NonNullable<Connection[Key]> }
