/**
 * Removes unused parts of dependencies from the executable, where JavaScript is stored three times: as text, as
 * bytecode and in the source map. Also lets companies share functions that the database driver would generate for each.
 * A changed dependency fails the build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { BunPlugin } from 'bun'

/** Writes `dist/whatsapp-rust-bridge.wasm`, which is embedded as a file. */
export function slimDependencies(dist: string): BunPlugin {
  const bridge = fromBaileys('whatsapp-rust-bridge')
  const wasm = join(dist, 'whatsapp-rust-bridge.wasm')
  const code = extractWasm(bridge, wasm)
  return {
    name: 'slim-dependencies',
    setup(build) {
      build.onLoad({ filter: exactly(bridge) }, () => ({ contents: code, loader: 'js' }))
      // Telemetry of WhatsApp's own clients, which we do not send.
      build.onLoad({ filter: /baileys\/lib\/WAM\/constants\.js$/ }, ({ path }) => ({
        contents: withoutCatalogues(path),
        loader: 'js',
      }))
      build.onLoad({ filter: /baileys\/WAProto\/index\.js$/ }, ({ path }) => ({
        contents: withSmallMessages(path),
        loader: 'js',
      }))
      // Counts every heap object at start, for metrics that `platform/metrics.ts` does not expose.
      build.onLoad({ filter: /prom-client\/lib\/metrics\/heapSpacesSizeAndUsed\.js$/ }, ({ path }) => ({
        contents: withoutHeapSpaces(path),
        loader: 'js',
      }))
      for (const [filter, isAsKnown, contents] of unusedByImap)
        build.onLoad({ filter }, ({ path }) =>
          readFileSync(path, 'utf8').includes(isAsKnown) ? { contents, loader: 'js' } : refuse(path),
        )
      build.onLoad({ filter: /better-sqlite3\/lib\/database\.js$/ }, ({ path }) => ({
        contents: withSharedRows(path),
        loader: 'js',
      }))
    },
  }
}

/**
 * Of the IMAP client: proxies, and tables that turn texts of mails into Unicode, which the client reads only for callers who
 * ask for texts. Folder names need none. Each file, what it must contain, and its replacement.
 */
const unusedByImap: readonly (readonly [RegExp, string, string])[] = [
  [
    /iconv-lite\/encodings\/dbcs-data\.js$/,
    'cp936.json',
    "module.exports = { gbk: { type: '_dbcs', table: () => [['0', '\\0', 127]] } }", // asked for when the client is loaded
  ],
  [/iconv-lite\/encodings\/sbcs-data-generated\.js$/, 'windows1252', 'module.exports = {}'],
  [/encoding-japanese\/src\/index\.js$/, 'convert', 'module.exports = {}'],
  [/socks\/build\/index\.js$/, 'socksclient', 'module.exports = { SocksClient: undefined }'],
  [/libmime\/dist\/esm\/mimetypes\.js$/, 'application/', 'export const list = new Map(), extensions = new Map()'],
]

const fromBaileys = (name: string) =>
  Bun.resolveSync(name, dirname(Bun.resolveSync('@whiskeysockets/baileys', import.meta.dir)))

const exactly = (path: string) => new RegExp(`${path.replaceAll(/[.\\]/g, '\\$&')}$`)

/** Extracts base64 WebAssembly to a file and drops the second copy, for processors that the runtime does not support. */
function extractWasm(path: string, wasm: string): string {
  const code = readFileSync(path, 'utf8')
  const [usual, old, ...others] = code.match(/(tryInit|base64ToUint8Array)\("[\w+/=]{1000,}"\)/g) ?? []
  if (!usual?.startsWith('tryInit') || !old?.startsWith('base64') || others.length > 0) return refuse(path)
  writeFileSync(wasm, Buffer.from(usual.slice(usual.indexOf('"') + 1, -2), 'base64'))
  const rest = code
    .replace(usual, () => 'initSync({ module: readFileSync(wasmPath) })')
    .replace(old, () => 'readFileSync(wasmPath)')
  return `import { readFileSync } from 'node:fs'\nimport wasmPath from ${JSON.stringify(relative(dirname(path), wasm))} with { type: 'file' }\n${rest}`
}

function withoutCatalogues(path: string): string {
  const flags = readFileSync(path, 'utf8').match(/^export const FLAG_BYTE = .*$/m)?.[0] ?? refuse(path)
  return `export const WEB_EVENTS = [], WEB_GLOBALS = []\n${flags}`
}

function withoutHeapSpaces(path: string): string {
  const isAsKnown = readFileSync(path, 'utf8').includes('nodejs_heap_space_size_')
  return isAsKnown ? 'module.exports = () => {}\nmodule.exports.metricNames = []' : refuse(path)
}

/**
 * Shrinks Baileys' 500 generated classes. Removes the unused "is set" property of each optional field and the type URLs
 * for Google's `Any`. Shares the constructors' loop and the field test.
 */
function withSmallMessages(path: string): string {
  const code = readFileSync(path, 'utf8')
  const rest = code
    .replaceAll(/ *\/\/ Virtual OneOf for proto3 optional field\s+Object\.defineProperty\([^;]+;\n/g, '')
    .replaceAll(/ *\w+\.getTypeUrl = function getTypeUrl\([^}]+\}[^}]+\};\n/g, '')
    .replaceAll(/if \(p\)\s+for \(var ks = Object\.keys\(p\), i = 0; [^;]+; \+\+i\)\s+if [^;]+;/g, '$$fill(this, p);')
    .replaceAll('Object.hasOwnProperty.call(m, ', '$$has(m, ')
  return rest.length < code.length * 0.85 ? `${shared}\n${rest}` : refuse(path)
}

const shared = `const $has = (m, field) => Object.hasOwnProperty.call(m, field)
function $fill(m, p) {
  if (p) for (const k of Object.keys(p)) if (p[k] != null) m[k] = p[k]
}`

/**
 * The driver generates a row-building function for each statement of each file. With two hundred companies that would
 * be two hundred separately compiled copies, so equal columns share one function.
 */
function withSharedRows(path: string): string {
  const code = readFileSync(path, 'utf8')
  const own = 'function rowFactory(...keys) {'
  return code.split(own).length === 2 ? code.replace(own, () => sharedRows) : refuse(path)
}

const sharedRows = `const $factories = new Map();
function rowFactory(...keys) {
  const columns = JSON.stringify(keys);
  const known = $factories.get(columns);
  if (known) return known;
  const factory = $rowFactory(...keys);
  $factories.set(columns, factory);
  return factory;
}
function $rowFactory(...keys) {`

function refuse(path: string): never {
  throw new Error(`${path} has changed since src/build/slim.ts was written: adapt it`)
}
