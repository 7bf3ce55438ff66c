/** Undo and redo. Changes with the same key in a row, such as typing into one field, are undone together. Pure. */
export type History<T> = {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  readonly key: string | null
}

export type Step<T> =
  | { readonly do: 'change'; readonly to: T; readonly key: string | null }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' }
  /** Replaces it all: what another person saved. */
  | { readonly do: 'load'; readonly to: T }

const MOST_STEPS = 100

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], key: null })

export function move<T>({ past, now, future, key }: History<T>, step: Step<T>): History<T> {
  switch (step.do) {
    case 'change':
      if (step.to === now) return { past, now, future, key }
      return {
        past: step.key !== null && step.key === key ? past : [...past, now].slice(-MOST_STEPS),
        now: step.to,
        future: [],
        key: step.key,
      }
    case 'undo': {
      const before = past.at(-1)
      return before === undefined
        ? { past, now, future, key }
        : { past: past.slice(0, -1), now: before, future: [now, ...future], key: null }
    }
    case 'redo': {
      const [next, ...rest] = future
      return next === undefined
        ? { past, now, future, key }
        : { past: [...past, now], now: next, future: rest, key: null }
    }
    case 'load':
      return historyOf(step.to)
  }
}
