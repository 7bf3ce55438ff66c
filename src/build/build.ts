/** Builds `dist/balcao`: builds and packs the screens, then compiles everything into one self-contained executable. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { packedApi } from './openapi'
import { packScreens } from './pack'
import { slimDependencies } from './slim'

const root = join(import.meta.dir, '..', '..')
const dist = join(root, 'dist')

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

async function buildScreens() {
  const vite = Bun.spawn(
    [
      process.execPath,
      '--bun',
      join('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--config',
      join('ui', 'vite.config.ts'),
      '--logLevel',
      'warn',
    ],
    {
      cwd: root,
      stdout: 'inherit',
      stderr: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if ((await vite.exited) !== 0) throw new Error('could not build the screens')
  writeFileSync(join(dist, 'screens.pack'), packScreens(join(dist, 'ui')))
}

async function compile() {
  const result = await Bun.build({
    entrypoints: [join(root, 'src', 'executable.ts')],
    compile: { outfile: join(dist, 'balcao'), autoloadDotenv: false, autoloadBunfig: false },
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    sourcemap: 'linked',
    // Makes the build reproducible: otherwise the executable would contain its build folder's path.
    define: { 'process.env.NODE_ENV': '"production"', __dirname: '"/"' },
    external: ['sharp', 'jimp', 'link-preview-js', 'audio-decode', 'music-metadata'],
    plugins: [ownDriver, slimDependencies(dist)],
  })
  for (const message of result.logs) console.error(String(message))
  if (!result.success) throw new Error('could not build the executable')
}

mkdirSync(dist, { recursive: true })
rmSync(join(dist, 'balcao'), { force: true })
await buildScreens()
await Bun.write(join(dist, 'openapi.json.gz'), await packedApi())
await compile()
console.log(`dist/balcao: ${Math.round(Bun.file(join(dist, 'balcao')).size / 1024 / 1024)} MB`)
