/**
 * Regular expressions of conditions, matched in time proportional to pattern and text: no pattern that a user writes
 * can hold the server. Without regard to case and accents, like the other comparisons. Pure.
 */
import { fold } from '../../platform/text'

/** Of the compiled pattern. */
const MOST_INSTRUCTIONS = 500
const MOST_TIMES = 100
/** Parts written while compiling: repetitions of nothing would go on without end. */
const MOST_WRITES = 5000
const MOST_DEPTH = 50

type Range = readonly [from: number, to: number]
type Chars = { readonly ranges: readonly Range[]; readonly isNegated: boolean }
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

export type Pattern = readonly Instruction[]

/** Undefined if it is no pattern, or has back references, look-arounds or named groups. */
export function readPattern(source: string): Pattern | undefined {
  try {
    return compile(new Reader([...source]).read())
  } catch (error) {
    if (error instanceof BadPattern) return undefined
    throw error
  }
}

class BadPattern extends Error {}
const bad = (): never => {
  throw new BadPattern()
}

const any: Chars = { ranges: [], isNegated: true }
const digit: readonly Range[] = [[0x30, 0x39]]
const word: readonly Range[] = [...digit, [0x5f, 0x5f], [0x61, 0x7a]]
const space: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
]
const classes: Readonly<Record<string, Chars>> = {
  d: { ranges: digit, isNegated: false },
  D: { ranges: digit, isNegated: true },
  w: { ranges: word, isNegated: false },
  W: { ranges: word, isNegated: true },
  s: { ranges: space, isNegated: false },
  S: { ranges: space, isNegated: true },
}
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
        const chars = classes[kind]
        if (chars) ranges.push(...(chars.isNegated ? bad() : chars.ranges))
        else ranges.push(...this.range(controls[kind] ?? plain(kind)))
      } else ranges.push(...this.range(one))
    }
    return { ranges, isNegated }
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
    chars: { ranges: [[codeOf(char), codeOf(char)]], isNegated: false },
  })),
})

function compile(tree: Tree): Pattern {
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

/** Whether the pattern occurs in the text. Takes all ways at once, so that each character is looked at once. */
export function matches(pattern: Pattern, text: string): boolean {
  const codes = [...fold(text)].map(codeOf)
  /** At which character an instruction was reached last. */
  const reached = new Int32Array(pattern.length).fill(-1)
  let now: number[] = []
  for (let at = 0; at <= codes.length; at++) {
    const next: number[] = []
    const open = [...now, 0].reverse()
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      if (reached[here] === at) continue
      reached[here] = at
      const instruction = pattern[here]
      if (!instruction) continue
      if (instruction.do === 'match') return true
      if (instruction.do === 'fork') open.push(...instruction.to)
      else if (instruction.do === 'edge') {
        if (isAtEdge(instruction.edge, codes, at)) open.push(here + 1)
      } else if (at < codes.length && includes(instruction.chars, codes[at] ?? 0)) next.push(here + 1)
    }
    now = next
  }
  return false
}

const includes = ({ ranges, isNegated }: Chars, code: number): boolean =>
  ranges.some(([from, to]) => from <= code && code <= to) !== isNegated

function isAtEdge(edge: Edge, codes: readonly number[], at: number): boolean {
  if (edge === 'start') return at === 0
  if (edge === 'end') return at === codes.length
  const isWord = (code: number | undefined) => code !== undefined && includes({ ranges: word, isNegated: false }, code)
  return (isWord(codes[at - 1]) !== isWord(codes[at])) === (edge === 'word')
}
