/**
 * Finds the exits of the program in its sources: whatever can leave the process, and whether it waits for the gate. An exit
 * is a reference to something of the runtime or of a package that sends.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

const root = resolve(import.meta.dir, '../..')

/** Sources by path. The simulator stands for the world outside; `build` makes the executable. */
export const readSources = (): Map<string, string> =>
  new Map(
    [...new Bun.Glob('{src,cli}/**/*.ts').scanSync(root)]
      .filter((path) => !/^src\/(simulator|build)\//.test(path))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/** Modules that connect, listen or start processes. Names that only compute are left out. */
const SENDING_MODULES = /^(node:)?(net|tls|http|https|http2|dgram|child_process|cluster|dns|dns\/promises|inspector)$/
const COMPUTING: ReadonlySet<string> = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList'])

/** Packages that never send, so their use is no exit. Any other package is one until it stands here. */
const SILENT_PACKAGES: ReadonlySet<string> = new Set([
  '@fastify/busboy',
  '@valibot/to-json-schema',
  'better-sqlite3',
  'bun:ffi',
  'bun:jsc',
  'commander',
  'croner',
  'drizzle-orm',
  'elysia',
  'fflate',
  'file-type',
  'htmlparser2',
  'ical.js',
  'jose',
  'libphonenumber-js',
  'libsignal',
  'mediabunny',
  'pino',
  'postal-mime',
  'prom-client',
  'sanitize-html',
  'tar-stream',
  'valibot',
  'xlsx',
])
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** Of the runtime, by the text of the expression. */
const SENDING_EXPRESSIONS =
  /^(fetch|WebSocket|EventSource|XMLHttpRequest|ReadableStream|Bun\.(fetch|serve|listen|connect|udpSocket|spawn|spawnSync|\$|s3|S3Client|sql|SQL|redis|RedisClient|dns)|process\.((stdout|stderr)(\.write)?|send)|navigator\.sendBeacon|console\.\w+)$/
/** By the name of a method: frames, mails, stanzas, and what Baileys fetches by itself. */
const SENDING_METHODS =
  /^(fetch|send|sendNode|sendRawMessage|publish|publishText|publishBinary|sendText|sendBinary|enqueue|fetchLatest\w+|downloadMediaMessage|downloadContentFromMessage|getHttpStream|getWAUploadToServer|getUrlInfo)$/
/** Also what sends in this program: what passes on to them is no exit. */
const WAITING = /(^|\.)(untilAcknowledged|acknowledged|wait|holdResponse)$|\bgate\.waitForAll$/
/** A step that is passed to an outlet. */
const LEAVING = /(^|\.)(leave|leaveByOperator)$/

/** `what` names the sender: `fetch`, `node:net connect`, `.send of listener`. */
export type Exit = { readonly what: string; readonly waits: boolean }

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Files without any of these words have nothing of interest: reading them takes most of the time. */
const INTERESTING =
  /\b(fetch|WebSocket|EventSource|XMLHttpRequest|ReadableStream|Bun|process|navigator|console|import\(|function\*)|\.(fetch|send|publish|enqueue|getUrl|download[MC]|getHttp|getWA)|node:/

class SourceFile {
  readonly #code: string
  readonly #nodes: { readonly node: Node; readonly around: readonly Node[] }[] = []

  constructor(path: string, code: string) {
    this.#code = code
    if (INTERESTING.test(code)) this.#collect(parseSync(path, code).program, [])
  }

  #collect(value: unknown, around: readonly Node[]): void {
    if (Array.isArray(value)) for (const one of value) this.#collect(one, around)
    else if (isNode(value)) {
      this.#nodes.push({ node: value, around })
      for (const child of Object.values(value)) this.#collect(child, [...around, value])
    }
  }

  #text = ({ start, end }: Node): string => this.#code.slice(start, end)

  /** Local names of imported values, and where they come from. */
  #imported(): Map<string, string> {
    const names = new Map<string, string>()
    for (const { node } of this.#nodes) {
      if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
      const from = String((node.source as unknown as { value: unknown }).value)
      for (const one of node.specifiers as (Node & { local: { name: string }; imported?: { name: string } })[]) {
        if (one.importKind === 'type') continue
        const name = one.imported?.name ?? '*'
        if (SENDING_MODULES.test(from) && !COMPUTING.has(name)) names.set(one.local.name, `${from} ${name}`)
      }
    }
    return names
  }

  listExits(): Exit[] {
    const imported = this.#imported()
    const exits = this.#nodes.flatMap(({ node, around }): Exit[] => {
      const what = this.#senderIn(node, around, imported)
      return what === undefined ? [] : [{ what, waits: this.#waits(node, around, new Set()) }]
    })
    return exits
  }

  #senderIn(node: Node, around: readonly Node[], imported: ReadonlyMap<string, string>): string | undefined {
    const parent = around.at(-1)
    if (isInType(around)) return undefined
    if (node.type === 'Identifier') {
      if (parent?.type === 'ImportSpecifier' || parent?.type === 'ImportDefaultSpecifier') return undefined
      const isProperty = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
      const isKey = (parent?.type === 'Property' || parent?.type === 'MethodDefinition') && parent.key === node
      if (isProperty || (isKey && parent?.value !== node)) return undefined
      const name = String(node.name)
      return imported.get(name) ?? (SENDING_EXPRESSIONS.test(name) ? name : undefined)
    }
    if (node.type !== 'MemberExpression') return undefined
    const text = this.#text(node)
    // `process.stdout.on` listens; what takes the stream itself may write.
    if (/^process\.std(out|err)$/.test(text) && parent?.type === 'MemberExpression') return undefined
    if (SENDING_EXPRESSIONS.test(text)) return text
    const method = String((node.property as Node).name)
    if (parent?.type !== 'CallExpression' || parent.callee !== node || !SENDING_METHODS.test(method)) return undefined
    const of = this.#text(node.object as Node)
      .replace(/\(.*\)/s, '()')
      .split('.')
      .at(-1)
    return `.${method} of ${of}`
  }

  /**
   * Whether every way to this place passes the gate: it is in a step for an outlet, or its function has waited before, or
   * all callers of its function in this file have.
   */
  #waits(node: Node, around: readonly Node[], seen: Set<string>): boolean {
    if (around.some((one) => this.#isLeaving(one, node))) return true
    const functions = around.filter(({ type }) => FUNCTIONS.has(type))
    for (const one of functions.toReversed()) if (this.#waitsBefore(one, node)) return true
    const names = functions.flatMap((one) => this.#nameOf(one) ?? [])
    return names.some((name) => this.#callersWait(name, seen))
  }

  #isLeaving = (call: Node, node: Node): boolean =>
    call.type === 'CallExpression' &&
    LEAVING.test(this.#text(call.callee as Node)) &&
    (call.arguments as Node[]).some(({ start, end }) => start <= node.start && node.end <= end)

  /** Whether this function calls the gate before that place, not only inside a function of its own. */
  #waitsBefore(inside: Node, place: Node): boolean {
    return this.#nodes.some(({ node, around }) => {
      if (node.type !== 'CallExpression' || node.end > place.start || node.start < inside.start) return false
      const own = around.filter(({ type }) => FUNCTIONS.has(type)).at(-1)
      return own === inside && WAITING.test(this.#text(node.callee as Node))
    })
  }

  #nameOf(one: Node): string | undefined {
    const id = one.id as Node | null | undefined
    if (id) return String(id.name)
    const parent = this.#nodes.find(({ node }) => node === one)?.around.at(-1)
    const key = parent && ((parent.id ?? parent.key) as Node | undefined)
    return key?.type === 'Identifier' || key?.type === 'PrivateIdentifier' ? String(key.name) : undefined
  }

  #callersWait(name: string, seen: Set<string>): boolean {
    if (seen.has(name)) return false
    const next = new Set([...seen, name])
    const calls = this.#nodes.filter(({ node }) => {
      if (node.type !== 'CallExpression') return false
      const callee = node.callee as Node
      const called = callee.type === 'MemberExpression' ? (callee.property as Node) : callee
      return called.name === name
    })
    return calls.length > 0 && calls.every(({ node, around }) => this.#waits(node, around, next))
  }

  /** Functions that yield and are passed to a call: the framework would stream what they yield. */
  listGenerators(): string[] {
    return this.#nodes.flatMap(({ node, around }) =>
      FUNCTIONS.has(node.type) && node.generator === true && around.at(-1)?.type === 'CallExpression'
        ? [this.#text(node).split('\n', 1)[0] ?? '']
        : [],
    )
  }
}

