/** Client queries about groups, and creation of groups. For changes see group-changes.ts. */
import type { Account } from '../account'
import { addCommunity, groupsOf, linkTo } from '../groups/community'
import { type Group, groupJid, groupNode } from '../groups/group'
import { addGroup, changeMembers } from '../groups/groups'
import { invitedTo, join } from '../groups/joining'
import { addressOf, type BinaryNode, child, children, node, refusal, result, seconds, textOf } from '../wire/nodes'
import { findAccount, type World } from '../world'
import { change } from './group-changes'
import type { Asker } from './questions'

export function answerGroups(world: World, { connection, account }: Asker, question: BinaryNode) {
  const { user } = addressOf(question.attrs.to)
  connection.send(user ? answerAbout(world, account, { question, id: user }) : answerAll(world, account, question))
}

function answerAll(world: World, account: Account, question: BinaryNode): BinaryNode {
  const invite = child(question, 'invite')
  if (invite) return answerInvite(world, account, { question, code: invite.attrs.code })
  const wanted = child(question, 'create')
  if (wanted) return result(question, [groupNode(world, create(world, account, wanted))])
  const left = child(question, 'leave')
  for (const { attrs } of children(left)) leave(world, account, addressOf(attrs.id).user)
  if (!child(question, 'participating')) return result(question)
  const own = [...world.groups.values()].filter(({ members }) => members.has(account.phone))
  const groups = own.map((group) => groupNode(world, group))
  return result(question, [node('groups', {}, groups)])
}

function create(world: World, account: Account, wanted: BinaryNode): Group {
  const phones = [account, ...peopleIn(world, wanted)].map(({ phone }) => phone)
  const subject = wanted.attrs.subject ?? ''
  const description = textOf(child(child(wanted, 'description'), 'body'))
  if (child(wanted, 'parent')) return addCommunity(world, account, { subject, description, phones })
  const group = addGroup(world, account, { subject, description, phones, addressing: 'lid' })
  const parent = world.groups.get(addressOf(child(wanted, 'linked_parent')?.attrs.jid).user)
  if (parent) linkTo(world, group, { parent, by: account })
  return group
}

function leave(world: World, account: Account, id: string) {
  const group = world.groups.get(id)
  const gone = group?.isCommunity ? [group, ...groupsOf(world, group)] : [group]
  for (const one of gone) {
    if (one?.members.has(account.phone)) {
      changeMembers(world, one, { by: account, change: 'remove', members: [account] })
    }
  }
}

type ByInvite = { question: BinaryNode; code: string | undefined }

function answerInvite(world: World, account: Account, { question, code }: ByInvite): BinaryNode {
  const group = invitedTo(world, code)
  if (!group) return refusal(question, 406, 'not-acceptable')
  if (question.attrs.type === 'get') return result(question, [groupNode(world, group)])
  const jid = groupJid(group)
  return result(question, [node(join(world, group, account) ? 'group' : 'membership_approval_request', { jid })])
}

type About = { question: BinaryNode; id: string }

function answerAbout(world: World, account: Account, { question, id }: About): BinaryNode {
  const group = world.groups.get(id)
  if (!group) return refusal(question, 404, 'item-not-found')
  const accepted = child(question, 'accept')
  if (accepted) {
    if (accepted.attrs.code !== group.invite) return refusal(question, 410, 'gone')
    join(world, group, account)
    return { ...result(question), attrs: { ...result(question).attrs, from: groupJid(group) } }
  }
  if (!group.members.has(account.phone)) return refusal(question, 403, 'forbidden')
  if (question.attrs.type === 'get') return result(question, describeTo(world, question, group))
  if (group.members.get(account.phone) !== true && !mayAdd(question, group)) return refusal(question, 403, 'forbidden')
  return result(question, change(world, account, { question, group }))
}

const mayAdd = (question: BinaryNode, group: Group) => group.adding === 'all' && child(question, 'add') !== undefined

function describeTo(world: World, question: BinaryNode, group: Group): BinaryNode[] {
  if (child(question, 'invite')) return [node('invite', { code: group.invite })]
  if (child(question, 'sub_groups')) {
    const subGroups = groupsOf(world, group).map((one) =>
      node('group', { id: one.id, subject: one.subject, creation: seconds(one.createdAt), size: one.members.size }),
    )
    return [node('sub_groups', {}, subGroups)]
  }
  if (!child(question, 'membership_approval_requests')) return [groupNode(world, group)]
  const asking = group.asking.flatMap((phone) => world.accounts.get(phone) ?? [])
  const requests = asking.map(({ lid }) =>
    node('membership_approval_request', { jid: `${lid}@lid`, request_method: 'invite_link' }),
  )
  return [node('membership_approval_requests', {}, requests)]
}

export const peopleIn = (world: World, list: BinaryNode | undefined): Account[] =>
  children(list, 'participant').flatMap(({ attrs }) => findAccount(world, attrs.jid) ?? [])
