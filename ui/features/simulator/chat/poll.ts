/** Choosing in a poll. Pure. */
import type { PollView } from '../../../../src/simulator/contract'

/** The vote after pressing an option: an already chosen one is withdrawn; several only where allowed. */
export function choicesAfter({ options, several }: PollView, voter: string, pressed: string): string[] {
  const before = options.filter(({ votes }) => votes.includes(voter)).map(({ text }) => text)
  if (before.includes(pressed)) return before.filter((text) => text !== pressed)
  return several ? [...before, pressed] : [pressed]
}

/** The share of each option's bar: the option with most votes fills it. */
export function shares({ options }: PollView): number[] {
  const most = Math.max(1, ...options.map(({ votes }) => votes.length))
  return options.map(({ votes }) => votes.length / most)
}
