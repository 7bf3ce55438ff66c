/**
 * Definitions for the walk over all live lists (tests/ui/live.test.ts): every `<module>.live.ts` below tests/ opens
 * lists of its screens and performs random changes.
 */
import type { Random } from './random'

export type LiveWalk = {
  /** The screens' list specifications under test. */
  readonly specs: readonly object[]
  readonly seeds: readonly number[]
  readonly turns: number
  /** Opens lists in a world. */
  open(random: Random): Promise<OpenLists>
}

export type OpenLists = {
  readonly lists: readonly {
    /** Rows on the screen after the received events. */
    shown(): readonly unknown[]
    /** Rows of a newly opened screen. */
    fresh(): Promise<readonly unknown[]>
  }[]
  /** Performs a random change. */
  act(turn: number): Promise<unknown>
  /** Whether enough happened for a meaningful test. */
  wasBusy(): boolean | Promise<boolean>
}
