/**
 * Keys of the desk. Keys that move a ticket work only with the focus on a row of the list, so that typing without a
 * focused field cannot close a ticket. Elsewhere, the accepting key takes the next waiting ticket where it is offered.
 */
export type Command =
  | 'next'
  | 'previous'
  | 'first'
  | 'open'
  | 'accept'
  | 'acceptNext'
  | 'close'
  | 'transfer'
  | 'return'
  | 'new'
  | 'search'
  | 'find'
  | 'back'
  | 'help'
  | 'internalNote'
  | 'tab1'
  | 'tab2'
  | 'tab3'
  | 'tab4'
  | 'attending'
  | 'waiting'

/** Where the focus is: in a field, in the list's search field, on a row, or elsewhere. */
export type FocusArea = 'field' | 'search' | 'row' | 'elsewhere'
/** `code`: the place on the keyboard; with Option a Mac reports another letter in `key`. */
export type KeyPress = {
  key: string
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  place: FocusArea
}

const harmless: Record<string, Command> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  n: 'new',
  '/': 'search',
  '?': 'help',
  '[': 'attending',
  ']': 'waiting',
}
const moves: Record<string, Command> = { a: 'accept', e: 'close', t: 'transfer', r: 'return' }
const offered: Record<string, Command> = { a: 'acceptNext' }

/** Listed in the shortcuts dialog, in this order. */
export const sheet: readonly {
  keys: readonly string[]
  command:
    | Exclude<Command, 'first' | 'acceptNext' | 'tab2' | 'tab3' | 'tab4' | 'waiting'>
    | 'palette'
    | 'emoji'
    | 'mention'
}[] = [
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
  { keys: ['Ctrl', 'K'], command: 'palette' },
  { keys: ['Alt', 'N'], command: 'internalNote' },
  { keys: [':'], command: 'emoji' },
  { keys: ['@'], command: 'mention' },
  { keys: ['Esc'], command: 'back' },
  { keys: ['Alt', '1…4'], command: 'tab1' },
  { keys: ['[', ']'], command: 'attending' },
  { keys: ['?'], command: 'help' },
]

export function commandOf(press: KeyPress): Command | undefined {
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 'f' && !press.altKey ? 'find' : undefined
  if (press.altKey && press.code === 'KeyN') return 'internalNote'
  if (press.altKey) return (['tab1', 'tab2', 'tab3', 'tab4'] as const)[Number(press.key) - 1]
  if (press.key === 'Escape') return 'back'
  if (press.place === 'search') return press.key === 'ArrowDown' ? 'first' : undefined
  if (press.place === 'field') return undefined
  const letters = { ...harmless, ...(press.place === 'row' ? moves : offered) }
  return letters[press.key] ?? letters[press.key.toLowerCase()]
}

/** Typing or pasting outside a field: it goes to the open conversation. */
export const isWriting = (press: KeyPress, isAltGr: boolean): boolean =>
  press.place === 'elsewhere' && (isSign(press, isAltGr) || isPaste(press))

/** AltGr is reported as Ctrl and Alt. */
const isSign = (press: KeyPress, isAltGr: boolean): boolean =>
  (press.key === 'Dead' || ([...press.key].length === 1 && press.key !== ' ')) &&
  (isAltGr || !(press.ctrlKey || press.altKey)) &&
  !press.metaKey

const isPaste = ({ key, altKey, ctrlKey, metaKey }: KeyPress): boolean =>
  key.toLowerCase() === 'v' && (ctrlKey || metaKey) && !altKey
