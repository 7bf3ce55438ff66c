/**
 * Builds `dist/balcao`: builds and packs the screens, then compiles everything into one self-contained executable. Tests of
 * updates build others: `--to <file> --release-key <file> --as-version <version>`, from the screens that are built already.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packedApi } from './openapi'
import { packScreens } from './pack'
import { compileProgram, dist, root } from './program'

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

const { values } = parseArgs({
  options: { to: { type: 'string' }, 'release-key': { type: 'string' }, 'as-version': { type: 'string' } },
})
const to = values.to ?? join(dist, 'balcao')
const keyFile = values['release-key']
mkdirSync(dist, { recursive: true })
rmSync(to, { force: true })
if (values.to === undefined) {
  await buildScreens()
  await Bun.write(join(dist, 'openapi.json.gz'), await packedApi())
}
await compileProgram({
  to,
  releaseKey: keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8'),
  version: values['as-version'],
})
console.log(`${to}: ${Math.round(Bun.file(to).size / 1024 / 1024)} MB`)
