/** Admins change a group from a client. */
import type { Account } from '../account'
import { linkTo } from '../groups/community'
import type { Group } from '../groups/group'
import { changeMembers, describe, rename, setAdding, setLifetime, setRule } from '../groups/groups'
import { answerAsking, renewInvite } from '../groups/joining'
import { addressOf, type BinaryNode, child, children, node, textOf } from '../wire/nodes'
import type { World } from '../world'
import { peopleIn } from './groups'

type Change = { question: BinaryNode; group: Group }

/** Returns what the client is told of it. */
export function change(world: World, by: Account, { question, group }: Change): BinaryNode[] {
  const [wish] = children(question)
  switch (wish?.tag) {
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote':
      changeMembers(world, group, { by, change: wish.tag, members: peopleIn(world, wish) })
      return [node(wish.tag, {}, children(wish, 'participant'))]
    case 'membership_requests_action':
      return [letIn(world, by, { wish, group })]
    case 'invite':
      renewInvite(world, group, by)
      return [node('invite', { code: group.invite })]
    case 'link':
    case 'unlink':
    case 'links':
      return relink(world, by, { wish, group })
    default:
      if (wish) changeRule(world, by, { wish, group })
      return []
  }
}

type Wanted = { wish: BinaryNode; group: Group }

function changeRule(world: World, by: Account, { wish, group }: Wanted) {
  switch (wish.tag) {
    case 'subject':
      return rename(world, group, { by, subject: textOf(wish) })
    case 'description':
      return describe(world, group, { by, description: textOf(child(wish, 'body')) })
    case 'announcement':
    case 'not_announcement':
      return setRule(world, group, { by, rule: 'announce', on: wish.tag === 'announcement' })
    case 'locked':
    case 'unlocked':
      return setRule(world, group, { by, rule: 'locked', on: wish.tag === 'locked' })
    case 'membership_approval_mode':
      return setRule(world, group, { by, rule: 'approval', on: child(wish, 'group_join')?.attrs.state === 'on' })
    case 'member_add_mode':
      return setAdding(world, group, { by, adding: textOf(wish) === 'all_member_add' ? 'all' : 'admins' })
    case 'ephemeral':
    case 'not_ephemeral':
      return setLifetime(world, group, { by, seconds: Number(wish.attrs.expiration ?? 0) })
  }
}

function letIn(world: World, by: Account, { wish, group }: Wanted): BinaryNode {
  const [answer] = children(wish)
  const members = peopleIn(world, answer)
  answerAsking(world, group, { by, members, yes: answer?.tag === 'approve' })
  return node(wish.tag, {}, answer ? [node(answer.tag, {}, children(answer, 'participant'))] : [])
}

/** Asked of the community, about groups. */
function relink(world: World, by: Account, { wish, group: community }: Wanted): BinaryNode[] {
  const lists = wish.tag === 'links' ? children(wish, 'link') : [wish]
  for (const { attrs } of lists.flatMap((list) => children(list, 'group'))) {
    const group = world.groups.get(addressOf(attrs.jid).user)
    if (group) linkTo(world, group, { parent: wish.tag === 'unlink' ? null : community, by })
  }
  return [node(wish.tag)]
}
