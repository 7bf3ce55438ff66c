/**
 * Regular expressions of conditions, matched in time proportional to pattern and text: no pattern that a user writes
 * can hold the server. Without regard to case and accents, like the other comparisons. Pure.
 */
import type { Budget } from '../../platform/budget'
import { fold } from '../../platform/text'

/** Of the compiled pattern. */
const MOST_INSTRUCTIONS = 500
const MOST_TIMES = 100
/** Parts written while compiling: repetitions of nothing would go on without end. */
const MOST_WRITES = 5000
const MOST_DEPTH = 50

type Range = readonly [from: number, to: number]
/** `bounds`: first and last sign of each range in turn, ascending. */
type Chars = { readonly bounds: readonly number[]; readonly isNegated: boolean }
type Edge = 'start' | 'end' | 'word' | 'inWord'

type Tree =
  | { readonly is: 'char'; readonly chars: Chars }
  | { readonly is: 'edge'; readonly edge: Edge }
  | { readonly is: 'sequence' | 'choice'; readonly of: readonly Tree[] }
  /** `most` null: without end. */
  | { readonly is: 'repeated'; readonly of: Tree; readonly least: number; readonly most: number | null }

type Instruction =
  | { readonly do: 'char'; readonly chars: Chars }
  | { readonly do: 'edge'; readonly edge: Edge }
  /** Goes on at both. */
  | { readonly do: 'fork'; readonly to: readonly [number, number] }
  | { readonly do: 'match' }

/** The instructions as numbers: `ops` says what each does, `first` and `second` where it leads, or which class it takes. */
export type Pattern = {
  readonly ops: Uint8Array
  readonly first: Int32Array
  readonly second: Int32Array
  readonly classes: readonly Chars[]
}
const DO = { char: 0, fork: 1, match: 2, start: 3, end: 4, word: 5, inWord: 6 } as const

/** The latest patterns that were read. */
const kept = new Map<string, Pattern | undefined>()
const MOST_KEPT = 100
/** Steps of reading a character of a pattern, and of folding one of a text. */
const READING_COST = 200
export const FOLDING_COST = 10

/** As `readPattern`: a flow reads the same patterns with every message. Throws `BudgetSpent`. */
export function keptPattern(source: string, budget: Budget): Pattern | undefined {
  const isKnown = kept.has(source)
  if (!isKnown) budget.step(source.length * READING_COST)
  const pattern = isKnown ? kept.get(source) : readPattern(source)
  kept.delete(source)
  kept.set(source, pattern)
  const [oldest = ''] = kept.size > MOST_KEPT ? kept.keys() : []
  kept.delete(oldest)
  return pattern
}

/** Undefined if it is no pattern, or has back references, look-arounds or named groups. */
export function readPattern(source: string): Pattern | undefined {
  try {
    return assemble(compile(new Reader([...source]).read()))
  } catch (error) {
    if (error instanceof BadPattern) return undefined
    throw error
  }
}

class BadPattern extends Error {}
const bad = (): never => {
  throw new BadPattern()
}

/** Sorts the ranges and joins those that touch. */
function charsOf(ranges: readonly Range[], isNegated = false): Chars {
  const bounds: number[] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const end = bounds.at(-1)
    if (end !== undefined && from <= end + 1) bounds[bounds.length - 1] = Math.max(end, to)
    else bounds.push(from, to)
  }
  return { bounds, isNegated }
}

const any: Chars = charsOf([], true)
const digit: readonly Range[] = [[0x30, 0x39]]
const word: readonly Range[] = [...digit, [0x5f, 0x5f], [0x61, 0x7a]]
const space: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
]
const classes: Readonly<Record<string, Chars>> = {
  d: charsOf(digit),
  D: charsOf(digit, true),
  w: charsOf(word),
  W: charsOf(word, true),
  s: charsOf(space),
  S: charsOf(space, true),
}
const named: Readonly<Record<string, readonly Range[]>> = { d: digit, w: word, s: space }
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

class Reader {
  private at = 0
  private readonly source: readonly string[]

  constructor(source: readonly string[]) {
    this.source = source
  }

  read(): Tree {
    const tree = this.choice(0)
    return this.at < this.source.length ? bad() : tree
  }

  private choice(depth: number): Tree {
    if (depth > MOST_DEPTH) bad()
    const of = [this.sequence(depth)]
    while (this.take('|')) of.push(this.sequence(depth))
    return { is: 'choice', of }
  }

  private sequence(depth: number): Tree {
    const of: Tree[] = []
    for (let next = this.next; next !== undefined && next !== '|' && next !== ')'; next = this.next)
      of.push(this.repeated(this.single(depth)))
    return { is: 'sequence', of }
  }

