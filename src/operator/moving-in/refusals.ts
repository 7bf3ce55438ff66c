/** What keeps a move from going on: a code for screens beside the words of the command line. */

import type { MovingRefusal } from '../../moving-in/contract'
import { DumpRefusal, type RefusalFacts, refusalCodes } from '../../moving-in/dump/refusal'
import { whyNoneCodes } from '../../moving-in/families/recognise'
import { NotRecognised } from '../../moving-in/families/source'
import { isStorageFull } from '../../platform/sqlite'
import { Refusal } from '../refusal'

export const moveRefusalCodes = [
  'otherImport',
  'declined',
  'unanswered',
  'nameOfSeveral',
  'noneChosen',
  'otherZone',
  'redisMissing',
  'redisUnreadable',
] as const
type MoveRefusalCode = (typeof moveRefusalCodes)[number]

export class MoveRefusal extends Refusal {
  readonly code: MoveRefusalCode
  readonly facts: RefusalFacts
  constructor(code: MoveRefusalCode, words: string, facts: RefusalFacts = {}) {
    super(words)
    this.name = 'MoveRefusal'
    this.code = code
    this.facts = facts
  }
}

/** Every code that a move can end with. */
export const allRefusalCodes = [...refusalCodes, ...whyNoneCodes, ...moveRefusalCodes, 'noSpace'] as const

/** Null: an error that nobody foresaw, which has only words. */
export function refusalIn(error: unknown): MovingRefusal | null {
  if (error instanceof DumpRefusal || error instanceof NotRecognised || error instanceof MoveRefusal)
    return { code: error.code, facts: error.facts }
  return isStorageFull(error) ? { code: 'noSpace', facts: {} } : null
}
