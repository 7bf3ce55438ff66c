/** Compiles everything into one self-contained executable. The screens and the API's description must have been built. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { readReleaseKey } from '../operator/update/manifest'
import { slimDependencies } from './slim'

export const root = join(import.meta.dir, '..', '..')
export const dist = join(root, 'dist')
/** The public key whose signed releases this project's executables take; without it they take none. */
export const releaseKeyPath = join(import.meta.dir, 'release-key.pem')

export type ProgramOptions = {
  readonly to: string
  /** A public key in PEM, in place of the project's. */
  readonly releaseKey?: string | undefined
  /** In place of the version in package.json. */
  readonly version?: string | undefined
  /** Another entry point, for tests. */
  readonly entry?: string
  /** Files by the end of their path, with other code, for tests. */
  readonly replaced?: Readonly<Record<string, string>>
}

export async function compileProgram({
  to,
  releaseKey = ownReleaseKey(),
  version,
  entry = join(root, 'src', 'executable.ts'),
  replaced = {},
}: ProgramOptions): Promise<void> {
  if (releaseKey !== '' && !readReleaseKey(releaseKey))
    throw new Error('the release key is no public Ed25519 key in PEM')
  const result = await Bun.build({
    entrypoints: [entry],
    compile: { outfile: to, autoloadDotenv: false, autoloadBunfig: false },
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    sourcemap: 'linked',
    // Makes the build reproducible: otherwise the executable would contain its build folder's path.
    define: { 'process.env.NODE_ENV': '"production"', __dirname: '"/"' },
    external: ['sharp', 'jimp', 'link-preview-js', 'audio-decode', 'music-metadata'],
    plugins: [ownDriver, slimDependencies(dist), embedded(releaseKey, version), replacing(replaced)],
  })
  for (const message of result.logs) console.error(String(message))
  if (!result.success) throw new Error('could not build the executable')
}

const ownReleaseKey = (): string => (existsSync(releaseKeyPath) ? readFileSync(releaseKeyPath, 'utf8') : '')

/**
 * Uses the database driver's per-platform entry, which is self-contained. A plain import would need the build's
 * node_modules at run time.
 */
const ownDriver: BunPlugin = {
  name: 'better-sqlite3-per-platform',
  setup(build) {
    const entry = join(root, 'node_modules', 'better-sqlite3', 'lib', `${process.platform}-${process.arch}.js`)
    build.onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: entry }))
  },
}

/** What the build alone says: the key, and another version for tests of updates. */
const embedded = (releaseKey: string, version: string | undefined): BunPlugin => ({
  name: 'embedded',
  setup(build) {
    const namespace = 'embedded'
    build.onResolve({ filter: /\/release-key\.pem$/ }, () => ({ path: 'release-key.pem', namespace }))
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: releaseKey, loader: 'text' }))
    if (version === undefined) return
    build.onLoad({ filter: /\/src\/version\.ts$/ }, () => ({
      contents: `export const version = ${JSON.stringify(version)}`,
      loader: 'ts',
    }))
  },
})

const replacing = (replaced: Readonly<Record<string, string>>): BunPlugin => ({
  name: 'replacing',
  setup(build) {
    for (const [path, contents] of Object.entries(replaced))
      build.onLoad({ filter: new RegExp(`/${RegExp.escape(path)}$`) }, () => ({ contents, loader: 'ts' }))
  },
})
