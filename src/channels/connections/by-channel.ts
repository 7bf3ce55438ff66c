/** The query parameter that filters by channel, for lists that filter by connection. */
import { t } from 'elysia'
import type { Db } from '../../platform/sqlite'
import { ChannelKind } from '../contract'
import { connectionIdsOn } from './queries'

export const ByChannel = t.Optional(t.Union(ChannelKind.options.map((one) => t.Literal(one))))

/** The connections asked for, of those on the channel asked for; null: all. */
export function connectionsAsked(
  db: Db,
  connectionIds: readonly number[] | null,
  asked: string | undefined,
): readonly number[] | null {
  const channel = ChannelKind.options.find((one) => one === asked)
  if (channel === undefined) return connectionIds
  const there = connectionIdsOn(db, channel)
  return connectionIds ? connectionIds.filter((id) => there.includes(id)) : there
}
