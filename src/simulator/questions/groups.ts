/** Clients ask about groups and change them. */
import type { Account } from '../account'
import { type Group, groupNode } from '../groups/group'
import { changeMembers, describe, foundGroup, rename, setRule } from '../groups/groups'
import { addressOf, type BinaryNode, child, children, node, refusal, result, textOf } from '../wire/nodes'
import { findAccount, type World } from '../world'
import type { Asker } from './questions'

export function answerGroups(world: World, { connection, account }: Asker, question: BinaryNode) {
  const { user } = addressOf(question.attrs.to)
  connection.send(user ? answerAbout(world, account, { question, id: user }) : answerAll(world, account, question))
}

function answerAll(world: World, account: Account, question: BinaryNode): BinaryNode {
  const create = child(question, 'create')
  if (create) {
    const phones = [account, ...peopleIn(world, create)].map(({ phone }) => phone)
    const group = foundGroup(world, account, { subject: create.attrs.subject ?? '', phones, addressing: 'lid' })
    return result(question, [groupNode(world, group)])
  }
  for (const left of children(child(question, 'leave'), 'group')) {
    const group = world.groups.get(addressOf(left.attrs.id).user)
    if (group) changeMembers(world, group, { by: account, change: 'remove', members: [account] })
  }
  if (!child(question, 'participating')) return result(question)
  const own = [...world.groups.values()].filter(({ members }) => members.has(account.phone))
  return result(question, [
    node(
      'groups',
      {},
      own.map((group) => groupNode(world, group)),
    ),
  ])
}

function answerAbout(
  world: World,
  account: Account,
  { question, id }: { question: BinaryNode; id: string },
): BinaryNode {
  const group = world.groups.get(id)
  if (!group) return refusal(question, 404, 'item-not-found')
  if (!group.members.has(account.phone)) return refusal(question, 403, 'forbidden')
  if (question.attrs.type === 'get') return result(question, [groupNode(world, group)])
  if (group.members.get(account.phone) !== true) return refusal(question, 403, 'forbidden')
  return result(question, change(world, account, { question, group }))
}

function change(world: World, by: Account, { question, group }: { question: BinaryNode; group: Group }): BinaryNode[] {
  const [wish] = children(question)
  switch (wish?.tag) {
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote': {
      changeMembers(world, group, { by, change: wish.tag, members: peopleIn(world, wish) })
      return [node(wish.tag, {}, children(wish, 'participant'))]
    }
    case 'subject':
      rename(world, group, { by, subject: textOf(wish) })
      return []
    case 'description':
      describe(world, group, { by, description: textOf(child(wish, 'body')) })
      return []
    case 'announcement':
    case 'not_announcement':
      setRule(world, group, { by, rule: 'announcement', on: wish.tag === 'announcement' })
      return []
    case 'locked':
    case 'unlocked':
      setRule(world, group, { by, rule: 'locked', on: wish.tag === 'locked' })
      return []
    default:
      return []
  }
}

const peopleIn = (world: World, list: BinaryNode): Account[] =>
  children(list, 'participant').flatMap(({ attrs }) => findAccount(world, attrs.jid) ?? [])
