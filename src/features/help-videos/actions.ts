import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import { type Deps, inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { searchable } from '../../platform/text'
import {
  type CreateHelp,
  type Help,
  helpCreated,
  helpDeleted,
  helpUpdated,
  MOST_HELPS,
  type UpdateHelp,
} from './contract'
import { helpErrors } from './errors'
import { findHelpOrFail, listHelps, showHelp } from './queries'
import { helps, type StoredHelp } from './tables'

const wordsOf = ({ title, description }: Pick<StoredHelp, 'title' | 'description'>) =>
  searchable(`${title}\n${description}`)

export function createHelp(deps: Deps, cx: Cx, actor: Actor, input: CreateHelp): Help {
  const control = deps.databases.writableControl()
  const made = inControl(control, () => {
    if (listHelps(control).length >= MOST_HELPS) fail(helpErrors.ERR_HELP_LIMIT, { most: MOST_HELPS })
    return insertHelp(control, cx.now(), input)
  })
  record(cx, actor, 'create', made, undefined)
  tellAll(deps, helpCreated({ record: showHelp(made) }))
  return showHelp(made)
}

/** Added at the end. */
export function insertHelp(control: WritableControl, now: number, input: CreateHelp): StoredHelp {
  const { title, description = '', video, seconds = null } = input
  const position = (listHelps(control).at(-1)?.position ?? 0) + 1
  const words = wordsOf({ title, description })
  return control
    .insert(helps)
    .values({ title, description, words, video, seconds, position, createdAt: now, updatedAt: now })
    .returning()
    .get()
}

export function changeHelp(deps: Deps, cx: Cx, actor: Actor, id: number, input: UpdateHelp): Help {
  const control = deps.databases.writableControl()
  const { before, after } = inControl(control, () => {
    const before = findHelpOrFail(control, id)
    const { title = before.title, description = before.description, video = before.video } = input
    const seconds = input.seconds === undefined ? before.seconds : input.seconds
    const words = wordsOf({ title, description })
    const values = { title, description, words, video, seconds, updatedAt: cx.now() }
    const after = control.update(helps).set(values).where(eq(helps.id, id)).returning().get()
    return { before, after: after ?? fail(helpErrors.ERR_NO_HELP_FOUND) }
  })
  record(cx, actor, 'update', after, before)
  tellAll(deps, helpUpdated({ record: showHelp(after) }))
  return showHelp(after)
}

export function deleteHelp(deps: Deps, cx: Cx, actor: Actor, id: number) {
  const control = deps.databases.writableControl()
  const gone = inControl(control, () => {
    const found = findHelpOrFail(control, id)
    control.delete(helps).where(eq(helps.id, id)).run()
    return found
  })
  record(cx, actor, 'delete', gone, undefined)
  tellAll(deps, helpDeleted({ id }))
}

/** Returns all of them, in their new order. */
export function orderHelps(deps: Deps, cx: Cx, actor: Actor, ids: readonly number[]): Help[] {
  const control = deps.databases.writableControl()
  const { moved, names } = inControl(control, () => {
    const all = listHelps(control)
    const positionOf = new Map(ids.map((id, at) => [id, at]))
    const ordered = all.toSorted((a, b) => (positionOf.get(a.id) ?? ids.length) - (positionOf.get(b.id) ?? ids.length))
    const moved = ordered.flatMap((help, at) => (help.position === at + 1 ? [] : { ...help, position: at + 1 }))
    for (const { id, position } of moved) control.update(helps).set({ position }).where(eq(helps.id, id)).run()
    return { moved, names: { before: all.map(titleOf), after: ordered.map(titleOf) } }
  })
  if (moved.length > 0) {
    const changes = changesBetween({ order: names.before }, { order: names.after })
    const subject = { id: null, name: '' }
    cx.transaction((cx) => recordAct(cx, actor, { kind: 'help', act: 'update', subject, changes }))
  }
  for (const help of moved) tellAll(deps, helpUpdated({ record: showHelp(help) }))
  return listHelps(control).map(showHelp)
}

const titleOf = ({ title }: StoredHelp) => title

const tellAll = ({ hub }: Deps, event: LiveEvent) => hub.emitByOperator(event, () => true)

function record(
  cx: Cx,
  actor: Actor,
  act: 'create' | 'update' | 'delete',
  row: StoredHelp,
  before: StoredHelp | undefined,
) {
  const changes = act === 'delete' ? [] : changesBetween(before ? audited(before) : {}, audited(row))
  const subject = { id: row.id, name: row.title }
  cx.transaction((cx) => recordAct(cx, actor, { kind: 'help', act, subject, changes }))
}

const audited = ({ title, description, video, seconds }: StoredHelp) => ({ title, description, video, seconds })
