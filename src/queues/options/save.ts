/** Changes the bot options of a queue. Every change validates the whole tree and stores it in one transaction. */

import { changesBetween, type Doer, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { ReceivedFile } from '../../platform/uploads'
import { findUser } from '../../users/people'
import { announce, mediaColumns } from '../actions'
import { queueErrors } from '../errors'
import {
  findOptionOrFail,
  findQueue,
  findQueueOrFail,
  insertOption,
  listOptions,
  listStoredOptions,
  removeOptionRow,
  updateOption,
} from '../queries'
import type { QueueOption as StoredOption } from '../tables'
import type { CreateOption, QueueOption, SavedOption, UpdateOption } from './contract'
import { branchOf, requireTree } from './tree'

/** Options keep their ids. Returns them in the given order. */
export function saveOptions(cx: Cx, doer: Doer, queueId: number, input: readonly SavedOption[]): QueueOption[] {
  return cx.transaction((cx) => {
    const queue = findQueueOrFail(cx.db, queueId)
    const before = listStoredOptions(cx.db, queueId)
    const ids = storeOptions(cx, queueId, { before, wanted: input })
    recordAct(cx, doer, {
      kind: 'queue',
      act: 'update',
      subject: queue,
      changes: changedOptions(before, listStoredOptions(cx.db, queueId)),
    })
    announce(cx, queue)
    const saved = new Map(listOptions(cx.db, queueId).map((option) => [option.id, option]))
    return input.flatMap(({ id }) => saved.get(ids.get(id) ?? 0) ?? [])
  })
}

type Trees = { readonly before: readonly StoredOption[]; readonly wanted: readonly SavedOption[] }

/** Returns the stored id of each given option. */
function storeOptions(cx: Cx, queueId: number, { before, wanted: input }: Trees): ReadonlyMap<number, number> {
  const stored = new Map(before.map((option) => [option.id, option]))
  const ordered = requireTree(input, {
    stored: (id) => stored.get(id),
    hasQueue: (id) => findQueue(cx.db, id) !== undefined,
    hasUser: (id) => findUser(cx.db, id)?.active === true,
  })
  const ids = new Map<number, number>()
  const counts = new Map<number | null, number>()
  for (const { id, parentId: parent, title, message, optionType, targetQueueId, targetUserId } of ordered) {
    const parentId = parent === null ? null : (ids.get(parent) ?? null)
    const position = counts.get(parentId) ?? 0
    counts.set(parentId, position + 1)
    const fields = { queueId, parentId, position, title, message, optionType, targetQueueId, targetUserId }
    if (id > 0) updateOption(cx.db, id, fields)
    ids.set(id, id > 0 ? id : insertOption(cx.db, fields))
  }
  for (const { id } of before) if (!ids.has(id)) removeOptionRow(cx.db, queueId, id)
  return ids
}

/** One audit entry per option that was added, removed, moved or changed. */
function changedOptions(before: readonly StoredOption[], after: readonly StoredOption[]) {
  const [then, now] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))]
  return [...new Set([...then.keys(), ...now.keys()])]
    .flatMap((id) => {
      const [from, to] = [then.get(id), now.get(id)]
      const field = `option ${(to ?? from)?.title}`
      return changesBetween({ [field]: from && auditedFields(from) }, { [field]: to && auditedFields(to) })
    })
    .slice(0, LONGEST_SHOWN)
}
const LONGEST_SHOWN = 50

const auditedFields = ({ id: _, queueId: __, mediaFile: ___, ...fields }: StoredOption) => fields

/** The stored options in the form of a save request. */
const savedForm = (options: readonly QueueOption[]): SavedOption[] =>
  options.map(({ id, parentId, title, message, optionType, targetQueueId, targetUserId }) => ({
    id,
    parentId,
    title,
    message,
    optionType,
    targetQueueId,
    targetUserId,
  }))

export function addOption(cx: Cx, doer: Doer, { queueId, option, ...input }: CreateOption): QueueOption {
  findQueueOrFail(cx.db, queueId)
  const { title, optionType } = input
  const fresh = { id: -1, parentId: null, title, message: '', optionType, targetQueueId: null, targetUserId: null }
  return saveOne(cx, doer, { queueId, option: changed(fresh, input), place: option })
}

export function changeOption(cx: Cx, doer: Doer, id: number, { option, ...input }: UpdateOption): QueueOption {
  const { queueId } = findOptionOrFail(cx.db, id)
  const before = savedForm(listOptions(cx.db, queueId)).find((one) => one.id === id)
  if (!before) return fail(queueErrors.ERR_NO_QUEUE_OPTION_FOUND)
  return saveOne(cx, doer, { queueId, option: changed(before, input), place: option })
}

const changed = (before: SavedOption, input: Omit<UpdateOption, 'option'>): SavedOption => {
  const { title, message, optionType, parentId, targetQueueId, targetUserId } = input
  return {
    id: before.id,
    title: title ?? before.title,
    message: message ?? before.message,
    optionType: optionType ?? before.optionType,
    parentId: parentId === undefined ? before.parentId : parentId,
    targetQueueId: targetQueueId === undefined ? before.targetQueueId : targetQueueId,
    targetUserId: targetUserId === undefined ? before.targetUserId : targetUserId,
  }
}

type One = { readonly queueId: number; readonly option: SavedOption; readonly place: number | undefined }

/**
 * `place` is the position among its siblings, from 1; without it an existing option stays where it is, and a new one is
 * last.
 */
function saveOne(cx: Cx, doer: Doer, { queueId, option, place }: One): QueueOption {
  const all = savedForm(listOptions(cx.db, queueId))
  const others = all.filter(({ id }) => id !== option.id)
  const siblings = others.filter(({ parentId }) => parentId === option.parentId)
  const before = all.find(({ id }) => id === option.id)
  const next =
    place === undefined ? before?.parentId === option.parentId && all[all.indexOf(before) + 1] : siblings[place - 1]
  const at = next ? others.indexOf(next) : others.length
  const saved = saveOptions(cx, doer, queueId, others.toSpliced(at, 0, option))
  return saved[at] ?? fail(queueErrors.ERR_NO_QUEUE_OPTION_FOUND)
}

/** Removes its children, too. */
export function removeOption(cx: Cx, doer: Doer, id: number) {
  const { queueId } = findOptionOrFail(cx.db, id)
  const options = listOptions(cx.db, queueId)
  const gone = branchOf(options, id)
  saveOptions(cx, doer, queueId, savedForm(options.filter((one) => !gone.has(one.id))))
}

/** The file that the option sends; null removes it. */
export function putOptionFile(cx: Cx, doer: Doer, id: number, file: ReceivedFile | null) {
  cx.transaction((cx) => {
    const option = findOptionOrFail(cx.db, id)
    const queue = findQueueOrFail(cx.db, option.queueId)
    updateOption(cx.db, id, mediaColumns(file))
    recordAct(cx, doer, {
      kind: 'queue',
      act: 'update',
      subject: queue,
      changes: changesBetween(
        { [`option ${option.title}`]: option.mediaName },
        { [`option ${option.title}`]: file?.name ?? null },
      ),
    })
    announce(cx, queue)
  })
}
