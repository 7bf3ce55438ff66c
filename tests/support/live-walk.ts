/**
 * What the walk over all live lists (tests/ui/live.test.ts) knows of a module: every `<module>.live.ts` below tests/ opens
 * lists of its screens, and does at random what changes them.
 */
import type { Random } from './random'

export type LiveWalk = {
  /** The rules of the screens that are walked over. */
  readonly specs: readonly object[]
  readonly seeds: readonly number[]
  readonly turns: number
  /** A world with lists open in it. */
  open(random: Random): Promise<OpenLists>
}

export type OpenLists = {
  readonly lists: readonly {
    /** What the screen shows by the events that it heard. */
    shown(): readonly unknown[]
    /** What it would show if it were opened now. */
    fresh(): Promise<readonly unknown[]>
  }[]
  /** Somebody does something. */
  act(turn: number): Promise<unknown>
  /** Whether so much happened that the walk proves something. */
  wasBusy(): boolean | Promise<boolean>
}