  private repeated(of: Tree): Tree {
    const times = this.times()
    if (!times) return of
    this.take('?') // matching as few as possible finds the same
    if (this.next !== undefined && '*+?{'.includes(this.next)) bad()
    return { is: 'repeated', of, ...times }
  }

  private times(): { least: number; most: number | null } | undefined {
    if (this.take('*')) return { least: 0, most: null }
    if (this.take('+')) return { least: 1, most: null }
    if (this.take('?')) return { least: 0, most: 1 }
    if (!this.take('{')) return undefined
    const least = this.number()
    const most = this.take(',') ? (this.next === '}' ? null : this.number()) : least
    if (!this.take('}') || least > MOST_TIMES || (most ?? 0) > MOST_TIMES || (most ?? least) < least) bad()
    return { least, most }
  }

  private number(): number {
    let digits = ''
    while (this.next !== undefined && /^[0-9]$/.test(this.next) && digits.length < 4) digits += this.step()
    return digits === '' ? bad() : Number(digits)
  }

  private single(depth: number): Tree {
    const one = this.step()
    switch (one) {
      case '(': {
        if (this.take('?') && !this.take(':')) bad()
        const inner = this.choice(depth + 1)
        return this.take(')') ? inner : bad()
      }
      case '[':
        return { is: 'char', chars: this.set() }
      case '.':
        return { is: 'char', chars: any }
      case '^':
        return { is: 'edge', edge: 'start' }
      case '$':
        return { is: 'edge', edge: 'end' }
      case '\\':
        return this.escaped()
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        return bad()
      default:
        return literal(one)
    }
  }

  private escaped(): Tree {
    const one = this.step()
    if (one === 'b') return { is: 'edge', edge: 'word' }
    if (one === 'B') return { is: 'edge', edge: 'inWord' }
    const chars = classes[one]
    if (chars) return { is: 'char', chars }
    return literal(controls[one] ?? plain(one))
  }

  private set(): Chars {
    const isNegated = this.take('^')
    const ranges: Range[] = []
    while (!this.take(']')) {
      const one = this.step()
      if (one === '\\') {
        const kind = this.step()
        ranges.push(...(named[kind] ?? this.range(controls[kind] ?? plain(kind))))
      } else ranges.push(...this.range(one))
    }
    return charsOf(ranges, isNegated)
  }

  private range(from: string): Range[] {
    const [, after] = [this.next, this.source[this.at + 1]]
    if (this.next !== '-' || after === ']' || after === undefined) return [folded(from, from)]
    this.step()
    const to = this.step()
    const range = folded(from, to === '\\' ? plain(this.step()) : to)
    return range[0] > range[1] ? bad() : [range]
  }

  private get next(): string | undefined {
    return this.source[this.at]
  }

  private step(): string {
    return this.source[this.at++] ?? bad()
  }

  private take(one: string): boolean {
    if (this.next !== one) return false
    this.at++
    return true
  }
}

/** After a backslash: signs only, since letters and digits have meanings that we do not know. */
const plain = (one: string): string => (/^[\p{L}\p{N}]$/u.test(one) ? bad() : one)

/** As `fold` writes it, which may be several characters or none. Blanks stay. */
const foldedChar = (one: string): string => (one.trim() === '' ? one : fold(one))
const codeOf = (one: string): number => one.codePointAt(0) ?? 0
const folded = (from: string, to: string): Range => [codeOf(foldedChar(from)), codeOf(foldedChar(to))]

const literal = (one: string): Tree => ({
  is: 'sequence',
  of: [...foldedChar(one)].map((char) => ({
    is: 'char',
    chars: charsOf([[codeOf(char), codeOf(char)]]),
  })),
})

function compile(tree: Tree): readonly Instruction[] {
  const program: Instruction[] = []
  const push = (instruction: Instruction): number => {
    if (program.length >= MOST_INSTRUCTIONS) bad()
    return program.push(instruction) - 1
  }
  /** A fork whose second way is known later. */
  const fork = (): ((to: number) => void) => {
    const at = push({ do: 'fork', to: [program.length + 1, 0] })
    return (to) => {
      program[at] = { do: 'fork', to: [at + 1, to] }
    }
  }
  let writes = 0
  const write = (one: Tree): void => {
    if (++writes > MOST_WRITES) bad()
    switch (one.is) {
      case 'char':
        push({ do: 'char', chars: one.chars })
        return
      case 'edge':
        push({ do: 'edge', edge: one.edge })
        return
      case 'sequence':
        for (const part of one.of) write(part)
        return
      case 'choice':
        writeChoice(one.of)
        return
      case 'repeated':
        writeRepeated(one.of, one.least, one.most)
    }
  }
  const writeChoice = ([first, ...others]: readonly Tree[]): void => {
    if (!first) return
    const otherwise = others.length > 0 ? fork() : undefined
    write(first)
    if (!otherwise) return
    const leave = push({ do: 'fork', to: [0, 0] })
    otherwise(program.length)
    writeChoice(others)
    program[leave] = { do: 'fork', to: [program.length, program.length] }
  }
  const writeRepeated = (of: Tree, least: number, most: number | null): void => {
    for (let times = 0; times < least; times++) write(of)
    if (most === null) {
      const start = program.length
      const leave = fork()
      write(of)
      push({ do: 'fork', to: [start, start] })
      leave(program.length)
      return
    }
    const leaves: ((to: number) => void)[] = []
    for (let times = least; times < most; times++) {
      leaves.push(fork())
      write(of)
    }
    for (const leave of leaves) leave(program.length)
  }
  write(tree)
  push({ do: 'match' })
  return program
}

