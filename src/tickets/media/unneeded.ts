/** Deletes stored files that no row refers to: of deleted tickets, replaced pictures, interrupted uploads. */

import type { Cx } from '../../platform/cx'
import { listHomes, namesBeginning, removeIfOlder } from '../../platform/files'
import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import { isNamed, type StoredFileColumn } from '../../platform/stored-files'
import { DAY, HOUR } from '../../platform/time'
import { recountStored } from '../../tenancy/storage'

/** The interval between rounds; a round checks all files of a company. */
export const ROUND = 17 * HOUR
/** The time budget of a step, in milliseconds. */
const STEP = 5

type Round = {
  /** When the round starts, or started. */
  at: number
  /** Name prefixes that are still to be checked. */
  left: string[]
}

declare module '../../platform/module' {
  interface Services {
    readonly fileRounds: FileRounds
  }
}

export type FileRounds = ReturnType<typeof createFileRounds>

/**
 * Companies start at different times, which survive restarts. A file without a row is kept for a day, because it is
 * named before its row is stored.
 */
export function createFileRounds() {
  const rounds = new Map<string, Round>()
  const roundOf = ({ tenant, now }: Pick<Cx, 'tenant' | 'now'>): Round => {
    const round = getOrMake(rounds, tenant.uuid, () => ({ at: firstOf(tenant.uuid, now()), left: [] }))
    if (round.at > now() + ROUND) round.at = firstOf(tenant.uuid, now()) // the clock was set back
    return round
  }

  return {
    dueAt: (cx: Pick<Cx, 'tenant' | 'now'>): number => roundOf(cx).at,
    /** Returns true while the round is unfinished. */
    step(cx: Cx, folder: string, columns: readonly StoredFileColumn[]): boolean {
      const round = roundOf(cx)
      if (round.left.length === 0 && round.at > cx.now()) return false
      if (round.left.length === 0) Object.assign(round, { at: cx.now(), left: beginnings(folder) })
      for (const until = performance.now() + STEP; round.left.length > 0 && performance.now() < until; )
        for (const sha256 of namesBeginning(folder, round.left.pop() ?? ''))
          if (!isNamed(cx.db.$client, columns, sha256)) removeIfOlder(folder, sha256, cx.now() - DAY)
      if (round.left.length === 0) {
        round.at += ROUND
        recountStored(cx)
      }
      return round.left.length > 0
    },
  }
}

const firstOf = (uuid: string, now: number): number => now + ROUND - ((now + Bun.hash.crc32(uuid)) % ROUND)

/** Three hex digits each: those of an existing folder, and any third one. */
const beginnings = (folder: string): string[] =>
  listHomes(folder).flatMap((home) => Array.from({ length: 16 }, (_, digit) => home + digit.toString(16)))

export const fileRounds = defineService('fileRounds', { create: createFileRounds })
