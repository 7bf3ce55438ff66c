/** A screen without a browser: the screens' list specifications applied to the server's events. */
import { addPage, applyChange } from '../../ui/shared/live/apply'
import { LiveBus } from '../../ui/shared/live/bus'
import type { LiveListSpec } from '../../ui/shared/live/live-query'
import { type CrudSpec, rulesOf } from '../../ui/shared/live/liveCrud'
import type { Attendant } from './company-world'

/** Fetches a list once and updates it by events. The returned function gives its rows. */
export function opened<T extends { readonly id: number }, V = void>(
  who: Attendant,
  spec: CrudSpec<T, V>,
  rows: readonly T[],
  ...[view]: V extends void ? [] : [view: V]
) {
  return openedList<T>(who, { ...rulesOf<T, V>(spec, view as V), handlers: spec.events }, rows)
}

/** Like `opened`, for lists with their own rules. */
export function openedList<T extends { readonly id: number }>(
  who: Attendant,
  rules: Omit<LiveListSpec<T>, 'key' | 'fetchPage'>,
  rows: readonly T[],
) {
  let list = addPage<T, unknown>(undefined, { items: rows, hasMore: false }, { rules })
  const bus = new LiveBus(who.actor().tenantId)
  bus.listen((event) => {
    for (const handler of rules.handlers) {
      const change = handler(event)
      if (change) list = applyChange(list, change, rules)
    }
  })
  let read = who.frames.length
  return () => {
    for (const frame of who.frames.slice(read)) bus.receive(frame)
    read = who.frames.length
    return list.items
  }
}
