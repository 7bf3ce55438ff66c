/** Picture queries: clients fetch pictures of people and groups and change their own. */
import type { Account } from '../account'
import { announcePicture } from '../groups/announce'
import type { Group } from '../groups/group'
import { pictureUrl } from '../media/server'
import { wear } from '../play/identity'
import { addressOf, type BinaryNode, bytesOf, child, node, refusal, result } from '../wire/nodes'
import { findAccount, letRun, type World } from '../world'

export function answerPicture(world: World, account: Account, question: BinaryNode): BinaryNode {
  if (question.attrs.type === 'set') return change(world, account, question)
  const target = question.attrs.target ?? question.attrs.to
  const other = findAccount(world, target) ?? account
  if (other.blocked.has(account.phone)) return refusal(question, 401, 'not-authorized')
  const group = world.groups.get(addressOf(target).user)
  const id = group ? group.picture : other.picture
  const url = id ? pictureUrl(world, id) : group ? null : other.habits.pictureUrl
  if (!url) return refusal(question, 404, 'item-not-found')
  const attributes = { id: id ?? '1', type: 'image', url, direct_path: new URL(url).pathname }
  return result(question, [node('picture', attributes)])
}

function change(world: World, account: Account, question: BinaryNode): BinaryNode {
  const picture = child(question, 'picture')
  const bytes = picture ? bytesOf(picture) : null
  const group = world.groups.get(addressOf(question.attrs.target).user)
  if (!group) letRun(world, wear(world, account, bytes))
  else if (group.members.get(account.phone) !== true) return refusal(question, 403, 'forbidden')
  else letRun(world, hang(world, { account, group, bytes }))
  return result(question)
}

type Hanging = { account: Account; group: Group; bytes: Buffer | null }

async function hang(world: World, { account, group, bytes }: Hanging) {
  group.picture = bytes && (await world.media.keepPicture(bytes))
  announcePicture(world, group, account)
}
