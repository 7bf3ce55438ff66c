/** Removes stored files that no row needs any longer: of deleted tickets, replaced pictures, uploads that were cut off. */
import type { Cx } from '../../platform/cx'
import { listHomes, namesBeginning, removeIfOlder } from '../../platform/files'
import { getOrMake } from '../../platform/maps'
import { isNamed, type StoredFileColumn } from '../../platform/stored-files'
import { DAY, HOUR } from '../../platform/time'

/** A round looks at all files of a company. */
export const ROUND = 17 * HOUR
/** What a step may take, in milliseconds. */
const STEP = 5

type Round = {
  /** When it begins, or has begun. */
  at: number
  /** The beginnings of names that are still to be looked at. */
  left: string[]
}

declare module '../../platform/module' {
  interface Services {
    readonly fileRounds: FileRounds
  }
}

export type FileRounds = ReturnType<typeof createFileRounds>

/** The companies begin at different times, which a restart does not change. A file without a row stays for a day, because it has its name before its row is stored. */
export function createFileRounds() {
  const rounds = new Map<string, Round>()
  const roundOf = ({ tenant, now }: Pick<Cx, 'tenant' | 'now'>): Round => {
    const round = getOrMake(rounds, tenant.uuid, () => ({ at: firstOf(tenant.uuid, now()), left: [] }))
    if (round.at > now() + ROUND) round.at = firstOf(tenant.uuid, now()) // the clock was set back
    return round
  }

  return {
    dueAt: (cx: Pick<Cx, 'tenant' | 'now'>): number => roundOf(cx).at,
    /** True: the round is not over. */
    step(cx: Cx, folder: string, columns: readonly StoredFileColumn[]): boolean {
      const round = roundOf(cx)
      if (round.left.length === 0) Object.assign(round, { at: cx.now(), left: beginnings(folder) })
      for (const until = performance.now() + STEP; round.left.length > 0 && performance.now() < until; )
        for (const sha256 of namesBeginning(folder, round.left.pop() ?? ''))
          if (!isNamed(cx.db.$client, columns, sha256)) removeIfOlder(folder, sha256, cx.now() - DAY)
      if (round.left.length === 0) round.at += ROUND
      return round.left.length > 0
    },
  }
}

const firstOf = (uuid: string, now: number): number => now + ROUND - ((now + Bun.hash.crc32(uuid)) % ROUND)

/** Where there are files: three digits, of which the last is any. */
const beginnings = (folder: string): string[] =>
  listHomes(folder).flatMap((home) => Array.from({ length: 16 }, (_, digit) => home + digit.toString(16)))
