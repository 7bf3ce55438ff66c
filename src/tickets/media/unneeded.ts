/** Deletes stored files that no row refers to: of deleted tickets, replaced pictures, interrupted uploads. */

import { existsSync } from 'node:fs'
import type { Cx } from '../../platform/cx'
import { keeperOf, listHomes, mediaPath, namesBeginning, removeIfOlder, type Sha256 } from '../../platform/files'
import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import { isNamed, type StoredFileColumn } from '../../platform/stored-files'
import { DAY, HOUR } from '../../platform/time'
import { recountStored } from '../../tenancy/storage'

/** The interval between rounds; a round checks all files of a company. */
export const ROUND = 17 * HOUR
/** The time budget of a step, in milliseconds. */
const STEP = 5
/** Files between two looks at the time. */
const SLICE = 20

type Round = {
  /** When the round starts, or started. */
  at: number
  /** Name prefixes that are still to be checked. */
  left: string[]
  /** Files that a fleet keeps and this disk lacks. */
  elsewhere: Sha256[]
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
    const round = getOrMake(rounds, tenant.uuid, () => ({
      at: firstOf(tenant.uuid, now()),
      left: [],
      elsewhere: [],
    }))
    if (round.at > now() + ROUND) round.at = firstOf(tenant.uuid, now()) // the clock was set back
    return round
  }

  return {
    dueAt: (cx: Pick<Cx, 'tenant' | 'now'>): number => roundOf(cx).at,
    /** Returns true while the round is unfinished. */
    async step(cx: Cx, folder: string, columns: readonly StoredFileColumn[]): Promise<boolean> {
      const round = roundOf(cx)
      if (isOver(round)) {
        if (round.at > cx.now()) return false
        Object.assign(round, { at: cx.now(), left: beginnings(folder) })
        if (keeperOf(folder)) round.elsewhere = await listElsewhere(folder)
      }
      const check = (sha256: Sha256) =>
        isNamed(cx.db.$client, columns, sha256) || removeIfOlder(folder, sha256, cx.now() - DAY)
      const until = performance.now() + STEP
      while (round.left.length > 0 && performance.now() < until)
        for (const sha256 of namesBeginning(folder, round.left.pop() ?? '')) check(sha256)
      while (round.elsewhere.length > 0 && performance.now() < until)
        for (const sha256 of round.elsewhere.splice(-SLICE)) check(sha256)
      if (isOver(round)) {
        round.at += ROUND
        recountStored(cx)
      }
      return !isOver(round)
    },
  }
}

const isOver = ({ left, elsewhere }: Round): boolean => left.length + elsewhere.length === 0

async function listElsewhere(folder: string): Promise<Sha256[]> {
  const found: Sha256[] = []
  for await (const { sha256 } of keeperOf(folder)?.list(folder) ?? [])
    if (!existsSync(mediaPath(folder, sha256))) found.push(sha256)
  return found
}

const firstOf = (uuid: string, now: number): number => now + ROUND - ((now + Bun.hash.crc32(uuid)) % ROUND)

/** Three hex digits each: those of an existing folder, and any third one. */
const beginnings = (folder: string): string[] =>
  listHomes(folder).flatMap((home) => Array.from({ length: 16 }, (_, digit) => home + digit.toString(16)))

export const fileRounds = defineService('fileRounds', { create: createFileRounds })