const isInType = (around: readonly Node[]): boolean =>
  around.some(({ type }) => type.startsWith('TS') && !isValue(type))
const isValue = (type: string): boolean => /^TS(As|NonNull|Satisfies)Expression$|^TSInstantiation/.test(type)

/** Exits of a file by what sends, those that do not wait first. */
export function listExits(path: string, code: string): Exit[] {
  const all = new Map<string, boolean>()
  for (const { what, waits } of new SourceFile(path, code).listExits()) all.set(what, (all.get(what) ?? true) && waits)
  return [...all].map(([what, waits]) => ({ what, waits }))
}

/** Packages that are no known ones, by import or on demand. */
export function listPackages(code: string): string[] {
  const imports = code.matchAll(
    /^(?:import|export) (?!type )[^'`]*?from '([^']+)'|(?<!typeof )\bimport\(['`]([^'`]+)['`]\)|^import '([^']+)'/gm,
  )
  const names = [...imports].map(([, from, asked, bare]) => from ?? asked ?? bare ?? '')
  const isKnown = (name: string) => /^(\.|node:)/.test(name) || SILENT_PACKAGES.has(packageOf(name))
  return [...new Set(names.filter((name) => !isKnown(name)).map(packageOf))]
}

export const listGenerators = (path: string, code: string): string[] => new SourceFile(path, code).listGenerators()
/** Uses of a name, without its import. */
export const countUses = (code: string, name: string): number =>
  code.split('\n').filter((line) => new RegExp(`\\b${name}\\b`).test(line) && !/^import|^ {2}\w+,$/.test(line)).length
