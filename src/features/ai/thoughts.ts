/** Local models send their reasoning before the answer, as `<think>…</think>`. It is never shown. Pure. */
import { type Budget, createBudget } from '../../platform/budget'

const [THOUGHT, THOUGHT_END] = ['<think>', '</think>']
/** What may be the beginning of an end whose rest has not arrived. */
const lastOf = (text: string): string => text.slice(1 - THOUGHT_END.length)

/** Reasoning that has not ended yet hides everything. */
export function withoutThoughts(said: string): string {
  const filter = createThoughtFilter(createBudget())
  filter.hear(said)
  return filter.answer
}

/** Keeps the answer while it arrives, and none of the reasoning. `budget` counts the characters of both. */
export function createThoughtFilter(budget: Budget) {
  /** What has been heard since the reasoning ended; without blanks at its start. */
  let rest = ''
  /** The last characters of reasoning that goes on. */
  let thought: string | undefined

  return {
    get answer(): string {
      return THOUGHT.startsWith(rest) ? '' : rest
    },
    hear(text: string): void {
      budget.read(text.length)
      const heard = (thought ?? lastOf(rest)) + text
      const end = heard.lastIndexOf(THOUGHT_END)
      if (end >= 0) [thought, rest] = [undefined, heard.slice(end + THOUGHT_END.length).trimStart()]
      else if (thought !== undefined) thought = lastOf(heard)
      else rest = rest === '' ? text.trimStart() : rest + text
      if (rest.startsWith(THOUGHT)) [thought, rest] = [lastOf(rest), '']
    },
  }
}
