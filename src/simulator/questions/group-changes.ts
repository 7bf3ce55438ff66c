/** Group changes that clients request. */
import type { Account } from '../account'
import { linkTo } from '../groups/community'
import type { Group } from '../groups/group'
import { changeMembers, describe, rename, setAdding, setLifetime, setRule } from '../groups/groups'
import { answerAsking, renewInvite } from '../groups/joining'
import { addressOf, type BinaryNode, child, children, node, textOf } from '../wire/nodes'
import type { World } from '../world'
import { peopleIn } from './groups'

type Change = { question: BinaryNode; group: Group }

/** Returns the response to the client. */
export function change(world: World, by: Account, { question, group }: Change): BinaryNode[] {
  const [request] = children(question)
  switch (request?.tag) {
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote':
      changeMembers(world, group, { by, change: request.tag, members: peopleIn(world, request) })
      return [node(request.tag, {}, children(request, 'participant'))]
    case 'membership_requests_action':
      return [letIn(world, by, { request, group })]
    case 'invite':
      renewInvite(world, group, by)
      return [node('invite', { code: group.invite })]
    case 'link':
    case 'unlink':
    case 'links':
      return relink(world, by, { request, group })
    default:
      if (request) changeRule(world, by, { request, group })
      return []
  }
}

type ChangeRequest = { request: BinaryNode; group: Group }

function changeRule(world: World, by: Account, { request, group }: ChangeRequest) {
  switch (request.tag) {
    case 'subject':
      return rename(world, group, { by, subject: textOf(request) })
    case 'description':
      return describe(world, group, { by, description: textOf(child(request, 'body')) })
    case 'announcement':
    case 'not_announcement':
      return setRule(world, group, { by, rule: 'announce', on: request.tag === 'announcement' })
    case 'locked':
    case 'unlocked':
      return setRule(world, group, { by, rule: 'locked', on: request.tag === 'locked' })
    case 'membership_approval_mode':
      return setRule(world, group, { by, rule: 'approval', on: child(request, 'group_join')?.attrs.state === 'on' })
    case 'member_add_mode':
      return setAdding(world, group, { by, adding: textOf(request) === 'all_member_add' ? 'all' : 'admins' })
    case 'ephemeral':
    case 'not_ephemeral':
      return setLifetime(world, group, { by, seconds: Number(request.attrs.expiration ?? 0) })
  }
}

function letIn(world: World, by: Account, { request, group }: ChangeRequest): BinaryNode {
  const [answer] = children(request)
  const members = peopleIn(world, answer)
  answerAsking(world, group, { by, members, yes: answer?.tag === 'approve' })
  return node(request.tag, {}, answer ? [node(answer.tag, {}, children(answer, 'participant'))] : [])
}

/** Queries to a community about its groups. */
function relink(world: World, by: Account, { request, group: community }: ChangeRequest): BinaryNode[] {
  const lists = request.tag === 'links' ? children(request, 'link') : [request]
  for (const { attrs } of lists.flatMap((list) => children(list, 'group'))) {
    const group = world.groups.get(addressOf(attrs.jid).user)
    if (group) linkTo(world, group, { parent: request.tag === 'unlink' ? null : community, by })
  }
  return [node(request.tag)]
}
