import type { Actor } from '../../actor'
import { type Act, changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import { can } from '../../users/permissions'
import { requireShare } from '../../users/shares'
import { type CreateTag, changeTags, MOST_TAGS, tagCreated, tagDeleted, tagUpdated, type UpdateTag } from './contract'
import { tagErrors } from './errors'
import {
  countTags,
  findTagOrFail,
  insertTag,
  isNameTaken,
  listLanes,
  nextPosition,
  removeTag,
  showTag,
  untagSome,
  updateTag,
} from './queries'
import type { Tag } from './tables'

export function createTag(cx: Cx, actor: Actor, { kanban, ...values }: CreateTag): Tag {
  if (kanban && !can(actor, changeTags)) fail('ERR_NO_PERMISSION')
  return cx.transaction((cx) => {
    const count = countTags(cx.db, actor.userId)
    if (count.all >= MOST_TAGS) fail(tagErrors.ERR_TAG_LIMIT, { most: MOST_TAGS })
    requireShare(actor, count.own + 1, MOST_TAGS)
    requireDistinct(cx.db, values.name, null)
    const position = kanban ? nextPosition(cx.db) : 0
    const tag = insertTag(cx.db, { ...values, kanban: Boolean(kanban), position, userId: actor.userId })
    record(cx, actor, 'create', tag)
    cx.emit(tagCreated({ tag: showTag(tag) }), () => true)
    return tag
  })
}

export function changeTag(cx: Cx, actor: Actor, id: number, { kanban: wanted, ...values }: UpdateTag): Tag {
  return cx.transaction((cx) => {
    const before = findTagOrFail(cx.db, id)
    const kanban = Boolean(wanted ?? before.kanban)
    requireDistinct(cx.db, values.name ?? before.name, id)
    const position = kanban && !before.kanban ? nextPosition(cx.db) : before.position
    const after = updateTag(cx.db, id, { ...values, kanban, position })
    record(cx, actor, 'update', after, before)
    return announceTag(cx, after)
  })
}

/** Puts the listed lanes first in this order; the others follow in their previous order. */
export function orderLanes(cx: Cx, actor: Actor, tagOrder: readonly number[]) {
  cx.transaction((cx) => {
    const named = [...new Set(tagOrder)].map((id) => findTagOrFail(cx.db, id)).filter(({ kanban }) => kanban)
    const rest = listLanes(cx.db).filter(({ id }) => !named.some((tag) => tag.id === id))
    const before = listLanes(cx.db)
    const order = [...named, ...rest]
    recordAct(cx, actor, {
      kind: 'tag',
      act: 'update',
      subject: { id: null, name: '' },
      changes: changesBetween({ order: before.map(({ name }) => name) }, { order: order.map(({ name }) => name) }),
    })
    for (const [position, tag] of order.entries())
      if (tag.position !== position) announceTag(cx, updateTag(cx.db, tag.id, { position }))
  })
}

/** Tickets untagged per transaction; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 500

/** If the process dies meanwhile, the tag remains on the other tickets and can be deleted again. */
export async function deleteTag(cx: Cx, actor: Actor, id: number) {
  findTagOrFail(cx.db, id)
  while (cx.transaction(({ db }) => untagSome(db, id, ROWS_PER_TRANSACTION)) === ROWS_PER_TRANSACTION)
    await new Promise(setImmediate)
  cx.transaction((cx) => {
    record(cx, actor, 'delete', findTagOrFail(cx.db, id))
    removeTag(cx.db, id)
    cx.emit(tagDeleted({ tagId: id }), () => true)
  })
}

export function announceTag(cx: Cx, tag: Tag): Tag {
  cx.emit(tagUpdated({ tag: showTag(tag) }), () => true)
  return tag
}

const recorded = ({ id: _, position: __, ticketsCount: ___, ...values }: Tag) => values

function record(cx: Cx, actor: Actor, act: Act['act'], tag: Tag, before?: Tag) {
  const changes = before ? changesBetween(recorded(before), recorded(tag)) : []
  recordAct(cx, actor, { kind: 'tag', act, subject: tag, changes })
}

function requireDistinct(db: Db, name: string, id: number | null) {
  if (isNameTaken(db, name, id)) fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: name }])
}