function assemble(instructions: readonly Instruction[]): Pattern {
  const classes = [...new Set(instructions.flatMap((one) => (one.do === 'char' ? [one.chars] : [])))]
  const indexOf = new Map(classes.map((chars, at) => [chars, at]))
  return {
    classes,
    ops: Uint8Array.from(instructions, (one) => DO[one.do === 'edge' ? one.edge : one.do]),
    first: Int32Array.from(instructions, (one, at) => {
      if (one.do === 'char') return indexOf.get(one.chars) ?? 0
      return one.do === 'fork' ? one.to[0] : at + 1
    }),
    second: Int32Array.from(instructions, (one) => (one.do === 'fork' ? one.to[1] : 0)),
  }
}

/**
 * Whether the pattern occurs in the text. Takes all ways at once, so that each character is looked at once. Throws
 * `BudgetSpent`; a step is an instruction at a character, or a comparison with a bound of a class.
 */
export function matches(pattern: Pattern, text: string, budget: Budget): boolean {
  const { first, second, classes } = pattern
  const { length } = pattern.ops
  budget.step(text.length * FOLDING_COST + length)
  const codes = [...fold(text)].map(codeOf)
  /** At which character an instruction was reached last, and a class looked up, with its result. */
  const reached = new Int32Array(length).fill(-1)
  const looked = new Int32Array(classes.length).fill(-1)
  const fits = new Uint8Array(classes.length)
  /** Instructions to visit; each is visited once and adds two. */
  const open = new Int32Array(3 * length + 1)
  let [now, next] = [new Int32Array(length), new Int32Array(length)]
  let waiting = 0
  for (let at = 0; at <= codes.length; at++) {
    const code = codes[at] ?? -1
    open[0] = 0
    for (let n = 0; n < waiting; n++) open[n + 1] = now[n] ?? 0
    let left = waiting + 1
    let steps = left
    waiting = 0
    while (left > 0) {
      const here = open[--left] ?? 0
      if (reached[here] === at) continue
      reached[here] = at
      steps++
      switch (pattern.ops[here]) {
        case DO.match:
          return true
        case DO.fork:
          open[left++] = first[here] ?? 0
          open[left++] = second[here] ?? 0
          break
        case DO.char: {
          const kind = first[here] ?? 0
          const chars = classes[kind]
          if (code >= 0 && chars && looked[kind] !== at) {
            looked[kind] = at
            steps += searchCost(chars)
            fits[kind] = Number(includes(chars, code))
          }
          if (code >= 0 && fits[kind] === 1) next[waiting++] = here + 1
          break
        }
        default:
          if (isAtEdge(pattern.ops[here] ?? 0, codes, at)) open[left++] = here + 1
      }
    }
    budget.step(steps)
    ;[now, next] = [next, now]
  }
  return false
}

/** The steps that matching a text of this length takes at most. */
export function worstCost({ ops, classes }: Pattern, length: number): number {
  const waiting = ops.reduce((sum, op) => sum + Number(op === DO.char), 0)
  const each = 1 + waiting + ops.length + classes.reduce((sum, chars) => sum + searchCost(chars), 0)
  return length * FOLDING_COST + ops.length + (length + 1) * each
}

const searchCost = ({ bounds }: Chars): number => Math.ceil(Math.log2(bounds.length + 1))

/** By halves: the code is within a range if an odd number of bounds is not behind it. */
function includes({ bounds, isNegated }: Chars, code: number): boolean {
  let [from, to] = [0, bounds.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const bound = bounds[middle] ?? 0
    // A range begins at its first sign and ends behind its last one.
    if (middle % 2 === 0 ? bound <= code : bound < code) from = middle + 1
    else to = middle
  }
  return (from % 2 === 1) !== isNegated
}

const wordChars = charsOf(word)

function isAtEdge(edge: number, codes: readonly number[], at: number): boolean {
  if (edge === DO.start) return at === 0
  if (edge === DO.end) return at === codes.length
  const isWord = (code: number | undefined) => code !== undefined && includes(wordChars, code)
  return (isWord(codes[at - 1]) !== isWord(codes[at])) === (edge === DO.word)
}
