/** Which key does what at the desk. No letter fires while somebody types. */
export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'accept'
  | 'close'
  | 'transfer'
  | 'return'
  | 'new'
  | 'search'
  | 'find'
  | 'back'
  | 'help'
  | 'tab1'
  | 'tab2'
  | 'tab3'
  | 'tab4'

export type KeyPress = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; typing: boolean }

const letters: Record<string, Command> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  a: 'accept',
  e: 'close',
  t: 'transfer',
  r: 'return',
  n: 'new',
  '/': 'search',
  '?': 'help',
}

/** Shown on the sheet, in this order. */
export const sheet: readonly { keys: readonly string[]; command: Exclude<Command, 'tab2' | 'tab3' | 'tab4'> }[] = [
  { keys: ['J', '↓'], command: 'next' },
  { keys: ['K', '↑'], command: 'previous' },
  { keys: ['Enter'], command: 'open' },
  { keys: ['A'], command: 'accept' },
  { keys: ['E'], command: 'close' },
  { keys: ['T'], command: 'transfer' },
  { keys: ['R'], command: 'return' },
  { keys: ['N'], command: 'new' },
  { keys: ['/'], command: 'search' },
  { keys: ['Ctrl', 'F'], command: 'find' },
  { keys: ['Esc'], command: 'back' },
  { keys: ['Alt', '1…4'], command: 'tab1' },
  { keys: ['?'], command: 'help' },
]

export function commandOf(press: KeyPress): Command | undefined {
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 'f' && !press.altKey ? 'find' : undefined
  if (press.altKey) return (['tab1', 'tab2', 'tab3', 'tab4'] as const)[Number(press.key) - 1]
  if (press.key === 'Escape') return 'back'
  if (press.typing) return undefined
  return letters[press.key] ?? letters[press.key.toLowerCase()]
}
